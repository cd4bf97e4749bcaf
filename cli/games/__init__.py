"""The games on screen: one folder each, with phrases, a move builder and rules.

A game of `engine.games` has its folder here under the same name. A game of another package (`cli/games/find.py`) is
shown plainly, unless its package has a presentation as well: an entry point of the group `p2pgame.presentations` by the
game's id.
"""

from __future__ import annotations

from functools import cache
from importlib import import_module

from p2pgame.engine.errors import quoted
from p2pgame.engine.game import AnyGame

from .entry_point import BrokenEntryPoint, object_of, package_of
from .presentation import Presentation

GROUP = "p2pgame.presentations"

_ENGINE = "p2pgame.engine.games"


def presentation_of(game: AnyGame) -> Presentation:
    """The presentation of a game."""
    folder = folder_of(game)
    return _brought(game.id)[0] if folder is None else _presentation(folder)


def folder_of(game: AnyGame) -> str | None:
    """The package here that belongs to a game; None for a game of another package."""
    parent, _, folder = type(game).__module__.removesuffix(".game").rpartition(".")
    return f"{__name__}.{folder}" if parent == _ENGINE else None


@cache
def _presentation(folder: str) -> Presentation:
    presentation: Presentation = import_module(folder).PRESENTATION
    return presentation


def broken_presentations(game: AnyGame) -> tuple[str, ...]:
    """A sentence for each presentation of another package that cannot be used for a game."""
    return _brought(game.id)[1] if folder_of(game) is None else ()


@cache
def _brought(game_id: str) -> tuple[Presentation, tuple[str, ...]]:
    """The presentation from a game's own package, or a plain one; and the faults of those that cannot be used."""
    from importlib.metadata import entry_points  # noqa: PLC0415 - imports much, and our own games need none of it

    faults = list[str]()
    what = f"The presentation of {quoted(game_id)} in the package"
    for point in entry_points(group=GROUP, name=game_id):
        try:
            presentation = object_of(point)
        except BrokenEntryPoint as error:
            why = str(error)
        else:
            if isinstance(presentation, Presentation):
                return presentation, tuple(faults)
            why = f"{point.value} is not a presentation but {quoted(presentation)}"
        faults.append(f"{what} {package_of(point)} cannot be used: {why}.")
    return Presentation(), tuple(faults)
