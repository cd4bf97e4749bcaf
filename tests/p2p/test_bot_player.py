"""Bots on seats of live tables: `p2p.table.bot_player`."""

from __future__ import annotations

import random
from pathlib import Path

import pytest
import trio
import trio.testing
from p2pgame.engine.bots import BOTS
from p2pgame.p2p.store.log_file import LogFile
from p2pgame.p2p.table.bot_player import drive
from p2pgame.p2p.table.runner import TableRunner
from p2pgame.protocol.table.kinds import InputKind

from ..protocol.log.logs import is_due, play_until, room
from ..protocol.people import GRACE

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
