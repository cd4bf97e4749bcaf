"""A bot in a seat: it answers when its seat is asked, votes out seats that are away for too long, and agrees to
takebacks."""

from __future__ import annotations

from functools import partial

import trio
from p2pgame.engine.bots.bot import Bot
from p2pgame.engine.game import Rng

from .runner import TableRunner

QUESTION_TIME = 4.0
"""Seconds before its move that a bot leaves the seat before it to ask for a takeback."""

ANSWER_TIME = 30.0
"""Seconds that it leaves the others to answer."""

THINKING_TIME = 5.0
"""Seconds of a turn time that it keeps for its own move: the slowest bot takes some three, and a tick is one."""


async def drive(live: TableRunner, bot: Bot, rng: Rng, pause: float = 0.0) -> None:
    """Play the seat of a table with a bot until the table is over, waiting that many seconds before each move.

    A slow bot thinks in a thread; a result for a past step is dropped. A bot agrees to each takeback.
    """
    takebacks = live.table.ledger.genesis.contract.takebacks
    async with trio.open_nursery() as nursery:
        nursery.start_soon(_vote_out, live)
        if takebacks:
            nursery.start_soon(_agree, live)
        if bot.is_quick and not pause and not takebacks:
            await _play_at_once(live, bot, rng)
        else:
            await _play(live, bot, rng, pause)
        nursery.cancel_scope.cancel()


async def _play_at_once(live: TableRunner, bot: Bot, rng: Rng) -> None:
    """Make each move in the task that has found it due: to wake another one takes as long as the rules do."""
    table, signer = live.table, live.table.signer
    assert signer is not None

    def answer() -> None:
        live.choose(bot.choose(table.ledger.game, table.ledger.now.state, signer.seat, rng))

    with live.answering(answer):
        await live.until(lambda: live.over)


async def _play(live: TableRunner, bot: Bot, rng: Rng, pause: float) -> None:
    table, signer = live.table, live.table.signer
    assert signer is not None
    while not live.over:
        await live.asked()
        if pause:
            await trio.sleep(pause)
        await _leave_time_for_question(live, signer.seat)
        if table.asks_me:
            ledger = table.ledger
            slot, choose = ledger.now.slot, partial(bot.choose, ledger.game, ledger.now.state, signer.seat, rng)
            if bot.is_quick:
                live.choose(choose())
                continue
            move = await trio.to_thread.run_sync(choose, abandon_on_cancel=True)
            if _still_asks(live, slot):
                live.choose(move)


async def _vote_out(live: TableRunner) -> None:
    """Vote to drop each seat that may be dropped."""
    while not live.over:
        await live.until(lambda: live.over or bool(live.table.droppable))
        for seat in live.table.droppable[:1]:  # that vote may end the step, and then other seats may be voted out
            live.vote_out(seat)


async def _agree(live: TableRunner) -> None:
    """Agree when somebody asks to take the last move back."""
    while not live.over:
        await live.until(lambda: live.table.asks_takeback or live.over)
        if live.table.asks_takeback:
            live.answer_takeback(agrees=True)


async def _leave_time_for_question(live: TableRunner, own: int) -> None:
    """Before a move, wait for the others if the last move may be taken back: for the question, then for their
    answers. With a turn time only until the bot needs the rest for its move."""
    table, state = live.table, live.table.ledger.now
    earlier = state.earlier
    if earlier is None or earlier.seat == own or not table.asks_me or table.no_takeback() is not None:
        return

    def is_past() -> bool:
        return live.over or table.ledger.now.slot != state.slot

    with trio.move_on_after(_spared(live, QUESTION_TIME)):
        await live.until(lambda: is_past() or table.takeback is not None)
    with trio.move_on_after(_spared(live, ANSWER_TIME)):
        await live.until(lambda: is_past() or table.takeback is None or bool(table.takeback.refused))


def _spared(live: TableRunner, most: float) -> float:
    """The seconds that the bot can wait, at most that many."""
    left = live.table.seconds_left
    return most if left is None else max(0.0, min(most, left - THINKING_TIME))


def _still_asks(live: TableRunner, slot: int) -> bool:
    """Whether the seat's answer to that slot is still due."""
    return live.table.asks_me and live.table.ledger.now.slot == slot
