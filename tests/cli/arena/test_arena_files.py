"""The files of an arena: results that are continued, and games that are written; nothing else is harmed."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

import pytest
from p2pgame.cli.system.exits import ExitCode

from ..running import call

MATCH = ("arena", "tink", "random", "random", "-n", "1")


@pytest.mark.parametrize(
    "text",
    ["one line of a letter, without its end", "Dear Anna,\nhow are you?\n", "[" * 9000 + "\n", "9" * 5000 + "\n", "\0"],
    ids=["no end of line", "letter", "deep", "digits", "nul"],
)
def test_results_are_not_written_over_another_file(text: str, tmp_path: Path) -> None:
    """A file without a whole line used to be emptied."""
    path = tmp_path / "results"
    path.write_text(text, "utf-8")
    done = call(*MATCH, "--save", str(path))
    assert done.returncode == ExitCode.USAGE
    assert "is not a results file of the arena" in done.stderr
    assert path.read_text("utf-8") == text


@pytest.mark.timeout(60)
@pytest.mark.parametrize(
    "make",
    [os.mkfifo, lambda path: path.symlink_to(path.with_name("elsewhere")), lambda path: path.symlink_to("/dev/zero")],
    ids=["pipe", "dangling link", "device"],
)
def test_results_go_into_no_pipe_and_follow_no_link(make: Callable[[Path], None], tmp_path: Path) -> None:
    """No pipe is waited for, and no link is followed."""
    path = tmp_path / "results"
    make(path)
    done = call(*MATCH, "--save", str(path))
    assert done.returncode == ExitCode.USAGE
    assert "not a file" in done.stderr
    assert [each.name for each in tmp_path.iterdir()] == ["results"]


def test_a_last_line_that_was_cut_short_is_played_again(tmp_path: Path) -> None:
    """Only a file of this match loses the half line."""
    path = tmp_path / "results"
    assert call(*MATCH, "--save", str(path)).returncode == ExitCode.OK
    whole = path.read_text("utf-8")
    path.write_text(whole + '{"number": 1, "sea', "utf-8")
    assert call(*MATCH, "--save", str(path)).returncode == ExitCode.OK
    assert path.read_text("utf-8") == whole


def test_games_are_written_over_no_other_file(tmp_path: Path) -> None:
    """A folder may hold something of that name; a game that was written before is replaced."""
    for _ in range(2):
        assert call(*MATCH, "--logs", str(tmp_path)).returncode == ExitCode.OK
    (game,) = tmp_path.iterdir()
    assert game.read_text("utf-8").startswith("# p2pgame play tink")
    game.write_text("Dear Anna\n", "utf-8")
    done = call(*MATCH, "--logs", str(tmp_path))
    assert done.returncode == ExitCode.USAGE
    assert "nothing was overwritten" in done.stderr
    assert game.read_text("utf-8") == "Dear Anna\n"
