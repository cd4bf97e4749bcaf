"""A bot that plays like a beginner: it knows good moves, but overlooks most of the possible ones."""

from __future__ import annotations

from typing import TypeVar

from ..game import Game, Rng
from .budget import Budget
from .normal import best_of

S = TypeVar("S")
M = TypeVar("M")

_ONE_IN = 3
"""One candidate in three is considered."""
_FEWEST = 2
"""The fewest candidates that are considered, if there are that many."""


class Easy:
    """The best of the considered candidates."""

    level = "easy"
    is_quick = True

    def choose(self, game: Game[S, M], state: S, seat: int, rng: Rng, budget: Budget | None = None) -> M:
        """The candidate with the best `Game.estimate` among randomly picked ones."""
        unseen = list(game.candidates(state, seat))
        number = min(len(unseen), max(_FEWEST, len(unseen) // _ONE_IN))
        seen = [unseen.pop(rng.randrange(len(unseen))) for _ in range(number)]
        return best_of(game, state, seat, seen, rng)
