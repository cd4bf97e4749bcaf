"""The frames of a log: all renderers of a replay read the same ones."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from p2pgame.cli.system.exits import ExitCode, Misused
from p2pgame.cli.table.replay import Frames, ReplayTable, frame_at
from p2pgame.protocol.identity.labels import labels

from ...protocol.log.local_logs import local_log
from ..running import call
from ..screen.logged import log_of, recording_of


@pytest.fixture(params=["a table", "one machine"])
def log(request: pytest.FixtureRequest, tmp_path: Path) -> Path:
    """The log of a finished game of Tink, at a table or on one machine."""
    if request.param == "a table":
        return log_of("tink")
    path = tmp_path / "tink.p2plocal"
    path.write_bytes(local_log("tink"))
    return path


def frames_of(log: Path) -> Frames:
    """The frames of a log that was just opened."""
    recording = recording_of(log)
    return Frames(recording, labels(recording.people))


def test_each_step_has_one_frame_with_the_step_as_data(log: Path) -> None:
    frames = list(frames_of(log).all())
    steps = list(recording_of(log).steps())
    assert [frame.number for frame in frames] == list(range(steps[-1].step + 1))
    assert [frame.completed for frame in frames if frame.completed is not None] == steps


def test_the_screen_has_the_same_frames(log: Path) -> None:
    assert ReplayTable(recording_of(log), log).frames == list(frames_of(log).all())


def test_json_has_one_object_for_each_frame_with_a_step(log: Path) -> None:
    printed = [json.loads(line) for line in call("replay", str(log), "--json").stdout.splitlines()]
    frames = [frame for frame in frames_of(log).all() if frame.completed is not None]
    game = recording_of(log).game
    assert [each["step"] for each in printed] == [frame.number for frame in frames]
    assert [each["hash"] for each in printed] == [game.hash(frame.state).hex() for frame in frames]
    assert printed[3] == json.loads(call("replay", str(log), "--json", "--at", str(printed[3]["step"])).stdout)


def test_the_beginning_is_shown_by_its_number(log: Path) -> None:
    shown = call("replay", str(log), "--at", "0", "--json")
    assert shown.returncode == ExitCode.OK
    beginning = json.loads(shown.stdout)
    assert (beginning["step"], beginning["answers"], beginning["result"]) == (0, [], None)


def test_frames_after_the_wanted_one_are_not_read(log: Path) -> None:
    frames = frames_of(log)
    assert frame_at(frames.all(), 3).number == 3
    assert frames.replay.step == 4


def test_a_missing_step_is_refused_with_the_last_one(log: Path) -> None:
    last = recording_of(log)
    *_, step = last.steps()
    with pytest.raises(Misused, match=f"no step 100000: the last step is {step.step}"):
        frame_at(frames_of(log).all(), 100_000)
