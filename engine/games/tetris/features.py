"""The value of towers for `hard`: a weighted sum of features.

The weights were learnt by self-play with the cross-entropy method (Szita and Lőrincz, *Learning Tetris using the noisy
cross-entropy method*, Neural Computation 18, 2006): `python -m benchmarks.train`. Full rows, holes, steps between
columns and wells are the features of that literature; icons within reach and letters that fit are this game's.

All that depends on one column, one step or one well is looked up in a table that is made for the round. That is faster
than counting each feature.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from .batch import TALLEST, Ints, Small, Squares, Towers, finished_points, full_rows, marked_rows, number_of
from .components import COLUMNS, ROWS, Way
from .pieces import DIAMONDS, ICONS, LETTERS
from .surface import SETS, below, by_column, depths, even_letters, kinds, pairs
from .weights import HARD, Weights

_SIX = 6
_MINOS = 6
"""More minos than that are worth no more."""
_NEAR, _MIDDLE = 2, 5
"""Rows from the top of a column to an icon: below the first it is near, below the second not far."""
_OUT = 20
"""Points that a seat loses when it is out."""
_DEEP = 2
"""A well deeper than that needs an I."""
_SIZES = np.arange(-TALLEST, TALLEST + 1)


class Features(NamedTuple):
    """The worth of features in one round. A `Scale` (`search`)."""

    weights: Weights
    rounds: int
    """Rounds still to come; without any, only points count."""
    columns: Ints
    """Of marks above a column, by column and height, shape (8, 20)."""
    steps: Ints
    """Of a step, by its height + 19."""
    wells: Ints
    """Of a column between its neighbours, by its depth + 19."""
    letters: Ints
    """Of a set of letters that lie evenly, shape (128,)."""

    @classmethod
    def of(cls, way: Way, unseen: Ints, rounds: int, weights: Weights = HARD) -> Features:
        """For a number of rounds to come, with this number of cards of each letter unseen, shape (7,)."""
        return cls(
            weights,
            rounds,
            _marks_above(weights, way, unseen),
            weights.steps * np.abs(_SIZES) + weights.squared_steps * _SIZES * _SIZES,
            weights.wells * (_SIZES > 0) + weights.deep_wells * np.maximum(_SIZES - _DEEP, 0),
            SETS @ (weights.even_letters + weights.even_cards * unseen),
        )

    @property
    def point(self) -> int:
        """The worth of a point: that of an icon covered."""
        return self.weights.icons_covered

    @property
    def hold(self) -> int:
        """The worth of the hold, if it is not spent."""
        return self.point

    def worth(self, towers: Towers, six_lines: Ints | int) -> Ints:
        """The value of the towers, shape (n,), if six full rows bring that many points; without rounds to come, their
        score."""
        sixes = six_lines * (full_rows(towers.squares) >= _SIX)
        if not self.rounds:
            return self.point * (finished_points(towers) + sixes)
        value: Ints = self._of_surface(towers.heights) + self._of_squares(towers.squares)
        value += self.point * (towers.earned + sixes) + self.weights.minos * np.minimum(towers.minos, _MINOS)
        return value

    def out(self, towers: Towers, six_lines: Ints | int) -> Ints:
        """The value of towers whose seat is out."""
        return self.worth(towers, six_lines) - _OUT * self.point

    def _of_surface(self, heights: Small) -> Ints:
        steps = heights[1:] - heights[:-1]
        each = kinds(steps)
        value: Ints = by_column(self.columns, heights)
        value += self.steps.take(steps + TALLEST).sum(0) + self.wells.take(depths(heights) + TALLEST).sum(0)
        value += self.letters.take(even_letters(each, pairs(each))[0])
        value += self.weights.highest * heights.max(0).astype(np.int64)
        return value

    def _of_squares(self, squares: Squares) -> Ints:
        holes = below(squares) & ~squares
        value: Ints = self.weights.full_rows * full_rows(squares) + self.weights.holes * number_of(holes)
        value += self.weights.rows_with_holes * number_of(marked_rows(holes))
        return value


def _marks_above(weights: Weights, way: Way, unseen: Ints) -> Ints:
    """The worth of icons and diamonds above a column, by column and its height."""
    worth = np.zeros((COLUMNS, TALLEST + 1), np.int64)
    for letter, cards in zip(LETTERS, unseen.tolist(), strict=True):
        for row, column in squares_of(ICONS[way][letter]):
            worth[column, row::-1] += [cards * _icon(weights, above) for above in range(row + 1)]
    for row, column in squares_of(DIAMONDS[way]):
        worth[column, : row + 1] += weights.diamonds
        worth[column, max(0, row + 1 - _NEAR) : row + 1] += weights.near_diamonds
    return worth


def _icon(weights: Weights, above: int) -> int:
    if above < _NEAR:
        return weights.near_icons
    return weights.icons if above < _MIDDLE else weights.far_icons


def squares_of(marks: int) -> list[tuple[int, int]]:
    """Rows and columns of a set of squares."""
    return [divmod(square, COLUMNS) for square in range(ROWS * COLUMNS) if marks >> square & 1]
