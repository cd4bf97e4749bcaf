"""Every placement of a piece in a tower, and the icons behind it, as sets of bits.

Bit number = 8 x row + column, row 0 at the bottom: a row is a byte, and a set of squares fits in 15 bytes.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from ...drop import moved, topside, underside
from ...polyomino import Cells, orientations, shape, size
from ...squares import Square
from .components import COLUMNS, DIAMOND, MINO, MINOS_IN_THE_BOX, ROWS, SHAPES, TOWER, Way

LETTERS = tuple(SHAPES)


@dataclass(frozen=True, slots=True)
class Piece:
    """A tetrimino or mino in one orientation over one column, standing on row 0."""

    number: int
    """Its place in `PIECES`."""
    letter: str
    orientation: int
    column: int
    """The column of its leftmost cells."""
    cells: Cells
    under: tuple[int, ...]
    """For each of its columns, the row of the lowest cell."""
    tops: tuple[int, ...]
    """For each of its columns, the row just above the highest cell."""
    ceiling: int
    """The highest row that its lowest cells may rest in without standing above the tower."""
    squares: int
    """Its cells as a set of bits; shifted by 8 a row."""
    raised: tuple[bytes, ...]
    """For each row, the heights of its columns once its lowest cells rest there."""


def squares_of(cells: Iterable[Square]) -> int:
    """The set of bits for some squares."""
    return sum(1 << COLUMNS * row + column for column, row in cells)


def _pieces() -> Iterator[Piece]:
    number = 0
    for letter, drawing in (*SHAPES.items(), (MINO, "#")):
        for orientation, cells in orientations(shape(drawing), flips=False).items():
            width, height = size(cells)
            for column in range(COLUMNS - width + 1):
                standing = moved(cells, column, 0)
                yield Piece(
                    number,
                    letter,
                    orientation,
                    column,
                    standing,
                    underside(cells),
                    topside(cells),
                    ROWS - height,
                    squares_of(standing),
                    tuple(bytes([row + top for top in topside(cells)]) for row in range(ROWS - height + 1)),
                )
                number += 1


PIECES = tuple(_pieces())
"""All placements: by shape, then orientation, then column; minos last."""

PIECES_OF: Mapping[str, tuple[Piece, ...]] = {
    letter: tuple(piece for piece in PIECES if piece.letter == letter) for letter in (*LETTERS, MINO)
}

MINOS = PIECES_OF[MINO]
"""The minos, by column."""

NUMBERS_OF: Mapping[str, int] = {letter: sum(1 << piece.number for piece in PIECES_OF[letter]) for letter in PIECES_OF}
"""The numbers of the pieces of a letter, as a set of bits."""


def _fitting(column: int, height: int) -> int:
    return sum(
        1 << piece.number
        for piece in PIECES
        if not 0 <= (own := column - piece.column) < len(piece.under) or height - piece.under[own] <= piece.ceiling
    )


FITTING = tuple(
    tuple(_fitting(column, height) if height <= ROWS else 0 for height in range(ROWS + MINOS_IN_THE_BOX + 1))
    for column in range(COLUMNS)
)
"""For each column and each height of it, the numbers of the pieces that then stay within the tower in this column, as a
set of bits; empty if the column itself is too high. A piece fits into a tower if it is in the sets of all columns."""

PIECE_NAMED: Mapping[tuple[str, int, int], Piece] = {
    (piece.letter, piece.orientation, piece.column): piece for piece in PIECES
}

PIECE_ON: Mapping[tuple[str, Cells], Piece] = {(piece.letter, piece.cells): piece for piece in PIECES}
"""The piece of that letter that stands on these squares, the lowest of them in row 0."""


def _marks(way: Way) -> Iterator[tuple[Square, str]]:
    for line, text in enumerate(TOWER):
        for column, mark in enumerate(text):
            row = ROWS - 1 - line
            yield (column, row) if way == "up" else (COLUMNS - 1 - column, ROWS - 1 - row), mark


MARKS: Mapping[Way, Mapping[Square, str]] = {
    way: {square: mark for square, mark in _marks(way) if mark != "."} for way in ("up", "down")
}
"""For each way of standing, the print behind each square: a shape's letter or `*`."""


def _printed(way: Way, wanted: str) -> int:
    return squares_of(square for square, mark in MARKS[way].items() if mark == wanted)


ICONS: Mapping[Way, Mapping[str, int]] = {
    way: {letter: _printed(way, letter) for letter in (*LETTERS, MINO)} for way in ("up", "down")
}
"""For each way of standing, the squares with the icon of each shape; a mino has none."""

DIAMONDS: Mapping[Way, int] = {way: _printed(way, DIAMOND) for way in ("up", "down")}
