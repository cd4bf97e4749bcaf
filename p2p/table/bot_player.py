"""A bot in a seat: it answers whenever its seat is asked, and votes out seats that are away for too long."""

from __future__ import annotations

from functools import partial

import trio
from p2pgame.engine.bots.bot import Bot
from p2pgame.engine.game import Rng

from .runner import TableRunner


async def drive(live: TableRunner, bot: Bot, rng: Rng, pause: float = 0.0) -> None:
    """Play the seat of a table with a bot until the table is over, waiting so many seconds before each move.

    A slow bot thinks in a thread; a result for a past step is dropped.
    """
    table, signer = live.table, live.table.signer
    assert signer is not None
    while not live.over:
        await live.asked(or_droppable=True)
        for seat in table.droppable[:1]:  # that vote may end the step, and then other seats may be voted out
            live.vote_out(seat)
        if pause:
            await trio.sleep(pause)
        if table.asks_me:
            ledger = table.ledger
            slot, choose = ledger.now.slot, partial(bot.choose, ledger.game, ledger.now.state, signer.seat, rng)
            move = choose() if bot.is_quick else await trio.to_thread.run_sync(choose, abandon_on_cancel=True)
            if _still_asks(live, slot):
                live.choose(move)


def _still_asks(live: TableRunner, slot: int) -> bool:
    """Whether the seat's answer to that slot is still due."""
    return live.table.asks_me and live.table.ledger.now.slot == slot
