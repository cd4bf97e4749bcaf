"""A bot that plays any legal move."""

from __future__ import annotations

from typing import TypeVar

from ..game import Game, Rng
from .budget import Budget

S = TypeVar("S")
M = TypeVar("M")


class Random:
    """Each legal move can be chosen."""

    level = "random"
    is_quick = True

    def choose(self, game: Game[S, M], state: S, seat: int, rng: Rng, budget: Budget | None = None) -> M:
        return game.sample(state, seat, rng)
