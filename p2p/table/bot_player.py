"""A bot in a seat: it answers whenever its seat is asked, and goes on without whoever stays away for too long."""

from __future__ import annotations

import trio
from p2pgame.engine.bots.bot import Bot
from p2pgame.engine.game import Rng

from .runner import TableRunner


async def drive(live: TableRunner, bot: Bot, rng: Rng, pause: float = 0.0) -> None:
    """Play the seat of a table with a bot until the table is over, waiting so many seconds before each move."""
    table, signer = live.table, live.table.signer
    assert signer is not None
    while not live.over:
        await live.asked(or_droppable=True)
        for seat in table.droppable[:1]:  # that vote may end the step, and who may be voted out then are others
            live.vote_out(seat)
        await trio.sleep(pause)
        if table.asks_me:
            ledger = table.ledger
            live.choose(bot.choose(ledger.game, ledger.now.state, signer.seat, rng))
