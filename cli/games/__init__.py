"""The games on screen: one folder each, with phrases, a move builder and rules.

A game of `engine.games` has its folder here under the same name. A game of another package (`cli/games/find.py`) is
shown plainly, unless its package has a presentation as well: an entry point of the group `p2pgame.presentations` by the
game's id.
"""

from __future__ import annotations

from functools import cache
from importlib import import_module

from p2pgame.engine.game import AnyGame

from .presentation import Presentation

GROUP = "p2pgame.presentations"

_ENGINE = "p2pgame.engine.games"


def presentation_of(game: AnyGame) -> Presentation:
    """The presentation of a game."""
    folder = folder_of(game)
    return _brought(game.id) if folder is None else _presentation(folder)


def folder_of(game: AnyGame) -> str | None:
    """The package here that belongs to a game; None for a game of another package."""
    parent, _, folder = type(game).__module__.removesuffix(".game").rpartition(".")
    return f"{__name__}.{folder}" if parent == _ENGINE else None


@cache
def _presentation(folder: str) -> Presentation:
    presentation: Presentation = import_module(folder).PRESENTATION
    return presentation


@cache
def _brought(game_id: str) -> Presentation:
    """The presentation from a game's own package, or a plain one."""
    from importlib.metadata import entry_points  # noqa: PLC0415 - imports much, and our own games need none of it

    for point in entry_points(group=GROUP, name=game_id):
        presentation = point.load()
        if isinstance(presentation, Presentation):
            return presentation
    return Presentation()
