"""A takeback in words: in the log of events, in replay as lines and data, in verify and in the analysis."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from p2pgame.cli.lines.analysis import lasting_steps
from p2pgame.cli.system.exits import ExitCode
from p2pgame.cli.table.completed import Narration
from p2pgame.cli.table.replay import Frames
from p2pgame.engine.events import Played
from p2pgame.engine.games import load
from p2pgame.engine.play import step as play_step
from p2pgame.protocol.log.replay import Replay
from p2pgame.protocol.table.ledger import StepCompleted
from p2pgame.protocol.table.takeback import TakenBack

from ...protocol.log.logs import log_of, taken_back_room
from ...protocol.people import find_game
from ...protocol.table.room import Room
from ..running import call

TINK = load("tink")
NAMES = ("Ada", "Ben", "Cleo")


@pytest.fixture(scope="module")
def played() -> Room:
    """A table of Tink to its end; a move was taken back."""
    made = taken_back_room()
    made.run()
    return made


def steps_of(played: Room) -> list[StepCompleted]:
    """All steps, as the table has shown them."""
    return [each for each in played.peers[0].news if isinstance(each, StepCompleted)]


@pytest.mark.parametrize(("me", "told"), [(None, "Ada takes the move back."), (0, "You take your move back.")])
def test_the_story_names_the_seat_that_takes_the_move_back(played: Room, me: int | None, told: str) -> None:
    """In one line; no rule has changed anything. The next move is described on the earlier state."""
    narration = Narration(TINK, TINK.begin(3), NAMES, me=me)
    steps = steps_of(played)
    lines = [[line.text for line in narration.tell(each)] for each in steps]
    at = next(n for n, each in enumerate(steps) if isinstance(each.event, TakenBack))
    assert lines[at] == [told]
    assert steps[at].state == steps[at - 2].state
    assert lines[at + 1]


def test_replay_verify_and_data_have_it(played: Room, tmp_path: Path) -> None:
    """The log is fair; the data names the seat."""
    path = tmp_path / "back.p2plog"
    path.write_bytes(log_of(played))
    assert "Ada takes the move back." in call("replay", str(path)).stdout
    steps = [json.loads(line) for line in call("replay", str(path), "--json").stdout.splitlines()]
    (at,) = [n for n, step in enumerate(steps) if {"taken_back": 0} in step["answers"]]
    assert steps[at]["position"] == steps[at - 2]["position"]
    verified = call("verify", str(path))
    assert verified.returncode == ExitCode.OK
    assert f"step {steps[at]['step']}: Ada took the last move back; everybody agreed" in verified.stdout
    described = json.loads(call("verify", str(path), "--json").stdout)
    assert described["takebacks"] == [{"step": steps[at]["step"], "seat": 0, "by": 1}]


def test_a_move_that_was_taken_back_is_not_analysed(played: Room) -> None:
    """The steps that last lead from the beginning to the end."""
    replay = Replay(log_of(played), find_game)
    state = replay.state
    for _, before, event in lasting_steps(Frames(replay, NAMES).all()):
        assert before == state
        state = play_step(TINK, state, event)
    assert state == replay.state
    moves = [each for each in steps_of(played) if isinstance(each.event, Played)]
    assert len(moves) == 1 + sum(
        isinstance(event, Played) for _, _, event in lasting_steps(Frames(Replay(replay.data, find_game), NAMES).all())
    )
