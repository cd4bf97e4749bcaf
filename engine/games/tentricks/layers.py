"""Sets of places of a piece, as bits; and sets of cells in the same layout.

A place is a shape of the piece's type, and the column and the row of the shape's first cell. A set has a layer of 640
bits for each shape of the type. Bit 32 x column + row of a layer stands for a place of the shape, or for a cell. So
columns have 16 rows and 16 empty bits above them, and the upper half of a layer is empty, too.

Shifted down by the offset of one cell of a shape, a set of cells is the set of places from which that cell would meet
one of these cells. The empty bits catch everything that a shift carries out of its column.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from struct import Struct
from typing import NamedTuple

from . import geometry
from .components import HEIGHT, WIDTH
from .moves import Place
from .shapes import OF_KIND, SHAPES, Shape

APART = 32
"""Bits from one column to the next."""

HALF = APART * WIDTH
"""Bits of the columns of a layer."""

_LAYER = 2 * HALF

_COLUMNS = Struct(f"<{WIDTH}I{HALF // 8}x")


class Layers(NamedTuple):
    """The shapes of a type."""

    number: int
    offsets: tuple[tuple[int, int], ...]
    """Each offset of a cell from the first one, with the places of the shapes with such a cell. Some of these places
    are above the board, but never so high that the whole piece is."""
    room: tuple[int, ...]
    """For each number of rows under the bar, the places below the bar."""
    columns: int
    """The bits of the columns in which a shape can fall, down to the lowest row."""
    edges: int
    """The bit above each of these columns."""
    drops: tuple[Place, ...]
    """The drops in all columns of all layers."""
    ways: tuple[Place, ...]
    """For each layer the drops, each twice, then the slides: right from the first column, left to it, right from the
    second column, left to it, and so on. Moves that do not exist fill the places between."""
    size: int
    """Bytes of a set."""
    rows: Struct
    """Takes a set apart: rows of each column, and of the bits between columns."""


def spread(cells: int, layers: int) -> int:
    """That number of layers, all with these cells, which are numbered as in `geometry`."""
    return int.from_bytes(_COLUMNS.pack(*geometry.columns(cells)) * layers, "little")


def _layers(numbers: tuple[int, ...]) -> Layers:
    shapes = [SHAPES[number] for number in numbers]
    size = _LAYER // 8 * len(shapes)
    return Layers(
        number=len(shapes),
        offsets=tuple((offset, _with_cell(shapes, offset)) for offset in sorted(set().union(*map(_offsets, shapes)))),
        room=tuple(_stacked(_room(shape, bar) for shape in shapes) for bar in range(HEIGHT + 1)),
        columns=_stacked(_places(_columns(shape), range(HEIGHT)) for shape in shapes),
        edges=_stacked(_places(_columns(shape), [HEIGHT]) for shape in shapes),
        drops=tuple(Place(number, column) for number in numbers for column in range(_LAYER // APART)),
        ways=tuple(move for number in numbers for move in _ways(number)),
        size=size,
        rows=Struct(f"<{size // 2}H"),
    )


def _stacked(sets: Iterable[int]) -> int:
    """One set in each layer."""
    return sum(bits << _LAYER * layer for layer, bits in enumerate(sets))


def _with_cell(shapes: Iterable[Shape], offset: int) -> int:
    """The places, while the lowest cell is on the board, of the shapes with a cell at that offset from the first."""
    return _stacked(
        _places(range(WIDTH), range(shape.rise, shape.rise + HEIGHT)) if offset in _offsets(shape) else 0
        for shape in shapes
    )


def _offsets(shape: Shape) -> set[int]:
    """From the first cell to the others."""
    first, *others = (_bit(*cell) for cell in shape.cells)
    return {other - first for other in others}


def _room(shape: Shape, bar: int) -> int:
    return _places(_columns(shape), range(shape.rise, shape.rise + bar - shape.height + 1))


def _columns(shape: Shape) -> range:
    return range(WIDTH - shape.width + 1)


def _ways(number: int) -> Iterator[Place]:
    for column in range(WIDTH):
        yield from (Place(number, column), Place(number, column))
    for column in range(WIDTH):
        yield from (Place(number, column, 1), Place(number, column + 1, -1))


def _places(columns: Iterable[int], rows: Iterable[int]) -> int:
    return geometry.cells_of(_bit(column, row) for column in columns for row in rows)


def _bit(column: int, row: int) -> int:
    return APART * column + row


OF_TYPE = tuple(map(_layers, OF_KIND))
"""The layers of each type."""

STARTS = tuple(_LAYER * layer for numbers in OF_KIND for layer in range(len(numbers)))
"""The number of the first bit of each shape's layer."""
