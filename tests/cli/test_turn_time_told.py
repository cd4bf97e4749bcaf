"""The turn time in words: in the lobby, at the question, in what happened, in replay and verify."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from p2pgame.cli.exits import ExitCode
from p2pgame.cli.line.view import question
from p2pgame.cli.remote.lobby import offered
from p2pgame.cli.remote.steps import proven_told, step_told
from p2pgame.engine.games import load
from p2pgame.protocol.lobby.messages import Offer
from p2pgame.protocol.voting_table.absence import LEEWAY
from p2pgame.protocol.voting_table.ledger import Happened
from p2pgame.protocol.wire.errors import Code, SeatError

from ..protocol import test_proof
from ..protocol.hostile import give
from ..protocol.test_turn_time import LIMIT, Slow, room, skips
from .running import call
from .test_line import session, view

NAMES = ("Ann", "Bo", "Cy")


@pytest.fixture(scope="module")
def played() -> Slow:
    """A table of Tetris on which Ben once ran out of time."""
    table = room("tetris", 3, slow=[1])
    table.run()
    table.beat(LIMIT + LEEWAY)
    return table


def test_the_lobby_says_how_long_a_decision_may_take() -> None:
    """Before anybody signs; and nothing where there is no limit."""
    assert "90 seconds for a decision" in offered(Offer("Ada", "tink", 1, (), 2, True, 90))
    assert "seconds" not in offered(Offer("Ada", "tink", 1, (), 2, True))


def test_whoever_is_asked_is_told_how_long_and_what_happens_then() -> None:
    """And who waits, how long that may take."""
    asked = question(view(session(), seconds=30))
    assert asked.endswith("You have 30 seconds; then `s@c3` is played.")
    assert question(view(session(), 1, seconds=1)).endswith("Ann is thinking (1 second left) ...")
    assert "second" not in question(view(session()))


def test_a_step_says_who_ran_out_of_time(played: Slow) -> None:
    """And what was made for them; of the others only what they chose."""
    happened = skips(played)[0]
    before: Happened = next(item for item in played.happened(0) if item.step.number == happened.step.number - 1)
    lines = (step_told(load("tetris"), before.state, happened, NAMES) or "").splitlines()
    assert [line.split(":")[0] for line in lines] == ["Ann", "Bo ran out of time", "Cy"]
    assert lines[1].startswith("Bo ran out of time: tower upright")


def test_replay_and_verify_explain_it(played: Slow, tmp_path: Path) -> None:
    """The log has the votes."""
    path = tmp_path / "late.p2plog"
    path.write_bytes(played.logs()[0])
    assert "Ben ran out of time: tower upright" in call("replay", str(path)).stdout
    steps = [json.loads(line) for line in call("replay", str(path), "--json").stdout.splitlines()]
    late = [answer for step in steps for answer in step["answers"] if answer.get("out_of_time")]
    assert late == [{"seat": 1, "move": "up", "out_of_time": True}]
    assert call("verify", str(path)).returncode == ExitCode.UNFINISHED


def test_verify_names_the_seat_that_signed_twice(tmp_path: Path) -> None:
    """Exit code 1, from any honest peer's log."""
    table = test_proof.room(3, 2)
    for given in test_proof.two_answers(table, 2):
        give(table, 0, 2, given)
    path = tmp_path / "cheated.p2plog"
    path.write_bytes(table.logs()[0])
    result = call("verify", str(path))
    assert result.returncode == ExitCode.FAILED
    assert "Cleo signed two different answers to step" in result.stdout
    told = proven_told(SeatError(Code.EQUIVOCATION, "Cy signed two different answers to step 3", 2), NAMES)
    assert told.endswith("the others vote to go on without Cy.")
