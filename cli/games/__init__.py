"""The games on screen: one folder for each, with its phrases, its move builder and its rules.

A game of `engine.games` has its folder here under the same name. A game from elsewhere is shown plainly.
"""

from __future__ import annotations

from functools import cache
from importlib import import_module

from p2pgame.engine.game import AnyGame

from .presentation import Presentation

_ENGINE = "p2pgame.engine.games"


def presentation_of(game: AnyGame) -> Presentation:
    """How a game is shown."""
    return _presentation(folder_of(game))


def folder_of(game: AnyGame) -> str | None:
    """The package here that belongs to a game; None for a game from elsewhere."""
    parent, _, folder = type(game).__module__.removesuffix(".game").rpartition(".")
    return f"{__name__}.{folder}" if parent == _ENGINE else None


@cache
def _presentation(folder: str | None) -> Presentation:
    if folder is None:
        return Presentation()
    presentation: Presentation = import_module(folder).PRESENTATION
    return presentation
