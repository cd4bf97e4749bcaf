"""The possible places of a shape. All tables are for an empty sheet; taken boxes only remove places."""

from __future__ import annotations

from functools import cache, lru_cache
from itertools import chain
from operator import getitem, lshift
from struct import Struct
from typing import NamedTuple

from .components import DICE, SHAPES, SIDE, SYMBOLS
from .moves import Arrange, Place
from .shapes import TURNED, Cells
from .sheet import ALL, box


class Placement(NamedTuple):
    """A way to lay a shape on a sheet."""

    place: Place
    boxes: int
    """The boxes in which symbols are entered."""
    each: tuple[int, ...]
    """The box of each symbol, in the shape's reading order; empty for one that runs over the edge."""


_REACH = DICE - 1
"""The distance of a corner left of the sheet in columns, or above it in rows, at most."""


def _placement(cells: Cells, place: Place) -> Placement:
    each = tuple(box(place.column + right, place.row - down) for right, down in cells)
    return Placement(place, sum(each), each)


def _everywhere(shape: str) -> dict[Place, Placement]:
    placements = (
        _placement(cells, Place(turns, column, row))
        for turns, cells in enumerate(TURNED[shape])
        for column in range(-_REACH, SIDE)
        for row in range(SIDE + _REACH)
    )
    return {placement.place: placement for placement in placements if placement.boxes}


EVERYWHERE = {shape: _everywhere(shape) for shape in SHAPES}
"""For each shape all ways to enter at least one symbol, by turns, corner column and corner row."""

_FOOTPRINTS = {
    shape: tuple(dict.fromkeys(placement.boxes for placement in placements.values()))
    for shape, placements in EVERYWHERE.items()
}
"""For each shape the different sets of boxes that it can take."""


_OF_SYMBOL: dict[str, int] = {symbol: index * ALL.bit_length() for index, symbol in enumerate(SYMBOLS)}


@cache  # at most 402 different arrangements
def placements(arrange: Arrange) -> tuple[Placement, ...]:
    """The ways to enter a shape that differ in effect: of those that leave the same symbols, the first."""
    by_effect: dict[int, Placement] = {}
    for placement in EVERYWHERE[arrange.shape].values():
        by_effect.setdefault(_effect(arrange, placement), placement)
    return tuple(by_effect.values())


@cache
def spellings(arrange: Arrange) -> frozenset[Place]:
    """The places of `placements`, to look one up."""
    return frozenset(placement.place for placement in placements(arrange))


def fitting(arrange: Arrange, taken: int, over: int) -> list[Place]:
    """The places of `placements` beside the taken boxes with at most that many symbols over the edge, in their order.

    A taken box rules out the corners from which a cell of the shape would cover it. For each cell of the shape, one
    shift of the whole set finds these corners.
    """
    boxes = int.from_bytes(_SHEET.pack(*taken.to_bytes(SIDE, "little")), "little")
    places: list[Place] = []
    for corners, (first, second, third, fourth), columns in _corners(arrange, over):
        free = corners & ~(boxes << first | boxes << second | boxes << third | boxes << fourth)
        if free:
            rows = _CORNERS.unpack(free.to_bytes(_CORNERS.size, "little"))
            places += chain.from_iterable(map(getitem, columns, rows))
    return places


_APART = 16
"""Between columns in a set of corners: bit 16 x (column + 3) + row stands for a corner at (column, row)."""

_SHEET = Struct(f"<{SIDE}H")
_CORNERS = Struct(f"<{_REACH + SIDE}H")


class _Column(dict[int, tuple[Place, ...]]):
    """The places whose corner is in one column, by the set of its rows. Few of these sets occur."""

    def __init__(self, turns: int, column: int) -> None:
        super().__init__()
        self.turns, self.column = turns, column

    def __missing__(self, rows: int) -> tuple[Place, ...]:
        places = tuple(Place(self.turns, self.column, row) for row in range(SIDE + _REACH) if rows >> row & 1)
        self[rows] = places
        return places


_COLUMNS = tuple(tuple(_Column(turns, column) for column in range(-_REACH, SIDE)) for turns in range(4))
"""By turns, then by column from the left."""


def _shift(cell: tuple[int, int]) -> int:
    """The way from a box to the corner from which this cell of a shape covers the box."""
    right, down = cell
    return _APART * (_REACH - right) + down


@cache  # at most 402 different arrangements
def _corners(arrange: Arrange, over: int) -> tuple[tuple[int, tuple[int, ...], tuple[_Column, ...]], ...]:
    """The corners of `placements` with at most that many symbols over the edge, by turns; with the shifts for the cells
    turned so, and the places by column."""
    sets = [0] * len(TURNED[arrange.shape])
    for place, boxes, _ in placements(arrange):
        if over_edge(boxes) <= over:
            sets[place.turns] |= 1 << _APART * (place.column + _REACH) + place.row
    return tuple(
        (corners, tuple(map(_shift, cells)), columns)
        for corners, cells, columns in zip(sets, TURNED[arrange.shape], _COLUMNS, strict=True)
        if corners
    )


def first_alike(arrange: Arrange, placement: Placement) -> Placement:
    """The placement of `placements` that enters the same symbols in the same boxes."""
    effect = _effect(arrange, placement)
    return next(other for other in placements(arrange) if _effect(arrange, other) == effect)


def _effect(arrange: Arrange, placement: Placement) -> int:
    """The entry of a placement: the boxes of each symbol, as sets beside one another in one integer."""
    return sum(map(lshift, placement.each, map(_OF_SYMBOL.__getitem__, arrange.symbols)))


def over_edge(boxes: int) -> int:
    """The number of symbols of a shape that run over the edge when these boxes are filled."""
    return DICE - boxes.bit_count()


@lru_cache(maxsize=1 << 10)
def has_room(shape: str, taken: int, over: int) -> bool:
    """Whether the shape can be entered beside the taken boxes with at most that many symbols over the edge."""
    fewest = DICE - over
    return any(not boxes & taken and boxes.bit_count() >= fewest for boxes in _FOOTPRINTS[shape])
