"""The interface of a search: moves evaluated by looking ahead. `hard` and `expert` choose by one; hints and analyses
show it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from heapq import nlargest
from typing import Generic, NamedTuple, Protocol, TypeVar

from ..game import Game, Rng
from .budget import Budget

S = TypeVar("S")
M = TypeVar("M")


class Weighed(NamedTuple, Generic[M]):
    """A move and its value for its seat: higher is better, within one answer of a search only."""

    move: M
    value: int


class Search(Protocol):
    """Looks ahead. It keeps nothing between moves."""

    @property
    def nodes(self) -> Mapping[str, int]:
        """The usual nodes of a decision by level.

        Each search has its own kind of node. By the clock an expert takes about a second or two, and the tables stop it
        after three (`cli.thinking`).
        """

    def weigh(
        self, game: Game[S, M], state: S, seat: int, rng: Rng, budget: Budget, also: Sequence[M] = ()
    ) -> list[Weighed[M]]:
        """The promising moves of an asked seat, best first, with those of `also`.

        Uses only facts that the seat may know. Ends when the budget is spent.
        """


def looked_at(game: Game[S, M], state: S, seat: int, width: int, also: Sequence[M] = ()) -> list[M]:
    """The candidates with the highest estimates, at most `width`, best first; then those of `also` that are missing."""
    candidates = list(game.candidates(state, seat))
    if len(candidates) > 1:
        candidates = nlargest(width, candidates, key=lambda move: game.estimate(state, seat, move))
    return candidates + [move for move in also if move not in candidates]
