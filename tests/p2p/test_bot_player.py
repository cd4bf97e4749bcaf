"""Bots on seats of live tables: `p2p.table.bot_player`."""

from __future__ import annotations

import random
from pathlib import Path

import pytest
import trio
import trio.testing
from p2pgame.engine.bots import BOTS
from p2pgame.p2p.store.log_file import LogFile
from p2pgame.p2p.table.bot_player import ANSWER_TIME, QUESTION_TIME, drive
from p2pgame.p2p.table.runner import TableRunner
from p2pgame.protocol.table.kinds import InputKind
from p2pgame.protocol.table.messages import decode_message

from ..protocol.log.logs import at_rest, is_due, play_until, room, settle
from ..protocol.people import GRACE
from ..protocol.table.room import Room

BOT = 3


@pytest.mark.trio
async def test_a_bot_votes_out_every_seat_that_stays_away(
    tmp_path: Path, autojump_clock: trio.testing.MockClock
) -> None:
    """Two of five are gone in a draw: it votes on one after the other, as long as the table waits for them."""
    made = room("ten", 5)
    play_until(made, is_due(made, InputKind.MOVE, 2))
    made.leave(2)
    made.leave(4)
    made.tick(GRACE, votes=False)
    table = made.peers[BOT].table
    assert 2 in table.droppable
    log = LogFile(tmp_path / "bot.p2plog", new=True)
    log.keep_journal(table.ledger.genesis.id)
    live = TableRunner(table, log, lambda news: None)
    with trio.move_on_after(1):
        await drive(live, BOTS["random"], random.Random(1))
    assert table.droppable == ()
    assert table.liveness.has_voted(2)
    log.close()


@pytest.mark.trio
async def test_a_quick_bot_answers_before_another_task_runs(tmp_path: Path) -> None:
    """Its move is made in the call that takes the move before it."""
    made = room("tink", 2)
    play_until(made, is_due(made, InputKind.MOVE, 0))
    table = made.peers[1].table
    slot = table.ledger.now.slot
    log = LogFile(tmp_path / "bot.p2plog", new=True)
    log.keep_journal(table.ledger.genesis.id)
    live = TableRunner(table, log, lambda news: None)
    async with trio.open_nursery() as nursery:
        nursery.start_soon(drive, live, BOTS["random"], random.Random(1))
        await trio.testing.wait_all_tasks_blocked()
        made.decide(0)
        move = decode_message(made.cables[0, 1].popleft())
        live.carry_out(table.receive(made.peers[0].public, move))
        assert table.ledger.now.slot == slot + 2
        assert table.ledger.now.decides == (0,)
        nursery.cancel_scope.cancel()
    log.close()


def behind_a_move(turn_time: int = 0) -> tuple[Room, int, int]:
    """Three seats at which a move may be taken back: the seat that made it, and the one to move."""
    made = room("tink", 3, turn_time, takebacks=True)
    play_until(made, lambda: at_rest(made) and made.peers[0].table.ledger.now.no_takeback() is None)
    now = made.peers[0].table.ledger.now
    assert now.earlier is not None
    return made, now.earlier.seat, now.decides[0]


async def driven(made: Room, n: int, folder: Path, seconds: float) -> None:
    """Let a bot play a seat for that long. Nothing that it sends arrives."""
    table = made.peers[n].table
    log = LogFile(folder / f"bot {seconds}.p2plog", new=True)
    log.keep_journal(table.ledger.genesis.id)
    with trio.move_on_after(seconds):
        await drive(TableRunner(table, log, lambda news: None), BOTS["random"], random.Random(1))
    log.close()


@pytest.mark.trio
async def test_a_bot_leaves_time_to_ask_for_a_takeback(tmp_path: Path, autojump_clock: trio.testing.MockClock) -> None:
    """It moves some seconds later than it could, if nobody asks."""
    made, _, bot = behind_a_move()
    table = made.peers[bot].table
    await driven(made, bot, tmp_path, QUESTION_TIME - 1)
    assert table.asks_me
    await driven(made, bot, tmp_path, QUESTION_TIME + 1)
    assert not table.asks_me


@pytest.mark.trio
async def test_a_bot_agrees_and_waits_for_the_others(tmp_path: Path, autojump_clock: trio.testing.MockClock) -> None:
    """For some seconds; when all have agreed, it takes the move back in place of its own move."""
    made, mover, bot = behind_a_move()
    third = 3 - mover - bot
    made.carry_out(mover, made.peers[mover].table.ask_takeback())
    settle(made)
    table = made.peers[bot].table
    await driven(made, bot, tmp_path, ANSWER_TIME - 1)
    assert table.takeback is not None
    assert bot in table.takeback.agreed
    assert table.asks_me
    made.carry_out(third, made.peers[third].table.answer_takeback(agrees=True))
    settle(made)
    assert table.ledger.now.is_anew


@pytest.mark.trio
@pytest.mark.parametrize("is_asked", [False, True])
@pytest.mark.parametrize("turn_time", [1, 4, 20])
async def test_no_question_makes_a_bot_run_out_of_its_time(
    turn_time: int, is_asked: bool, tmp_path: Path, autojump_clock: trio.testing.MockClock
) -> None:
    """Otherwise a seat could ask at each move, and the bot would only make default moves."""
    made, mover, bot = behind_a_move(turn_time)
    if is_asked:
        made.carry_out(mover, made.peers[mover].table.ask_takeback())
        settle(made)
    await driven(made, bot, tmp_path, turn_time - 0.5)
    assert not made.peers[bot].table.asks_me
