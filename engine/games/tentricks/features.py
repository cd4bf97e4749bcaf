"""Facts about many boards at once, by which the network judges them (`network`). All are whole numbers.

A batch of boards is its columns, shape (10, n): bit r of a column is its cell in row r. Arrays have a row for each fact
and a column for each board, because numpy is quicker along rows.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ...drop import underside
from . import geometry
from .components import HEIGHT, TYPES, WIDTH
from .shapes import SHAPES

Ints = NDArray[np.int64]
Columns = NDArray[np.uint16]
Bools = NDArray[np.bool_]

ROOMS = 8
"""Seven free rows or more between the highest piece and the bar count the same."""
STEPS = 7
"""Steps between neighbouring columns: from three down to three up, or more."""
DEPTHS = 9
"""Columns that are further below the bar than eight rows count the same."""
_DEEP = 2
"""A column that lies deeper than this below both neighbours is a well."""
_SOME, _MANY = 4, 7
"""Filled cells from which a row counts as begun, and as nearly full."""
_WIDEST = 4

_EVERY = np.arange(1 << HEIGHT)
_HEIGHTS = (_EVERY[:, None] >> np.arange(HEIGHT) > 0).sum(1, dtype=np.int8)
"""For each column, the row just above its highest filled cell."""
COUNTS = (_EVERY[:, None] >> np.arange(HEIGHT) & 1).sum(1, dtype=np.int8)
"""For each column, the number of filled cells."""
_ROWS = np.arange(HEIGHT, dtype=np.int8)[:, None]
_ICON_COLUMNS = np.array(geometry.ICON_CELLS) // HEIGHT
_ICON_ROWS = np.array(geometry.ICON_CELLS)[:, None] % HEIGHT


def columns_of(cells: Sequence[int]) -> Columns:
    """The columns of boards with these cells filled, which are numbered as in `geometry`."""
    size = WIDTH * HEIGHT // 8
    joined = b"".join([each.to_bytes(size, "little") for each in cells])
    return np.ascontiguousarray(np.frombuffer(joined, np.dtype("<u2")).reshape(-1, WIDTH).T)


class Places(NamedTuple):
    """The fate of the next piece, for each type and board; each of shape (10, n)."""

    fits: Bools
    """Whether it has a place below the bar."""
    overlaps: Bools
    """Whether it can be dropped so that it overlaps the bar."""
    even: Bools
    """Whether it can lie below the bar without a gap below it."""
    low: Bools
    """Whether it can do so without rising above the highest piece."""


class Surface(NamedTuple):
    """The tops of the columns, as numbers of entries of tables; each of shape (places, n)."""

    pairs: Ints
    """Two neighbouring steps up or down, from 0 to `STEPS` squared."""
    edges: Ints
    """The step from the outermost column at each side, from 0 to `STEPS`."""
    depths: Ints
    """Rows from the bar down to each column, from 0 to `DEPTHS`."""


class Facts(NamedTuple):
    """The facts about each board that are counted; each of shape (n,) or (facts, n)."""

    room: Ints
    """One row for each number of free rows between the highest piece and the bar: one or zero."""
    counts: Ints
    """Free cells up to the bar above the columns, steps between columns, holes, rows with holes, begun rows without,
    their cells, full rows, rows below the bar."""
    icons: Ints
    """Icons that a drop can cover, and those of them below the bar."""
    near: Bools
    """Whether a drop can cover an icon below the bar, by the order of `ICONS`; shape (icons, n)."""
    shapes: Ints
    """Depths of wells, nearly full rows, rows half full."""
    places: Places
    surface: Surface

    def at(self, boards: slice | Ints) -> Facts:
        """Those about the boards at these places."""
        *own, places, surface = self
        each = [array[..., boards] for array in (*own, *places, *surface)]
        return _facts(each)

    @classmethod
    def joined(cls, parts: Sequence[Facts]) -> Facts:
        """Those about the boards of all parts."""
        arrays = [(*own, *places, *surface) for *own, places, surface in parts]
        return _facts([np.concatenate(each, -1) for each in zip(*arrays, strict=True)])


def _facts(arrays: Sequence[Any]) -> Facts:
    """From all arrays of facts, places and surface."""
    room, counts, icons, near, shapes, *rest = arrays
    places = len(Places._fields)
    return Facts(room, counts, icons, near, shapes, Places(*rest[:places]), Surface(*rest[places:]))


def facts_of(columns: Columns, bars: Ints) -> Facts:
    """The facts about boards with these columns and numbers of rows below their bars, shape (n,)."""
    heights = _HEIGHTS[columns]
    highest = heights.max(0)
    room = np.clip(bars - highest, 0, ROOMS - 1)
    rows = _rows_of(columns, heights, bars)
    filled = COUNTS[columns].sum(0, dtype=np.int16)
    total = heights.sum(0, dtype=np.int16)
    steps = np.abs(np.diff(heights, axis=0)).sum(0, dtype=np.int16)
    open_icons = heights[_ICON_COLUMNS] <= _ICON_ROWS
    near = open_icons & (bars > _ICON_ROWS)
    return Facts(
        room=(room == np.arange(ROOMS)[:, None]).astype(np.int64),
        counts=np.stack((WIDTH * bars - total, steps, total - filled, *rows[:4], bars)),
        icons=np.stack((open_icons.sum(0, dtype=np.int16), near.sum(0, dtype=np.int16))),
        near=near,
        shapes=np.stack((_wells(heights), *rows[4:])),
        places=_places(heights, highest, bars),
        surface=_surface(heights, bars),
    )


def _surface(heights: NDArray[np.int8], bars: Ints) -> Surface:
    most = STEPS // 2
    steps = np.clip(np.diff(heights, axis=0), -most, most).astype(np.int64) + most
    return Surface(
        pairs=steps[:-1] * STEPS + steps[1:],
        edges=np.stack((STEPS - 1 - steps[0], steps[-1])),
        depths=np.clip(bars - heights, 0, DEPTHS - 1),
    )


def _rows_of(columns: Columns, heights: NDArray[np.int8], bars: Ints) -> list[Ints]:
    """Rows below the bar: with holes, begun, cells in begun ones, full, nearly full, half full."""
    filled = np.stack([(columns >> row & 1).sum(0, dtype=np.int8) for row in range(HEIGHT)])
    covered = np.stack([(heights > row).sum(0, dtype=np.int8) for row in range(HEIGHT)])
    below = bars > _ROWS
    full = below & (filled == WIDTH)
    whole = below & (covered == filled) & ~full
    begun = whole & (filled > 0)
    near = begun & (filled >= _MANY)
    half = begun & (filled >= _SOME) & ~near
    counted = (below & (covered > filled), begun, begun * filled, full, near, half)
    return [each.sum(0, dtype=np.int16) for each in counted]


def _wells(heights: NDArray[np.int8]) -> Ints:
    """How far columns lie below both neighbours, beyond the depth that makes a well; a wall is as high as the board."""
    wall = np.full((1, heights.shape[1]), HEIGHT, np.int8)
    lower = np.minimum(np.vstack((wall, heights[:-1])), np.vstack((heights[1:], wall)))
    wells: Ints = np.maximum(lower - heights - _DEEP, 0).sum(0, dtype=np.int16)
    return wells


def _drops() -> tuple[NDArray[np.int64], NDArray[np.int8], NDArray[np.int8], list[slice]]:
    """For every straight drop, by type: its columns and the undersides of the shape there, shapes (4, drops) and
    (4, drops, 1), the height of the shape, shape (drops, 1), and the places of each type. A narrow shape repeats its
    last column."""
    columns = list[list[int]]()
    undersides = list[list[int]]()
    tall, kinds = list[list[int]](), list[slice]()
    for kind in range(len(TYPES)):
        first = len(columns)
        for shape in (each for each in SHAPES if each.kind == kind):
            under = underside(shape.cells)
            for column in range(WIDTH - shape.width + 1):
                places = [min(place, shape.width - 1) for place in range(_WIDEST)]
                columns.append([column + place for place in places])
                undersides.append([under[place] for place in places])
                tall.append([shape.height])
        kinds.append(slice(first, len(columns)))
    return np.array(columns).T, np.array(undersides, np.int8).T[:, :, None], np.array(tall, np.int8), kinds


_DROP_COLUMNS, _UNDERSIDES, _TALL, _OF_KIND = _drops()


def _places(heights: NDArray[np.int8], highest: NDArray[np.int8], bars: Ints) -> Places:
    rest = heights[_DROP_COLUMNS[0]] - _UNDERSIDES[0]
    lowest = rest.copy()
    for columns, under in zip(_DROP_COLUMNS[1:], _UNDERSIDES[1:], strict=True):
        level = heights[columns]
        level -= under
        np.maximum(rest, level, out=rest)
        np.minimum(lowest, level, out=lowest)
    even = rest == lowest
    rest += _TALL
    fits = rest <= bars.astype(np.int8)
    even &= fits
    return Places(*(_by_kind(drops) for drops in (fits, ~fits, even, even & (rest <= highest))))


def _by_kind(drops: Bools) -> Bools:
    """For each type whether any of its drops is true."""
    return np.stack([drops[kind].any(0) for kind in _OF_KIND])
