"""A bot that plays like somebody in their first game: it knows what is good, but overlooks most of what it could do."""

from __future__ import annotations

from typing import TypeVar

from ..game import Game, Rng
from .budget import Budget
from .normal import best_of

S = TypeVar("S")
M = TypeVar("M")

_ONE_IN = 3
"""One candidate in so many is seen."""
_FEWEST = 2
"""But at least so many are, if there are any more."""


class Easy:
    """The best of the candidates that it happens to see."""

    level = "easy"
    is_quick = True

    def choose(self, game: Game[S, M], state: S, seat: int, rng: Rng, budget: Budget | None = None) -> M:
        """The candidate that `Game.estimate` likes best of those that chance picks."""
        unseen = list(game.candidates(state, seat))
        number = min(len(unseen), max(_FEWEST, len(unseen) // _ONE_IN))
        seen = [unseen.pop(rng.randrange(len(unseen))) for _ in range(number)]
        return best_of(game, state, seat, seen, rng)
