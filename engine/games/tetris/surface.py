"""Facts about the surfaces and the holes of many towers at once, in the shapes of `batch`."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from .batch import EACH_ROW, Bytes, Ints, Small, Squares, walled
from .components import COLUMNS
from .pieces import LETTERS, PIECES_OF

ROW = np.uint64((1 << COLUMNS) - 1)
"""All squares of the lowest row."""
SETS = np.arange(1 << len(LETTERS))[:, None] >> np.arange(len(LETTERS)) & 1
"""Whether each set of letters has each of them, shape (128, 7)."""
KINDS = 9
"""Kinds of steps: from three down to three up, and larger ones. No piece lies evenly on a larger one."""
_STEEP = KINDS // 2


def below(squares: Squares) -> Squares:
    """The squares that are filled or lie below a filled one."""
    for shift in (8, 16, 32):
        squares = squares | squares >> np.uint64(shift)
    low, high = squares
    return np.stack((low | (high & ROW) * EACH_ROW[0], high))


def depths(heights: Small) -> Small:
    """How far each column is below the lower of its neighbours, shape (8, n); a wall is as high as the tower."""
    walls = walled(heights)
    lower: Small = np.minimum(walls[:-2], walls[2:]) - heights
    return lower


def kinds(steps: Small) -> Small:
    """The kinds of steps between columns, shape (7, n)."""
    kinds_: Small = np.minimum(np.maximum(steps, np.int8(-_STEEP)), np.int8(_STEEP)) + np.int8(_STEEP)
    return kinds_


def pairs(kinds_: Small) -> Small:
    """The kinds of each two neighbouring steps as one number below 81, shape (6, n)."""
    both: Small = kinds_[:-1] * np.int8(KINDS) + kinds_[1:]
    return both


def even_letters(kinds_: Small, pairs_: Small) -> tuple[Bytes, Bytes]:
    """The letters that lie on the steps without a hole below them, and those with two such places, as sets of bits,
    shape (n,)."""
    level = kinds_ == _STEEP
    flat = (level[:-2] & level[1:-1] & level[2:]).view(np.uint8)  # for an I, which is bit 0
    once = np.ones(kinds_.shape[1], np.uint8)  # an I stands everywhere
    twice = np.zeros(kinds_.shape[1], np.uint8)
    for letters in (*_ON_ONE_STEP.take(kinds_), *_ON_TWO_STEPS.take(pairs_), *flat):
        twice |= once & letters
        once |= letters
    return once, twice


def _outlines(steps: int) -> Iterator[tuple[tuple[int, ...], int]]:
    """Outlines with that number of steps, each with a letter that has such a form, as a bit."""
    for place, letter in enumerate(LETTERS):
        for outline in sorted({tuple(np.diff(piece.under).tolist()) for piece in PIECES_OF[letter]}):
            if len(outline) == steps:
                yield outline, 1 << place


def _letters_on(steps: int) -> Bytes:
    """The letters that lie evenly on each combination of that many steps."""
    table = np.zeros((KINDS,) * steps, np.uint8)
    for outline, letter in _outlines(steps):
        table[tuple(step + _STEEP for step in outline)] |= letter
    return table.reshape(-1)


_ON_ONE_STEP, _ON_TWO_STEPS = _letters_on(1), _letters_on(2)


def by_column(worth: NDArray[np.signedinteger], heights: Small, view: Ints | int = 0) -> Ints:
    """The sum of the worths of the columns, shape (n,); `worth` has views, columns and heights, shape (v, 8, 20)."""
    most = worth.shape[-1]
    total: Ints = worth.reshape(-1).take((_FIRST * most + view * (COLUMNS * most)) + heights).sum(0)
    return total


_FIRST = np.arange(COLUMNS)[:, None]
