"""Whole screens compared as pictures: menus, the lobby, each game with a move to make and at its end."""

from __future__ import annotations

from pathlib import Path

import pytest

from .pictures import SIZES, WRITE, Picture, differences, path_of, read, spell, taken
from .scenes import Scene, scenes

SCENES = list(scenes())


@pytest.fixture(autouse=True)
def _home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody's own settings."""
    monkeypatch.setenv("P2PGAME_HOME", str(tmp_path))


@pytest.mark.parametrize("scene", SCENES, ids=lambda scene: scene.name)
def test_a_screen_looks_as_its_picture(scene: Scene) -> None:
    """On a small, a usual and a large terminal; the failure shows the rows that differ."""
    found = differences(scene)
    assert not found, "\n".join([f"{path_of(scene).name} looks different; {WRITE}.", *found])


def test_a_picture_can_be_read_again() -> None:
    """With its colours."""
    pictures = taken(SCENES[0])
    assert [picture.size for picture in pictures] == [f"{columns}x{rows}" for columns, rows in SIZES]
    assert read(spell(pictures))[1] == pictures
    many = Picture("3x1", ("a b",), (((1, "red"), (1, "bold"), (1, "red")),))
    assert read(spell([many]))[1] == [many]
