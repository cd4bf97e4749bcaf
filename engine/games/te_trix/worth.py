"""The worth of sheets in the middle of a game, by numpy.

For each symbol, areas are multiplied by boxes, as for the score; an area that is too small yet counts in part. The free
boxes count a little: they are of use together, and not alone. The weights were learnt by self-play with the
cross-entropy method (Szita and Lőrincz, *Learning Tetris using the noisy cross-entropy method*, Neural Computation 18,
2006): `python -m benchmarks.train_te_trix`.
"""

from __future__ import annotations

import numpy as np

from . import weights
from .batch import Ints, Sets, areas, beside, free
from .components import AREA, SYMBOLS

POINT = 100
"""A point of the score pad on this scale."""

_LATER = np.array((32, 16))
"""Free boxes at which the second and the third part of a game begin."""


def worth(sheets: Sets, learnt: Ints | None = None) -> Ints:
    """The worth of each sheet, shape (n,), with the weights of `weights.TE_TRIX` or with others.

    The weights have shape (3, 6): for each part of a game the part of an area that areas of one to four boxes count
    for, in hundredths, then the worth of two free boxes side by side and of one without a free neighbour.
    """
    learnt = _LEARNT if learnt is None else learnt
    empty = free(sheets)
    part = (np.bitwise_count(empty)[:, None] <= _LATER).sum(1)
    boxes = sheets.reshape(-1)
    room, promises = np.repeat(empty, len(SYMBOLS)) | boxes, np.repeat(part, len(SYMBOLS))
    promise, sizes = np.zeros(len(boxes), np.int64), np.zeros(len(boxes), np.int64)
    table = np.column_stack((learnt[:, :1] * 0, learnt[:, : AREA - 1], learnt[:, :1] * 0 + POINT))
    for places, area in areas(boxes):
        size = np.bitwise_count(area).astype(np.int64)
        counts = _can_count(area, size, room[places])
        promise[places] += table[promises[places], np.minimum(size, AREA)] * counts
        sizes[places] += size * counts
    total: Ints = (promise * sizes).reshape(-1, len(SYMBOLS)).sum(1)
    total += _pairs(empty) * learnt[part, AREA - 1] + _lonely(empty) * learnt[part, AREA]
    return total


def _can_count(area: Sets, size: Ints, room: Sets) -> Ints:
    """Whether each area has, or can grow to, enough boxes."""
    counts = np.ones(len(area), np.int64)
    small = np.flatnonzero(size < AREA)
    grown, room = area[small], room[small]
    for _ in range(AREA - 1):
        grown = beside(grown) & room
    counts[small] = np.bitwise_count(grown) >= AREA
    return counts


def _pairs(boxes: Sets) -> Ints:
    """The pairs of neighbours in each set."""
    up, right = boxes & boxes >> np.uint64(1), boxes & boxes >> np.uint64(8)
    pairs: Ints = np.bitwise_count(up).astype(np.int64) + np.bitwise_count(right)
    return pairs


def _lonely(boxes: Sets) -> Ints:
    """The boxes of each set without a neighbour in it."""
    one, column = np.uint64(1), np.uint64(8)
    near = boxes << one | boxes >> one | boxes << column | boxes >> column
    lonely: Ints = np.bitwise_count(boxes & ~near).astype(np.int64)
    return lonely


_LEARNT = np.array(weights.TE_TRIX)
