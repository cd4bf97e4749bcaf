"""A bot that plays anything that is allowed."""

from __future__ import annotations

from typing import TypeVar

from ..game import Game, Rng

S = TypeVar("S")
M = TypeVar("M")


class Random:
    """Each legal move may come up."""

    def choose(self, game: Game[S, M], state: S, seat: int, rng: Rng) -> M:
        """A legal move at random."""
        return game.sample(state, seat, rng)
