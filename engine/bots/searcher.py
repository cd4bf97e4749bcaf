"""Levels that search: the same search for a game, with more or fewer nodes."""

from __future__ import annotations

from typing import Any, TypeVar

from ..game import Game, Rng
from ..parts import part_of
from .budget import Budget
from .search import Search

S = TypeVar("S")
M = TypeVar("M")


class Searcher:
    """The best move of a search."""

    is_quick = False

    def __init__(self, level: str) -> None:
        self.level = level

    def choose(self, game: Game[S, M], state: S, seat: int, rng: Rng, budget: Budget | None = None) -> M:
        """The best move found; at once if there is only one."""
        move = only_move(game, state, seat)
        if move is not None:
            return move
        return search_of(game).weigh(game, state, seat, rng, budget or Budget(self.nodes(game)))[0].move

    def nodes(self, game: Game[Any, Any]) -> int:
        """The usual nodes of a decision in that game."""
        return search_of(game).nodes[self.level]


def only_move(game: Game[S, M], state: S, seat: int) -> M | None:
    """The only sensible move of an asked seat; None if there are several."""
    candidates = game.candidates(state, seat)
    first = next(candidates)
    return first if next(candidates, None) is None else None


def search_of(game: Game[Any, Any]) -> Search:
    """The `SEARCH` in the module `search` beside the game, or playouts; imported now, because it may need numpy."""
    own: Search | None = part_of(game, "search", "SEARCH")
    if own is not None:
        return own
    from .playouts import SEARCH  # noqa: PLC0415 - of use here alone

    return SEARCH
