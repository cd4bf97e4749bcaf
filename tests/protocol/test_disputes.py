"""Seats whose programs came to another state, or who say so: `spec/table.md`, "Histories that differ"."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest
from p2pgame.protocol.voting_table import differing
from p2pgame.protocol.voting_table.effects import Differs, Refused
from p2pgame.protocol.voting_table.messages import Give, Message, StateIs, Steps
from p2pgame.protocol.voting_table.player import Player
from p2pgame.protocol.voting_table.statements import state_statement
from p2pgame.protocol.voting_table.stating import SIGN_BEATS
from p2pgame.protocol.voting_table.steps import Step
from p2pgame.protocol.voting_table.verify import verify
from p2pgame.protocol.wire.errors import Code, SeatError

from .people import find_game, identity
from .room import Room
from .test_absence import check_finished
from .test_hostile_messages import watched

LIAR = 1
"""Its own program follows the rules."""


def say(room: Room, message: Message) -> None:
    """Let peer 0 hear that from the liar."""
    room.carry_out(0, room.peers[0].table.receive(room.peers[LIAR].public, message))


def other(step: Step) -> Step:
    """The same step, with the hash of a state that the rules do not lead to."""
    return replace(step, state_hash=bytes(32))


def claim(room: Room, step: Step) -> None:
    """The liar says, unsigned, that it came to another state, and to which."""
    say(room, Steps((other(step),)))
    say(room, StateIs(step.number, json.dumps({"placed": 99})))


def sign(room: Room, step: Step) -> None:
    """The liar signs that it came to another state."""
    genesis = room.peers[0].table.ledger.genesis
    say(room, Give(state_statement(Player(identity(LIAR), genesis, LIAR), genesis.id, other(step))))


@pytest.mark.parametrize("seats", [2, 4])
def test_who_only_says_that_it_came_to_another_state_stops_nobody(seats: int) -> None:
    """It is named (E515), and all play to the end: a log could not show who had said it."""
    room = watched(seats)
    for _ in range(2):
        claim(room, room.peers[0].table.steps[-1])
        room.peers[0].table.beat()
    assert room.peers[0].table.stopped is None
    room.beat(SIGN_BEATS + 1)
    errors = [item.error for item in room.peers[0].news if isinstance(item, Refused)]
    assert [(error.code, error.seat) for error in errors if isinstance(error, SeatError)] == [(Code.FALSE_HEAD, LIAR)]
    room.run()
    room.beat(2)
    check_finished(room, tuple(range(seats)))


@pytest.mark.parametrize("signed_first", [True, False])
def test_e514_who_signs_another_state_stops_the_table_and_each_log_names_it(signed_first: bool) -> None:
    """Whichever comes first; the state that it shows is kept beside ours."""
    room = watched(4)
    table, step = room.peers[0].table, room.peers[0].table.steps[-1]
    for tell in (sign, claim) if signed_first else (claim, sign):
        assert table.stopped is None
        tell(room, step)
    stopped = room.peers[0].stopped()
    assert isinstance(stopped.error, SeatError)
    assert (stopped.error.code, stopped.error.seat) == (Code.OTHER_STATE, LIAR)
    assert [item.step for item in room.peers[0].news if isinstance(item, Differs)] == [step.number]
    report = verify(room.logs()[0], find_game)
    assert report.deviation is not None
    assert (report.deviation.step, report.deviation.wrong, report.deviation.right) == (step.number, (LIAR,), (0,))


def test_what_was_signed_of_another_step_does_not_stand_in_the_way_of_what_counts() -> None:
    """Of each seat one statement is kept, but that of the step in dispute comes before any other."""
    room = watched(4)
    table = room.peers[0].table
    sign(room, table.steps[2])
    claim(room, table.steps[-1])
    sign(room, table.steps[3])
    assert table.stopped is None
    sign(room, table.steps[-1])
    assert table.stopped is not None


def test_who_signs_our_state_and_says_another_stops_nobody() -> None:
    """Its own word is against it."""
    room = watched(4)
    table, genesis = room.peers[0].table, room.peers[0].table.ledger.genesis
    claim(room, table.steps[-1])
    say(room, Give(state_statement(Player(identity(LIAR), genesis, LIAR), genesis.id, table.steps[-1])))
    assert table.stopped is None


def test_a_spectator_looks_on_no_longer_where_a_player_shows_another_state() -> None:
    """It signs nothing, so nobody signs anything for it."""
    room = watched(2)
    spectator = room.peers[2]
    step = spectator.table.steps[-1]
    for message in (Steps((other(step),)), StateIs(step.number, json.dumps({"placed": 99}))):
        room.carry_out(2, spectator.table.receive(room.peers[LIAR].public, message))
    assert spectator.stopped().error.code is Code.OTHER_STATE


def test_a_state_that_can_be_read_and_not_told_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nested just so deeply: what reads it goes as deep as it can, what writes it a little less."""

    def too_deep(_value: object) -> str:
        raise RecursionError

    monkeypatch.setattr(differing, "shown", too_deep)
    room = watched()
    claim(room, room.peers[0].table.steps[-1])
    assert [item.error.code for item in room.peers[0].news if isinstance(item, Refused)] == [Code.BAD_CONTENT]


def test_e514_shows_the_beginning_of_what_is_long() -> None:
    """A position that has other keys differs as a whole, and a sentence does not hold all of it."""
    room = watched()
    table = room.peers[0].table
    step = table.steps[-1]
    sign(room, step)
    say(room, Steps((other(step),)))
    say(room, StateIs(step.number, json.dumps({"x" * 9000: "y" * 9000})))
    assert len(room.peers[0].stopped().error.sentence) < 300
