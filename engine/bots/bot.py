"""What a bot is."""

from __future__ import annotations

from typing import Protocol, TypeVar

from ..game import Game, Rng

S = TypeVar("S")
M = TypeVar("M")


class Bot(Protocol):
    """A player made of code; it keeps nothing between moves."""

    def choose(self, game: Game[S, M], state: S, seat: int, rng: Rng) -> M:
        """A legal move for the seat, which must be asked. All chance comes from `rng`."""
