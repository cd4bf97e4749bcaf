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

from ..protocol.log.logs import due_kind, play_until, room
from ..protocol.people import GRACE

GONE = (3, 4)
BOT = 2


@pytest.mark.trio
async def test_a_bot_votes_for_each_seat_that_stays_away(
    tmp_path: Path, autojump_clock: trio.testing.MockClock
) -> None:
    """Two of five are gone in a draw; the bot looks again after each vote."""
    table = room("ten", 5)
    driven = table.peers[BOT].table
    there = [peer.table for n, peer in enumerate(table.peers) if n not in GONE]
    play_until(
        table, lambda: due_kind(table) is InputKind.SHARE and all(set(GONE) <= set(each.awaited) for each in there)
    )
    for seat in GONE:
        table.leave(seat)
    table.tick(GRACE, votes=False)
    assert all(seat in driven.droppable for seat in GONE)
    log = LogFile(tmp_path / "bot.p2plog", new=True)
    log.keep_journal(driven.ledger.genesis.id)
    live = TableRunner(driven, log, lambda _news: None)
    with trio.move_on_after(1):
        await drive(live, BOTS["random"], random.Random(1))
    assert all(driven.liveness.has_voted(seat) for seat in GONE)
    log.close()
