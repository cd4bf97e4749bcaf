"""The strength of each entrant, from the results: a Bradley-Terry model, fitted by maximum likelihood.

An entrant of strength p beats one of strength q with probability p / (p + q) (Bradley and Terry, Biometrika 39, 1952).
Strengths are found by the MM algorithm (Hunter, "MM algorithms for generalized Bradley-Terry models", Annals of
Statistics 32, 2004), and shown on Elo's scale: 400 points are ten times the strength, the average is 0. Intervals are
the middle 95 percent of 400 fits to games drawn again with replacement (Efron, Annals of Statistics 7, 1979).

At a table of more than two, a seat that wins beats each that does not; two that both win, or both do not, drew. A drawn
game is half a win for each. One more drawn game between each two entrants keeps the rating of an entrant that never
lost finite.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from .match import Finished

Floats = NDArray[np.float64]

SAMPLES = 400
_TAIL = 2.5
"""Percent left out at each end of an interval."""
_ROUNDS = 10_000
_EXACT = 1e-9
"""Strengths have converged when none changes by more than this fraction."""
_PRIOR = 0.5
"""Drawn games added between each two entrants, in wins for each."""


class Rating(NamedTuple):
    """Points on Elo's scale."""

    points: float
    low: float
    high: float


def ratings(games: Iterable[Finished], entrants: int, seed: int) -> list[Rating]:
    """The rating of each entrant; the seed decides the games that are drawn again."""
    counted = Counter((game.seats, game.winners) for game in games)
    if entrants < 2 or not counted:
        return [Rating(0.0, 0.0, 0.0)] * entrants
    outcomes = np.array([_wins(seats, winners, entrants) for seats, winners in counted])
    numbers = np.array(list(counted.values()), dtype=np.float64)
    total = int(numbers.sum())
    drawn = np.random.default_rng(seed).multinomial(total, numbers / total, size=SAMPLES)
    points = fitted(np.tensordot(np.vstack([numbers, drawn]), outcomes, axes=1))
    low, high = np.percentile(points[1:], [_TAIL, 100 - _TAIL], axis=0)
    return [Rating(*map(float, each)) for each in zip(points[0], low, high, strict=True)]


def fitted(wins: Floats) -> Floats:
    """Ratings, samples x entrants, from wins, samples x entrants x entrants: [s, i, j] are those of i against j."""
    entrants = wins.shape[1]
    wins = wins + _PRIOR * (1 - np.eye(entrants))
    games = wins + wins.transpose(0, 2, 1)
    won = wins.sum(axis=2)
    strengths = np.ones(won.shape)
    for _ in range(_ROUNDS):
        before = strengths
        strengths = won / (games / (before[:, :, None] + before[:, None, :])).sum(axis=2)
        strengths /= np.exp(np.log(strengths).mean(axis=1, keepdims=True))
        if np.all(np.abs(strengths - before) <= _EXACT * before):
            break
    points: Floats = 400 * np.log10(strengths)
    return points


def _wins(seats: Sequence[int], winners: Sequence[int], entrants: int) -> Floats:
    """The wins of one game: [i, j] is 1 if i beat j, one half if they drew; entrants x entrants."""
    wins = np.zeros((entrants, entrants))
    for seat, one in enumerate(seats):
        for other_seat, other in enumerate(seats):
            if seat != other_seat:
                wins[one, other] += (1 + (seat in winners) - (other_seat in winners)) / 2
    return wins
