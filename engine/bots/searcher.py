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
"""The module here with a game's own search, by game id; all other games use `playouts`."""


class Searcher:
    """The best move of a search."""

    is_quick = False

    def __init__(self, level: str, nodes: Mapping[str, int], otherwise: int) -> None:
        """`nodes` is the usual budget by game id, `otherwise` that of other games."""
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
        """The usual nodes of a decision in that game."""
        return self._nodes.get(game.id, self._otherwise)


def only_move(game: Game[S, M], state: S, seat: int) -> M | None:
    """The only sensible move of an asked seat; None if there are several."""
    candidates = game.candidates(state, seat)
    first = next(candidates)
    return first if next(candidates, None) is None else None


def search_of(game: Game[Any, Any]) -> Search:
    """The search for a game. Its module is imported now, because not every program needs it."""
    search: Search = import_module(f".{_MODULES.get(game.id, 'playouts')}", __package__).SEARCH
    return search
