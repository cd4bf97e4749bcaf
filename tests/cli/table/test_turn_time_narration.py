"""The turn time in words: in the lobby, at the question, in the log of events, in replay and verify."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from p2pgame.cli.net.lobby import describe_offer
from p2pgame.cli.system.exits import ExitCode
from p2pgame.cli.table.completed import step_of
from p2pgame.cli.table.narration import narrate
from p2pgame.cli.table.network_messages import describe_proof
from p2pgame.cli.table.view import question
from p2pgame.engine.games import load
from p2pgame.protocol.lobby.messages import Offer
from p2pgame.protocol.table.ledger import StepCompleted
from p2pgame.protocol.wire.errors import Code, SeatError

from ...protocol.log.logs import log_of, skipped_room
from ...protocol.table.room import Room
from ..running import call
from .test_answer import session, view

NAMES = ("Ann", "Bo", "Cy")


@pytest.fixture(scope="module")
def played() -> Room:
    """A table of Tetris at which Cleo ran out of time in a secret choice."""
    return skipped_room()


def test_the_lobby_says_how_long_a_decision_may_take() -> None:
    """Before anybody signs; and nothing where there is no limit."""
    assert "90 seconds for a decision" in describe_offer(Offer("Ada", "tink", 1, (), 2, True, 90))
    assert "seconds" not in describe_offer(Offer("Ada", "tink", 1, (), 2, True))


def test_the_player_in_turn_sees_the_time_left_and_the_default_move() -> None:
    """In words, not in notation. Those who wait see how long that may take."""
    asked = question(view(session(), seconds=30))
    assert asked.endswith("You have 30 seconds; then this is played: small stone on c3.")
    assert question(view(session(), 1, seconds=1)).endswith("Ann is thinking (1 second left) ...")
    assert "second" not in question(view(session()))


def test_a_step_names_the_seats_that_ran_out_of_time(played: Room) -> None:
    """And the moves made for them; for the others only their choices."""
    steps = [each for each in played.peers[0].news if isinstance(each, StepCompleted)]
    at = next(n for n, each in enumerate(steps) if each.skipped)
    late = step_of(steps[at - 1].state, steps[at])
    assert late is not None
    lines = narrate(load("tetris"), late, NAMES)
    assert [line.text.split(":")[0] for line in lines] == ["Ann", "Bo", "Cy ran out of time"]


def test_replay_and_verify_explain_it(played: Room, tmp_path: Path) -> None:
    """The log has the ruling."""
    path = tmp_path / "late.p2plog"
    path.write_bytes(log_of(played))
    assert "Cleo ran out of time: " in call("replay", str(path)).stdout
    steps = [json.loads(line) for line in call("replay", str(path), "--json").stdout.splitlines()]
    late = [answer for step in steps for answer in step["answers"] if answer.get("out_of_time")]
    assert {answer["seat"] for answer in late} == {2}
    assert call("verify", str(path)).returncode == ExitCode.OK


def test_a_proof_says_that_nobody_needs_to_wait() -> None:
    """And the seat's action."""
    told = describe_proof(SeatError(Code.EQUIVOCATION, "Cy signed two different answers in slot 3", 2), NAMES)
    assert told.startswith("Cy signed two different answers in slot 3. The log has the proof")
