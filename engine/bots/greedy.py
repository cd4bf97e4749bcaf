"""A bot that looks one move ahead and takes what its game says looks best."""

from __future__ import annotations

from typing import TypeVar

from ..game import Game, Rng

S = TypeVar("S")
M = TypeVar("M")


class Greedy:
    """The candidate with the highest estimate; among equals, chance decides."""

    def choose(self, game: Game[S, M], state: S, seat: int, rng: Rng) -> M:
        """The legal move that `Game.estimate` likes best."""
        best: list[M] = []
        highest: int | None = None
        for move in game.candidates(state, seat):
            estimate = game.estimate(state, seat, move)
            if highest is None or estimate > highest:
                best, highest = [move], estimate
            elif estimate == highest:
                best.append(move)
        return best[rng.randrange(len(best))]
