"""What a bot is."""

from __future__ import annotations

from typing import Protocol, TypeVar

from ..game import Game, Rng
from .budget import Budget

S = TypeVar("S")
M = TypeVar("M")


class Bot(Protocol):
    """A player made of code. It keeps nothing between moves."""

    @property
    def level(self) -> str:
        """How well it plays, in the word that commands and screens use."""

    @property
    def is_quick(self) -> bool:
        """Whether it decides at once, so that whoever waits for it need not do so aside."""

    def choose(self, game: Game[S, M], state: S, seat: int, rng: Rng, budget: Budget | None = None) -> M:
        """A legal move for the seat, which must be asked. All chance comes from `rng`.

        The same state, seat, chance and number of nodes give the same move. Without a budget the bot takes its level's
        usual one. It uses only what the seat may know.
        """
