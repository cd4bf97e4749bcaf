"""A piece falling straight down into an open board, without turning or sliding on the way.

Columns and rows are counted from 0, row 0 at the bottom. The heights of the columns alone decide where a piece lands:
the number of rows up to the highest filled square, holes included. The board has no top here; the caller checks the
resulting rows. A piece is the cells of one orientation (`polyomino`).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from operator import sub

from .polyomino import Cells
from .squares import Square

Heights = Sequence[int]
"""For each column, the row just above its highest filled square; 0 for an empty column."""


def column_heights(filled: Iterable[Square], width: int) -> tuple[int, ...]:
    """The heights of a board of that width with these squares filled; holes and hanging pieces count as solid."""
    heights = [0] * width
    for column, row in filled:
        heights[column] = max(heights[column], row + 1)
    return tuple(heights)


def underside(cells: Cells) -> tuple[int, ...]:
    """For each column of the piece, from its left, the row of its lowest cell."""
    return tuple(min(row for column, row in cells if column == own) for own in range(_width(cells)))


def topside(cells: Cells) -> tuple[int, ...]:
    """For each column of the piece, from its left, the row just above its highest cell."""
    return tuple(1 + max(row for column, row in cells if column == own) for own in range(_width(cells)))


def resting_row(under: Sequence[int], heights: Heights, column: int) -> int:
    """The row in which the piece's lowest cells come to rest, its leftmost cells being in `column`.

    `under` is the piece's `underside`; all its columns must be on the board.
    """
    row: int = max(map(sub, heights[column : column + len(under)], under))
    return row


def moved(cells: Cells, column: int, row: int) -> Cells:
    """The squares that a piece fills with the lower left corner of its box there; sorted by column, then row."""
    return tuple((column + right, row + up) for right, up in cells)


def _width(cells: Cells) -> int:
    return 1 + max(column for column, _ in cells)
