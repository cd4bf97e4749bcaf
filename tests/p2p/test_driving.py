"""Bots on seats of live tables: `p2p.driving`."""

from __future__ import annotations

import random
from pathlib import Path

import pytest
import trio
import trio.testing
from p2pgame.engine.bots import BOTS
from p2pgame.engine.games import load
from p2pgame.p2p.store.log_file import LogFile
from p2pgame.p2p.table.bot_player import drive
from p2pgame.p2p.table.runner import TableRunner
from p2pgame.protocol.voting_table.kinds import Kind
from p2pgame.protocol.voting_table.messages import Give, Message

from ..protocol.people import GRACE, genesis
from ..protocol.room import Room
from ..protocol.test_absence import waiting_for

GONE = (2, 4)
BOT = 3


class Parting(Room):
    """A room in which some seats still make their moves, and say nothing else."""

    parting: tuple[int, ...] = ()

    def send(self, n: int, message: Message, to: bytes | None = None) -> None:
        """Send it, unless it is one of those that says something else."""
        if n not in self.parting or (isinstance(message, Give) and message.given.kind is Kind.MOVE):
            super().send(n, message, to)


def drawing_without_two() -> Room:
    """A table of TEN that waits for the shares of two that are gone, in the turn of one of them."""
    game = load("ten")
    table = Parting(game, genesis(game, 5), seed=1)
    table.connect()
    table.begin()
    while table.peers[BOT].table.awaited != GONE:
        table.parting = ()
        for n, peer in enumerate(table.peers):
            table.carry_out(n, peer.table.beat())
        waiting_for(table, GONE[0])
        table.parting = GONE
        table.decide(GONE[0])
        while table.deliver():
            pass
    return table


@pytest.mark.trio
async def test_a_bot_goes_on_without_one_and_then_looks_again_whom_the_table_waits_for(
    tmp_path: Path, autojump_clock: trio.testing.MockClock
) -> None:
    """Its vote on the first is the last that was needed: the next turn begins, in which nobody waits for the other."""
    table = drawing_without_two()
    table.beat(GRACE, votes=False)
    for n in (0, 1):
        table.carry_out(n, table.peers[n].table.vote_out(GONE[0]))
    table.run()
    driven = table.peers[BOT].table
    assert driven.droppable == GONE
    live = TableRunner(driven, LogFile(tmp_path / "bot.p2plog", new=True), lambda news: None)
    with trio.move_on_after(1):
        await drive(live, BOTS["random"], random.Random(1))
    assert driven.ledger.dropped == GONE[:1]
