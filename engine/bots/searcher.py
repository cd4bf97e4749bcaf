"""Levels that search: the same search for a game, with more or fewer nodes."""

from __future__ import annotations

from collections.abc import Mapping
from importlib import import_module
from typing import Any, TypeVar

from ..game import Game, Rng
from .budget import Budget
from .search import Search

S = TypeVar("S")
M = TypeVar("M")

_MODULES: Mapping[str, str] = {
    "tink": "tink",
    "tetris": "tetris",
    "te-trix": "te_trix",
    "ten": "ten",
    "tentricks": "tentricks",
}
"""Game id to the module here that has a search made for that game; all others are played by `playouts`."""


class Searcher:
    """The move that a search likes best."""

    is_quick = False

    def __init__(self, level: str, nodes: Mapping[str, int], otherwise: int) -> None:
        """`nodes` is the usual budget for each game id, `otherwise` that for games that are not among them."""
        self.level = level
        self._nodes = nodes
        self._otherwise = otherwise

    def choose(self, game: Game[S, M], state: S, seat: int, rng: Rng, budget: Budget | None = None) -> M:
        """The best move found; at once if there is only one."""
        move = only_move(game, state, seat)
        if move is not None:
            return move
        return search_of(game).weigh(game, state, seat, rng, budget or Budget(self.nodes(game)))[0].move

    def nodes(self, game: Game[Any, Any]) -> int:
        """How many nodes a decision in that game usually costs."""
        return self._nodes.get(game.id, self._otherwise)


def only_move(game: Game[S, M], state: S, seat: int) -> M | None:
    """The move of an asked seat that leaves nothing to weigh; None if there are several."""
    candidates = game.candidates(state, seat)
    first = next(candidates)
    return first if next(candidates, None) is None else None


def search_of(game: Game[Any, Any]) -> Search:
    """The search for a game. What it needs is imported now, as not every program needs it."""
    search: Search = import_module(f".{_MODULES.get(game.id, 'playouts')}", __package__).SEARCH
    return search
