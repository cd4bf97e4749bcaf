"""Places in lessons, written and read."""

from __future__ import annotations

from pathlib import Path

import pytest
from p2pgame.cli.games.lesson import Lesson, Look, Scene
from p2pgame.cli.learn import progress
from p2pgame.cli.learn.course import Place

LESSON = Lesson((Scene((Look("One."), Look("Two."))), Scene((Look("Three."),))))


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder of the profile."""
    monkeypatch.setenv("P2PGAME_HOME", str(tmp_path))
    return tmp_path / "default"


def test_places_are_read_as_they_were_noted(home: Path) -> None:
    """Of each game by itself; a later place takes the earlier one's."""
    assert progress.known() == {}
    assert progress.note("tink", Place(0, ("", "s@d4"))) == ""
    assert progress.note("te-trix", Place(2, ('a "quoted" \\ move',))) == ""
    assert progress.note("tink", Place(1)) == ""
    assert progress.known() == {"tink": Place(1), "te-trix": Place(2, ('a "quoted" \\ move',))}


@pytest.mark.parametrize(
    "text",
    [
        "no toml",
        "tink = 3",
        '[tink]\nscene = -1\ndone = [""]',
        '[tink]\nscene = true\ndone = [""]',
        '[tink]\nscene = "1"\ndone = [""]',
        "[tink]\nscene = 1\ndone = [3]",
        '[tink]\nscene = 1\ndone = "x"',
        "[tink]\nscene = 1",
        "[tink]\nscene = 1\ndone = [[[[]]]]",
    ],
)
def test_a_file_that_is_not_understood_counts_as_none(home: Path, text: str) -> None:
    """And the next place is still noted."""
    home.mkdir()
    (home / "lessons.toml").write_text(text, encoding="utf-8")
    assert progress.known() == {}
    assert progress.note("tink", Place(1)) == ""
    assert progress.known() == {"tink": Place(1)}


def test_a_sentence_says_that_a_place_cannot_be_kept(home: Path) -> None:
    """As where a folder stands in the way."""
    (home / "lessons.toml").mkdir(parents=True)
    assert "cannot be saved in" in progress.note("tink", Place(1))


@pytest.mark.parametrize(
    ("place", "told"),
    [
        (None, "a guided first game, about five minutes"),
        (Place(0, ("",)), "1 of 3 steps done"),
        (Place(1), "2 of 3 steps done"),
        (Place(2), "done"),
        (Place(7), "done"),
    ],
)
def test_the_progress_in_a_lesson_is_shown(place: Place | None, told: str) -> None:
    """In steps of the whole lesson."""
    assert progress.describe_place(LESSON, place) == told
