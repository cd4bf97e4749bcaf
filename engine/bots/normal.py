"""A bot that looks one move ahead and takes the best estimate."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TypeVar

from ..game import Game, Rng
from .budget import Budget

S = TypeVar("S")
M = TypeVar("M")


class Normal:
    """The candidate with the highest estimate; among equals, chance decides."""

    level = "normal"
    is_quick = True

    def choose(self, game: Game[S, M], state: S, seat: int, rng: Rng, budget: Budget | None = None) -> M:
        return best_of(game, state, seat, game.candidates(state, seat), rng)


def best_of(game: Game[S, M], state: S, seat: int, moves: Iterable[M], rng: Rng) -> M:
    """The move with the highest estimate; among equals, chance decides. There must be a move."""
    best: list[M] = []
    highest: int | None = None
    for move in moves:
        estimate = game.estimate(state, seat, move)
        if highest is None or estimate > highest:
            best, highest = [move], estimate
        elif estimate == highest:
            best.append(move)
    return best[rng.randrange(len(best))]
