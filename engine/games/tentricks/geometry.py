"""A board of 10 columns and 16 rows as a set of bits.

Cell number = 16 x column + row, both from 0, row 0 at the bottom, so that numbers rise by column, then row. A set of
cells is an integer with bit n set for cell n; a set of rows has bit n set for row n.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cache
from struct import Struct

from ...squares import parse_square, square_name
from .components import HEIGHT, ICONS, WIDTH

COLUMN = (1 << HEIGHT) - 1
BOARD = (1 << WIDTH * HEIGHT) - 1

_COLUMNS = Struct(f"<{WIDTH}H")


def number(column: int, row: int) -> int:
    """The number of a cell."""
    return HEIGHT * column + row


def name(cell: int) -> str:
    """`a1` for cell 0."""
    return square_name(divmod(cell, HEIGHT))


def parse(text: str) -> int | None:
    """The cell of that name, or None."""
    found = parse_square(text, WIDTH, HEIGHT)
    return None if found is None else number(*found)


def members(bits: int) -> Iterator[int]:
    """The numbers in a set, rising."""
    while bits:
        lowest = bits & -bits
        yield lowest.bit_length() - 1
        bits ^= lowest


def cells_of(numbers: Iterable[int]) -> int:
    """The set of these cells."""
    return sum(1 << cell for cell in numbers)


def columns(cells: int) -> tuple[int, ...]:
    """The rows of each column that are in the set."""
    return _COLUMNS.unpack(cells.to_bytes(_COLUMNS.size, "little"))


def heights(filled: int) -> tuple[int, ...]:
    """For each column, the row just above its highest filled cell."""
    return tuple([column.bit_length() for column in columns(filled)])


def full_rows(filled: int) -> int:
    """The rows in which all ten cells are filled: columns are combined by AND, halves first."""
    half = filled & filled >> 5 * HEIGHT
    pairs = half & half >> HEIGHT
    return pairs & pairs >> 2 * HEIGHT & half >> 4 * HEIGHT & COLUMN


def from_row(row: int) -> int:
    """The cells in that row and above."""
    return _FROM_ROW[row]


def shadow(cells: int) -> int:
    """The cells above any of these, up to the top of the board, these themselves left out."""
    above = 0
    for cell in members(cells):
        above |= (COLUMN << cell) & (COLUMN << cell // HEIGHT * HEIGHT)
    return above & ~cells


def neighbours(cells: int) -> int:
    """The cells that share an edge with one of these, these themselves left out."""
    up = (cells & ~_TOP) << 1
    down = (cells & ~_BOTTOM) >> 1
    return (up | down | cells << HEIGHT | cells >> HEIGHT) & BOARD & ~cells


_BOTTOM = cells_of(range(0, WIDTH * HEIGHT, HEIGHT))
_TOP = _BOTTOM << HEIGHT - 1
_FROM_ROW = tuple(_BOTTOM * (COLUMN >> row << row) for row in range(HEIGHT + 1))

ICON_CELLS = tuple(cell for name_ in ICONS if (cell := parse(name_)) is not None)
_ALL_ICONS = cells_of(ICON_CELLS)


def icons_under(cells: int) -> int:
    """The icons that these cells cover, as a set of their places in `ICONS`."""
    covered = cells & _ALL_ICONS
    return _places_of(covered) if covered else 0


@cache  # few icons lie together under a piece
def _places_of(covered: int) -> int:
    return sum(1 << place for place, cell in enumerate(ICON_CELLS) if covered >> cell & 1)
