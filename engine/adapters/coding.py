"""For each game, the ids of its moves and the numbers of a state; general ones for a game without a coding."""

from __future__ import annotations

from functools import cache

from ..coding import CodedGame
from ..game import AnyGame
from ..parts import part_of
from .general import General


@cache
def coded(game: AnyGame) -> CodedGame:
    """The coding of a game: the `CODING` in the module `coding` beside the game, or a general one."""
    own: CodedGame | None = part_of(game, "coding", "CODING")
    if own is not None:
        return own
    general = General(game)
    return CodedGame(general.actions, general.features)
