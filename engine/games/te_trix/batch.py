"""Many sheets at once, by numpy: their points, and all ways to enter shapes into them.

A batch of `n` sheets has shape (n, 3): the boxes of O, S and X as sets of bits (`sheet`). Each sheet can have a shape
of its own to enter. Shapes are numbered by their places in `SHAPES_MADE`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from itertools import combinations_with_replacement
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from .components import AREA, DICE, SYMBOLS
from .moves import Arrange
from .placements import over_edge, placements
from .shapes import arrangements
from .sheet import ALL, Sheet

Sets = NDArray[np.uint64]
Ints = NDArray[np.int64]
Bools = NDArray[np.bool_]

SHAPES_MADE: Sequence[Arrange] = tuple(
    arrange for dice in combinations_with_replacement(SYMBOLS, DICE) for arrange in arrangements("".join(sorted(dice)))
)
"""Every shape that four dice can make."""

NUMBERS: Mapping[Arrange, int] = {arrange: number for number, arrange in enumerate(SHAPES_MADE)}

NONE = np.uint64(0)
_ALL = np.uint64(ALL)
_ONE, _COLUMN = np.uint64(1), np.uint64(8)


class Ways(NamedTuple):
    """The ways to enter shapes, those of each shape one after the other in the order of `placements`."""

    sets: Sets
    """The boxes that each adds to a sheet, shape (ways, 3)."""
    boxes: Sets
    """All of them in one set, shape (ways,)."""
    over: Ints
    """Symbols that run over the edge, shape (ways,)."""
    first: Ints
    """For each shape, the place of its first way."""
    number: Ints
    """For each shape, the number of its ways."""


class Entries(NamedTuple):
    """Sheets after shapes have been entered in every way that fits. Those of one sheet lie together."""

    sheets: Sets
    sources: Ints
    """For each, the place of the sheet before, rising."""
    ways: Ints
    """The place of each in `Ways`."""


@cache
def all_ways() -> Ways:
    """The table of all ways. It takes a third of a second to make."""
    made = [placements(arrange) for arrange in SHAPES_MADE]
    sets = np.zeros((sum(map(len, made)), len(SYMBOLS)), np.uint64)
    row = 0
    for arrange, entered in zip(SHAPES_MADE, made, strict=True):
        places = [SYMBOLS.index(symbol) for symbol in arrange.symbols]
        for placement in entered:
            for place, box in zip(places, placement.each, strict=True):
                sets[row, place] |= np.uint64(box)
            row += 1
    number = np.array(list(map(len, made)))
    over = np.array([over_edge(placement.boxes) for entered in made for placement in entered])
    return Ways(sets, np.bitwise_or.reduce(sets, axis=1), over, np.cumsum(number) - number, number)


def entries(sheets: Sets, shapes: Ints, may_run_over: Ints) -> Entries:
    """All ways to enter a shape into each sheet.

    `shapes` has the number of the shape for each sheet, `may_run_over` the symbols that may run over its edge.
    """
    table = all_ways()
    number = table.number[shapes]
    sources = np.repeat(np.arange(len(sheets)), number)
    ways = np.arange(len(sources)) + np.repeat(table.first[shapes] - np.cumsum(number) + number, number)
    fits = (taken(sheets)[sources] & table.boxes[ways]) == NONE
    fits &= table.over[ways] <= may_run_over[sources]
    sources, ways = sources[fits], ways[fits]
    return Entries(sheets[sources] | table.sets[ways], sources, ways)


def taken(sheets: Sets) -> Sets:
    """The boxes with any symbol, shape (n,)."""
    boxes: Sets = sheets[:, 0] | sheets[:, 1] | sheets[:, 2]
    return boxes


def beside(boxes: Sets) -> Sets:
    """The boxes that share an edge with a box of the set, or belong to it."""
    around: Sets = (boxes | boxes << _ONE | boxes >> _ONE | boxes << _COLUMN | boxes >> _COLUMN) & _ALL
    return around


def areas(boxes: Sets) -> Iterator[tuple[Ints, Sets]]:
    """The connected parts of each set: in each step the places of the sets that have one more, and that area."""
    places = np.flatnonzero(boxes)
    left = boxes[places]
    while len(places):
        area = _spread(left & (~left + _ONE), left)
        yield places, area
        left = left & ~area
        going_on = left != NONE
        places, left = places[going_on], left[going_on]


def points(sheets: Sets) -> Ints:
    """Areas times boxes, summed over the symbols, shape (n,)."""
    boxes = sheets.reshape(-1)
    large, sizes = np.zeros(len(boxes), np.int64), np.zeros(len(boxes), np.int64)
    for places, area in areas(boxes):
        size = np.bitwise_count(area).astype(np.int64)
        counts = size >= AREA
        large[places] += counts
        sizes[places] += size * counts
    total: Ints = (large * sizes).reshape(-1, len(SYMBOLS)).sum(1)
    return total


def free(sheets: Sets) -> Sets:
    """The boxes without a symbol, shape (n,)."""
    boxes: Sets = _ALL & ~taken(sheets)
    return boxes


def as_batch(sheets: Sequence[Sheet]) -> Sets:
    """Sheets as a batch."""
    return np.array([[sheet.of(symbol) for symbol in SYMBOLS] for sheet in sheets], np.uint64).reshape(-1, len(SYMBOLS))


def _spread(area: Sets, boxes: Sets) -> Sets:
    """The connected part of the boxes that contains the area."""
    grown: Sets = beside(area) & boxes
    growing = np.flatnonzero(grown != area)
    if len(growing):
        grown[growing] = _spread(grown[growing], boxes[growing])
    return grown
