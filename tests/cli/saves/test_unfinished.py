"""Tables that are offered for resuming: those that are not over."""

from __future__ import annotations

from pathlib import Path

import pytest
from p2pgame.cli.profile import person
from p2pgame.cli.saves.logs import named_or_only, unfinished
from p2pgame.cli.system.exits import Misused
from p2pgame.engine.games import load
from p2pgame.p2p.store.journal_file import journal_path
from p2pgame.protocol.log.replay import Replay

from ...protocol.log.logs import finished


@pytest.fixture(autouse=True)
def _home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("P2PGAME_HOME", str(tmp_path))
    person.play_as("default")


def left_table(slots_before_its_end: int) -> Path:
    """The log of a table whose program has stopped that many slots before the end, with its journal."""
    log = finished("tink")
    replay = Replay(log, load)
    ends = [replay.end for _ in replay.steps()]
    folder = person.home().logs
    folder.mkdir(parents=True)
    path = folder / "left.p2plog"
    path.write_bytes(log[: ends[-1 - slots_before_its_end]])
    journal_path(path).touch()
    return path


def test_a_table_in_the_middle_of_its_game_is_offered() -> None:
    """By itself, as the only one."""
    path = left_table(3)
    assert unfinished("default") == [path]
    assert named_or_only(None, "default") == path


def test_a_finished_game_whose_end_somebody_has_not_signed_is_not_offered() -> None:
    """It is over without that signature: nobody could move any more."""
    left_table(1)
    assert unfinished("default") == []
    with pytest.raises(Misused, match="No unfinished network game"):
        named_or_only(None, "default")


def test_an_unreadable_log_is_listed_and_refused_in_a_sentence() -> None:
    """Resuming it says what is wrong with it."""
    path = left_table(3)
    path.write_bytes(path.read_bytes()[:30] + b"x" * 99)
    assert unfinished("default") == [path]
