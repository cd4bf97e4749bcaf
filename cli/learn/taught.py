"""The games that have a lesson."""

from __future__ import annotations

from collections.abc import Sequence

from p2pgame.engine.game import AnyGame

from ..games import presentation_of
from ..games.find import games
from ..games.lesson import Lesson


def taught() -> Sequence[tuple[AnyGame, Lesson]]:
    """Each of them, with its lesson."""
    lessons = ((game, presentation_of(game).lesson) for game in games())
    return [(game, lesson) for game, lesson in lessons if lesson is not None]
