"""The value of towers: a weighted sum of their features.

The weights were learnt by self-play with the cross-entropy method (Szita and Lőrincz, *Learning Tetris using the noisy
cross-entropy method*, Neural Computation 18, 2006): `python -m benchmarks.train`. Full rows, holes, steps between
columns and wells are the features of that literature; icons within reach and letters that fit are this game's.
"""

from __future__ import annotations

import numpy as np

from . import weights
from .batch import COLUMN_BITS, Bools, Ints, Towers, finished_points, full_rows
from .components import COLUMNS, ROWS, Way
from .pieces import DIAMONDS, ICONS, LETTERS, PIECES_OF

POINT = weights.TETRIS[6]
"""The value of a point: that of an icon covered."""
_LEARNT = np.array(weights.TETRIS)
_SIX = 6
_MINOS = 6
"""More minos than that are worth no more."""
_NEAR, _MIDDLE = 2, 5
"""Rows from the top of a column to an icon: below the first it is near, below the second not far."""


def worth(towers: Towers, way: Way, unseen: Ints, rounds: int, six_lines: int) -> Ints:
    """The value of the towers, shape (n,), when that many rounds are still to come; without any, their score.

    `unseen` has the cards that may come, by letter, shape (7,); `six_lines` the points for six full rows.
    """
    sixes = six_lines * (full_rows(towers) >= _SIX)
    if not rounds:
        return POINT * (finished_points(towers) + sixes)
    value: Ints = features(towers, way, unseen) @ _LEARNT + POINT * sixes
    return value


def features(towers: Towers, way: Way, unseen: Ints) -> Ints:
    """The features of each tower, shape (n, 17), in the order of `weights.TETRIS`."""
    heights, rows = towers.heights, towers.rows[:, :ROWS]
    below = (heights[:, None, :] > np.arange(ROWS)[:, None]) @ COLUMN_BITS
    holes = below.astype(np.uint8) & ~rows
    steps = np.diff(heights, axis=1)
    walls = np.pad(heights, ((0, 0), (1, 1)), constant_values=ROWS)
    depth = np.minimum(walls[:, :-2], walls[:, 2:]) - heights
    icons, cards = _above(heights, _ICONS[way]), unseen[_ICON_LETTERS[way]]
    diamonds = _above(heights, _DIAMONDS[way])
    even = _letters_that_lie_even(steps)
    return np.stack(
        (
            full_rows(towers),
            (holes > 0).sum(1),
            np.bitwise_count(holes).sum(1, dtype=np.int64),
            np.abs(steps).sum(1),
            np.maximum(depth - 2, 0).sum(1),
            heights.max(1),
            towers.earned,
            np.minimum(towers.minos, _MINOS),
            (steps * steps).sum(1),
            ((icons >= 0) & (icons < _NEAR)) @ cards,
            ((icons >= _NEAR) & (icons < _MIDDLE)) @ cards,
            (icons >= _MIDDLE) @ cards,
            (diamonds >= 0).sum(1),
            ((diamonds >= 0) & (diamonds < _NEAR)).sum(1),
            even.sum(1),
            even @ unseen,
            (depth > 0).sum(1),
        ),
        axis=1,
    )


def _above(heights: Ints, marks: Ints) -> Ints:
    """How many rows each mark is above the top of its column, shape (n, marks); below 0 if it is out of reach.

    `marks` has rows and columns, shape (2, marks).
    """
    row, column = marks
    above: Ints = row - heights[:, column]
    return above


def _letters_that_lie_even(steps: Ints) -> Bools:
    """Whether each letter has a place without a hole below it, shape (n, 7)."""
    even = np.zeros((len(steps), len(LETTERS)), np.bool_)
    for place, outlines in enumerate(_OUTLINES):
        for outline in outlines:
            last = COLUMNS - len(outline)
            there = [steps[:, at : at + last] == step for at, step in enumerate(outline)]
            even[:, place] |= np.logical_and.reduce(there).any(1) if there else True
    return even


def _places(marks: int) -> list[tuple[int, int]]:
    """Rows and columns of a set of squares."""
    return [divmod(square, COLUMNS) for square in range(ROWS * COLUMNS) if marks >> square & 1]


_WAYS: tuple[Way, Way] = ("up", "down")
_LETTER_ICONS = {
    way: [(*place, number) for number, letter in enumerate(LETTERS) for place in _places(ICONS[way][letter])]
    for way in _WAYS
}
_ICONS = {way: np.array(marks).T[:2] for way, marks in _LETTER_ICONS.items()}
_ICON_LETTERS = {way: np.array(marks).T[2] for way, marks in _LETTER_ICONS.items()}
_DIAMONDS = {way: np.array(_places(DIAMONDS[way])).T for way in _WAYS}
_OUTLINES = [sorted({tuple(np.diff(piece.under).tolist()) for piece in PIECES_OF[letter]}) for letter in LETTERS]
"""For each letter, the steps between columns on which one of its forms lies without a hole."""
