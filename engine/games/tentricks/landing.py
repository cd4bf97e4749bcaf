"""A shape let down onto a board: all places where it comes to rest, as sets of bits (1.5 to 1.8).

A place is the column and the row of the piece's first cell. Bit 32 x column + row of an integer stands for a place, and
in the same way for a cell, so that a column has 16 rows and 16 empty bits above them. A set of cells, shifted down by
the offset of one cell of the shape, is the set of places from which that cell would meet one of these cells. The empty
bits catch everything that a shift carries out of its column.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import chain, compress
from operator import not_
from struct import Struct
from typing import NamedTuple

from ...drop import underside
from ...squares import Square
from . import geometry
from .components import HEIGHT, WIDTH
from .moves import Place
from .pieces import Piece
from .shapes import OF_KIND, SHAPES

_APART = 32
"""Bits from one column to the next."""

_COLUMNS = Struct(f"<{WIDTH}I")
_by_column = _COLUMNS.unpack
_by_way = Struct(f"<{2 * WIDTH}H").unpack
_SIZE = _COLUMNS.size
"""Bytes of a set."""


class Form(NamedTuple):
    """A shape as it falls, and its moves."""

    cells: tuple[int, ...]
    """Offsets of its cells from the first one, except for that one."""
    under: tuple[int, ...]
    """Offsets of the lowest cell of each column but the first."""
    room: tuple[int, ...]
    """For each number of rows under the bar, the places below the bar."""
    drops: tuple[Place, ...]
    """The moves without a slide, by column."""
    slides: tuple[Place, ...]
    """The slides: right from the first column, left to it, right from the second column, left to it, and so on; each
    twice, for the two bytes of a set of rows."""


Landing = tuple[int, int, int]
"""The places of a form below the bar, a set for each way to get there: straight down, sliding right, sliding left; so
that the index is a move's `slide`, with the last for -1. No place is in two sets."""


def lanes(cells: int) -> int:
    """The set with columns as far apart as here; cells are numbered as in `geometry`."""
    return int.from_bytes(_COLUMNS.pack(*geometry.columns(cells)), "little")


def landings(kind: int, cells: int, bar: int) -> list[Landing]:
    """The places of each form of the type on a board with these cells filled."""
    solid = lanes(cells)
    empty = BOARD ^ solid
    for depth in (1, 2, 4, 8):
        solid |= solid >> depth
    solid &= BOARD
    return [_landing(form, empty, solid, bar) for form in FORMS[kind]]


def _landing(form: Form, empty: int, solid: int, bar: int) -> Landing:
    """The places of a form. `solid` are the filled cells and all cells below one of them, `empty` the cells that are
    not filled.

    A drop ends at the lowest free place of its column. Of two moves to one place the drop counts, then the slide to the
    right. A slide to a free place is always possible; one to a shut place has to fit into the empty cells there.
    """
    cells, under, rooms, _, _ = form
    blocked = solid
    for offset in under:
        blocked |= solid >> offset
    room = rooms[bar]
    shut = room & blocked
    free = room ^ shut
    straight = free ^ (free & free << 1)
    right, left = straight << _APART, straight >> _APART
    fitting = (right | left) & shut & empty
    for offset in cells:
        if not fitting:
            break
        fitting &= empty >> offset
    aside = free ^ straight | fitting
    right &= aside
    left &= aside
    return straight, right, left ^ left & right


def meeting(offsets: tuple[int, ...], cells: int) -> int:
    """The places in which a shape with cells at these offsets from the first has one of the cells."""
    met = cells
    for offset in offsets:
        met |= cells >> offset
    return met


def moves(kind: int, found: Iterable[Landing]) -> tuple[list[Place], list[Place]]:
    """The moves to places below the bar, for each form its drops, then its slides; and the drops that end nowhere below
    it."""
    sound: list[Place] = []
    over: list[Place] = []
    for (_, _, _, drops, slides), (straight, right, left) in zip(FORMS[kind], found, strict=False):
        if straight.bit_count() == len(drops):
            sound += drops
        else:
            columns = _by_column(straight.to_bytes(_SIZE, "little"))
            sound += compress(drops, columns)
            over += compress(drops, map(not_, columns))
        ways = right >> _APART | left << HEIGHT
        if ways:
            sound += compress(slides, ways.to_bytes(_SIZE, "little"))
    return sound, over


def pieces(kind: int, found: Iterable[Landing]) -> Iterator[Piece]:
    """The pieces as they lie after the moves to places below the bar, in the order of `moves`."""
    for shape, (straight, right, left) in zip(OF_KIND[kind], found, strict=True):
        for column, rows in enumerate(_by_column(straight.to_bytes(_SIZE, "little"))):
            if rows:
                yield Piece(HEIGHT * column + rows.bit_length() - 1, shape)
        ways = right >> _APART | left << HEIGHT
        for way, rows in enumerate(_by_way(ways.to_bytes(_SIZE, "little"))):
            if rows:
                column = way // 2 if way % 2 else way // 2 + 1
                yield Piece(HEIGHT * column + rows.bit_length() - 1, shape)


def first_cell(landing: Landing, move: Place) -> int | None:
    """The first cell of the piece after the move; None if the move leads to no place in the sets."""
    _, column, slide = move
    column += slide
    rows = landing[slide] >> _APART * column & geometry.COLUMN if column >= 0 else 0
    return HEIGHT * column + rows.bit_length() - 1 if rows else None


def _form(number: int) -> Form:
    shape = SHAPES[number]
    columns = range(WIDTH - shape.width + 1)
    first, *others = map(_number, shape.cells)
    _, *under = (_number(lowest) - first for lowest in enumerate(underside(shape.cells)))
    drops, left, right = (tuple(Place(number, column, slide) for column in columns) for slide in (0, -1, 1))
    return Form(
        cells=tuple(cell - first for cell in others),
        under=tuple(under),
        room=tuple(
            _places(columns, range(shape.rise, shape.rise + bar - shape.height + 1)) for bar in range(HEIGHT + 1)
        ),
        drops=drops,
        slides=tuple(chain.from_iterable(zip(right, right, left[1:], left[1:], strict=False))),
    )


def _number(cell: Square) -> int:
    column, row = cell
    return _APART * column + row


def _places(columns: Iterable[int], rows: Iterable[int]) -> int:
    return geometry.cells_of(_number((column, row)) for column in columns for row in rows)


BOARD = _places(range(WIDTH), range(HEIGHT))
"""All cells."""

FORMS = tuple(tuple(map(_form, numbers)) for numbers in OF_KIND)
"""For each type, its shapes in their order."""
