"""The log of a local game on disk (`spec/log.md`, "A local game")."""

from __future__ import annotations

import errno
import os
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
from p2pgame.engine.events import Played
from p2pgame.engine.games import load
from p2pgame.engine.pending import Turn
from p2pgame.p2p.store.local_log import LocalLogFile
from p2pgame.p2p.store.log_file import LogFileError
from p2pgame.protocol.log.framing import DamagedRecord
from p2pgame.protocol.log.local import LocalEvent, outcome
from p2pgame.protocol.log.local_replay import LocalReplay, LocalVerdict, verify_local

from ..protocol.log.local_logs import OWNER, contract_of, played

TINK = load("tink")
Steps = Sequence[tuple[LocalEvent, Any]]


def steps_of(number: int | None = None) -> list[tuple[LocalEvent, Any]]:
    """The first steps of a random game of Tink, or all of it."""
    state, steps = TINK.begin(2), list[tuple[LocalEvent, Any]]()
    for event in played("tink", 2)[:number]:
        state = outcome(TINK, 2, state, event)
        steps.append((event, state))
    return steps


def begun(folder: Path) -> LocalLogFile:
    """A new log of a game between a person and a bot."""
    return LocalLogFile.new(folder, OWNER, contract_of(TINK, 2), TINK)


def read(path: Path) -> LocalReplay:
    """The log, played back to its end or to a torn record."""
    replay = LocalReplay(path.read_bytes(), load)
    with suppress(DamagedRecord):
        list(replay.steps())
    return replay


def written(folder: Path, steps: Steps) -> Path:
    """A closed log of these steps."""
    log = begun(folder)
    log.keep(steps)
    log.close()
    return log.path


def test_each_step_is_in_the_file_at_once(tmp_path: Path) -> None:
    """A program that is killed has lost nothing."""
    log = begun(tmp_path)
    for number in range(4):
        log.keep(steps_of(number))
        assert read(log.path).events == [event for event, _ in steps_of(number)]
    log.close()


def test_a_whole_game_is_intact(tmp_path: Path) -> None:
    """Written in one go or in several."""
    path = written(tmp_path, steps_of())
    assert verify_local(path.read_bytes(), load).verdict is LocalVerdict.WHOLE


def test_a_step_taken_back_is_cut_off(tmp_path: Path) -> None:
    """The file is then as if the step had never been."""
    log = begun(tmp_path)
    log.keep(steps_of(2))
    before = log.path.read_bytes()
    log.keep(steps_of(3))
    assert log.path.read_bytes() != before
    log.keep(steps_of(2))
    assert log.path.read_bytes() == before
    log.keep(())
    assert read(log.path).events == []
    log.close()


def test_another_move_takes_the_place_of_one_that_was_taken_back(tmp_path: Path) -> None:
    """And the log is intact."""
    log, steps = begun(tmp_path), steps_of(3)
    log.keep(steps)
    state = steps[1][1]
    turn = TINK.pending(state)
    assert isinstance(turn, Turn)
    other = next(each for move in TINK.legal(state, turn.seat) if (each := Played(turn.seat, move)) != steps[2][0])
    log.keep([*steps[:2], (other, outcome(TINK, 2, state, other))])
    log.close()
    assert read(log.path).events[2] == other
    assert verify_local(log.path.read_bytes(), load).verdict is LocalVerdict.UNFINISHED


def test_a_log_is_resumed_where_it_ends(tmp_path: Path) -> None:
    """In another evening, to its end."""
    path = written(tmp_path, steps_of(3))
    log = LocalLogFile.resume(path, OWNER, read(path))
    log.keep(steps_of())
    log.close()
    assert path.read_bytes() == written(tmp_path, steps_of()).read_bytes()


def test_a_torn_step_is_cut_off_when_the_log_is_resumed(tmp_path: Path) -> None:
    """As after a power cut."""
    path = written(tmp_path, steps_of(3))
    path.write_bytes(path.read_bytes()[:-3])
    LocalLogFile.resume(path, OWNER, read(path)).close()
    assert path.read_bytes() == written(tmp_path, steps_of(2)).read_bytes()


def test_two_games_never_share_a_file(tmp_path: Path) -> None:
    """Nothing is overwritten, also where two contracts are alike."""
    first, second = written(tmp_path, steps_of(2)), written(tmp_path, steps_of(1))
    assert first != second
    assert read(first).events == [event for event, _ in steps_of(2)]


def test_a_log_open_in_another_window_cannot_be_resumed(tmp_path: Path) -> None:
    """Two windows would write two games into one file."""
    log = begun(tmp_path)
    with pytest.raises(LogFileError, match="another window"):
        LocalLogFile.resume(log.path, OWNER, read(log.path))
    log.close()


def test_a_log_that_has_grown_since_it_was_read_is_not_resumed(tmp_path: Path) -> None:
    """Another window has played on meanwhile."""
    path = written(tmp_path, steps_of(2))
    old = read(path)
    log = LocalLogFile.resume(path, OWNER, read(path))
    log.keep(steps_of(3))
    log.close()
    with pytest.raises(LogFileError, match="changed"):
        LocalLogFile.resume(path, OWNER, old)


def test_a_full_disk_leaves_whole_steps(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The error says so, and the log can be resumed."""
    log = begun(tmp_path)
    log.keep(steps_of(2))

    def full(_descriptor: int, data: bytes) -> int:
        raise OSError(errno.ENOSPC, "No space left on device")

    with monkeypatch.context() as patched:
        patched.setattr(os, "write", full)
        with pytest.raises(LogFileError, match="No space left"):
            log.keep(steps_of(3))
    log.close()
    assert read(log.path).events == [event for event, _ in steps_of(2)]
