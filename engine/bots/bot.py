"""The interface of a bot."""

from __future__ import annotations

from typing import Protocol, TypeVar

from ..game import Game, Rng
from .budget import Budget

S = TypeVar("S")
M = TypeVar("M")


class Bot(Protocol):
    """A computer player. It keeps nothing between moves."""

    @property
    def level(self) -> str:
        """The name of its level in commands and on screens."""

    @property
    def is_quick(self) -> bool:
        """Whether it decides at once, so that it needs no thread or process of its own."""

    def choose(self, game: Game[S, M], state: S, seat: int, rng: Rng, budget: Budget | None = None) -> M:
        """A legal move for the seat, which must be asked. All chance comes from `rng`.

        The same state, seat, chance and number of nodes give the same move. The default budget is that of its level. It
        uses only facts that the seat may know.
        """
