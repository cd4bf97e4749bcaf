"""A bot in a seat: it answers whenever its seat is asked."""

from __future__ import annotations

import trio
from p2pgame.engine.bots.bot import Bot
from p2pgame.engine.game import Rng

from .live import LiveTable


async def drive(live: LiveTable, bot: Bot, rng: Rng, pause: float = 0.0) -> None:
    """Play the seat of a table with a bot until the table is over, waiting so many seconds before each move."""
    player = live.table.player
    assert player is not None
    ledger = live.table.ledger
    while not live.over:
        await live.asked()
        await trio.sleep(pause)
        if live.table.asks_me:
            live.choose(bot.choose(ledger.game, ledger.state, player.seat, rng))
