"""What a seat has decided outlasts even a power cut: `spec/table.md`, "Coming back"."""

from __future__ import annotations

import pytest
from p2pgame.engine.games import GAMES, load
from p2pgame.protocol.voting_table.effects import Effect, Keep, Send, Write
from p2pgame.protocol.voting_table.following import HOLD_BEATS
from p2pgame.protocol.voting_table.inputs import Input
from p2pgame.protocol.voting_table.kinds import DECISIONS, VOTES, Kind
from p2pgame.protocol.voting_table.messages import Give
from p2pgame.protocol.voting_table.table import Table

from .people import genesis
from .room import Room
from .test_absence import waiting_for


class Witness(Room):
    """A room that fails at a decision or a vote which its own peer writes or sends before it has been kept."""

    kept: set[tuple[int, Input]]
    said: set[Kind]

    def carry_out(self, n: int, effects: list[Effect]) -> None:
        """Look at what comes behind what, then do it."""
        for effect in effects:
            match effect:
                case Keep(inputs):
                    self.kept.update((n, given) for given in inputs)
                case Write(step):
                    self._check(n, step.inputs)
                case Send(Give(given)):
                    self._check(n, (given,))
        super().carry_out(n, effects)

    def _check(self, n: int, inputs: tuple[Input, ...]) -> None:
        for given in inputs:
            if given.seat == n and given.kind in (*DECISIONS, *VOTES):
                assert (n, given) in self.kept
                self.said.add(given.kind)


@pytest.mark.parametrize("game_id", list(GAMES))
def test_what_a_seat_decides_is_kept_before_it_is_written_or_said(game_id: str) -> None:
    """Alone or together with others, openly or in secret; and its votes, when somebody stays away."""
    table = Witness(load(game_id), genesis(load(game_id), 3), seed=5)
    table.kept, table.said = set(), set()
    table.connect()
    table.begin()
    for _ in range(60):
        table.deliver()
        asked = [n for n, peer in enumerate(table.peers) if peer.table.asks_me]
        if asked:
            table.decide(asked[0])
    table.leave(2)
    table.beat(60)
    assert all(table.peers[n].table.ledger.dropped == (2,) for n in (0, 1))
    assert table.said > {Kind.DROP}


def test_a_move_that_only_a_silent_peer_has_heard_is_made_again() -> None:
    """A power cut took the step from the log. Whoever has it says nothing: the seat is asked for nothing else."""
    table = Room(load("tink"), genesis(load("tink"), 3), seed=3)
    table.connect()
    table.begin()
    waiting_for(table, 0)
    old = table.peers[0].table
    number = len(old.steps)
    table.decide(0)
    assert len(old.steps) > number
    said = old.steps[number].inputs
    for cable in table.cables.values():
        cable.clear()  # but seat 2 had heard it
    table.leave(2)
    before = old._ledger_before(number)
    table.peers[0].table = Table.resumed(before, old.player, old.steps[:number], table.peers[0].kept)
    del table.peers[0].log[len(table.peers[0].table.log_before(number)) :]
    table.carry_out(0, table.peers[0].table.connected(table.peers[1].public))
    table.beat(HOLD_BEATS, votes=False)
    assert [peer.table.steps[number].inputs for peer in table.peers[:2]] == [said, said]
