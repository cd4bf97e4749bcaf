"""The places of a person in the lessons. Kept in the profile's folder, `lessons.toml`:

    [tink]
    scene = 1
    done = ["", "s@d4"]

An invalid file counts as empty, and is replaced by the next step: only a bookmark is lost.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any

from p2pgame.p2p.store import small_file

from ..games.lesson import Lesson
from ..profile import person
from ..system.exits import Failed
from ..system.whole_file import write_private
from .course import Place

_FILE = "lessons.toml"

_FILE_BYTES = 1 << 16
_DEPTH = 3
"""Containers in each other: the file, a game, its steps."""


def read(path: Path) -> dict[str, Place]:
    """Game to place in its lesson; games without a place, or with one that is not understood, are left out."""
    with suppress(small_file.UnusableFile):
        table = small_file.parse_toml(small_file.read_text(path, _FILE_BYTES), _DEPTH)
        places = {game: _place(value) for game, value in table.items()}
        return {game: place for game, place in places.items() if place is not None}
    return {}


def _place(value: Any) -> Place | None:
    if not isinstance(value, Mapping):
        return None
    scene, done = value.get("scene"), value.get("done")
    if type(scene) is not int or scene < 0 or not isinstance(done, list):
        return None
    return Place(scene, tuple(done)) if all(isinstance(step, str) for step in done) else None


def keep(path: Path, game: str, place: Place) -> None:
    """Note the place in the lesson of a game.

    Raises:
        Failed: the file cannot be written.
    """
    write_private(path, _spelled({**read(path), game: place}).encode(), "Your place in the lesson")


def _spelled(places: Mapping[str, Place]) -> str:
    return "\n".join(
        f"[{json.dumps(game)}]\nscene = {place.scene}\ndone = {json.dumps(list(place.done))}\n"
        for game, place in sorted(places.items())
    )


def known() -> dict[str, Place]:
    """The places of the person at this program; none if the profile has no folder."""
    with suppress(Failed):
        return read(person.home().folder / _FILE)
    return {}


def note(game: str, place: Place) -> str:
    """Note a place of this person; a sentence if that fails."""
    try:
        keep(person.home().folder / _FILE, game, place)
    except Failed as error:
        return error.message
    return ""


def describe_place(lesson: Lesson, place: Place | None) -> str:
    """A place in words, by the number of steps done."""
    if place is None:
        return "a guided first game, about five minutes"
    done = sum(len(scene.steps) for scene in lesson.scenes[: place.scene]) + len(place.done)
    return "done" if done >= lesson.steps else f"{done} of {lesson.steps} steps done"
