"""Where a shape may be entered. All tables are for an empty sheet; what is taken only takes placements away."""

from __future__ import annotations

from functools import cache, lru_cache
from typing import NamedTuple

from .components import DICE, SHAPES, SIDE
from .moves import Arrange, Place
from .shapes import TURNED, Cells
from .sheet import box


class Placement(NamedTuple):
    """A way to lay a shape on a sheet."""

    place: Place
    boxes: int
    """The boxes in which symbols are entered."""
    each: tuple[int, ...]
    """The box of each symbol, in the shape's reading order; empty for one that runs over the edge."""


def _placement(cells: Cells, place: Place) -> Placement:
    each = tuple(box(place.column + right, place.row - down) for right, down in cells)
    return Placement(place, sum(each), each)


def _everywhere(shape: str) -> dict[Place, Placement]:
    reach = DICE - 1
    placements = (
        _placement(cells, Place(turns, column, row))
        for turns, cells in enumerate(TURNED[shape])
        for column in range(-reach, SIDE)
        for row in range(SIDE + reach)
    )
    return {placement.place: placement for placement in placements if placement.boxes}


EVERYWHERE = {shape: _everywhere(shape) for shape in SHAPES}
"""For each shape all ways to enter at least one symbol, by turns, corner column and corner row."""

_FOOTPRINTS = {
    shape: tuple(dict.fromkeys(placement.boxes for placement in placements.values()))
    for shape, placements in EVERYWHERE.items()
}
"""For each shape the different sets of boxes that it can take."""


@cache  # at most 402 different arrangements
def placements(arrange: Arrange) -> dict[Place, Placement]:
    """The ways to enter a shape that differ in effect: of those that leave the same symbols, the first."""
    by_effect: dict[tuple[tuple[int, str], ...], Placement] = {}
    for placement in EVERYWHERE[arrange.shape].values():
        by_effect.setdefault(_effect(arrange, placement), placement)
    return {placement.place: placement for placement in by_effect.values()}


def same_place(arrange: Arrange, placement: Placement) -> Place:
    """The one of `placements` that enters the same symbols in the same boxes."""
    effect = _effect(arrange, placement)
    return next(other.place for other in placements(arrange).values() if _effect(arrange, other) == effect)


def _effect(arrange: Arrange, placement: Placement) -> tuple[tuple[int, str], ...]:
    """What a placement enters: boxes with their symbols, rising."""
    entered = zip(placement.each, arrange.symbols, strict=True)
    return tuple(sorted((place, symbol) for place, symbol in entered if place))


def over_edge(boxes: int) -> int:
    """How many symbols of a shape run over the edge when those boxes are filled."""
    return DICE - boxes.bit_count()


@lru_cache(maxsize=1 << 10)
def has_room(shape: str, taken: int, over: int) -> bool:
    """Whether the shape can be entered beside the taken boxes with at most so many symbols over the edge."""
    fewest = DICE - over
    return any(not boxes & taken and boxes.bit_count() >= fewest for boxes in _FOOTPRINTS[shape])
