"""Each game as a picture, for any screen that draws: the terminal, a page in a browser, a drawing of one position."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from importlib import import_module
from typing import Any

from p2pgame.engine.game import AnyGame

from .picture import Picture

_MODULES: Mapping[str, str] = {
    "tentricks": "tentricks",
    "tink": "tink",
    "ten": "ten",
    "te-trix": "te_trix",
    "tetris": "tetris",
}
"""Game id to the module here that draws it."""


def picture_of(game: AnyGame, state: Any) -> Picture:
    """The table in that state."""
    draw: Callable[[Any], Picture] = import_module(f".{_MODULES[game.id]}", __name__).draw
    return draw(state)
