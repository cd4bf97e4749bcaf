"""A sheet of seven by seven boxes, as sets of bits.

Box number = 8 x column + row, so that numbers rise by column, then row; numbers with row 7 belong to no box, which
keeps columns apart when a set is shifted. A set of boxes is an integer with bit n set for box n.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

from ...squares import parse_square
from .components import PRINTED_ON, SHEETS, SIDE, SYMBOLS, Symbol

_COLUMN = 8


def box(column: int, row: int) -> int:
    """The set of that one box; empty for a place beside the sheet."""
    return 1 << _COLUMN * column + row if 0 <= column < SIDE and 0 <= row < SIDE else 0


ALL = sum(box(column, row) for column in range(SIDE) for row in range(SIDE))
"""Every box of a sheet."""


@dataclass(frozen=True, slots=True)
class Sheet:
    """One seat's sheet: the boxes with each symbol, the printed one included."""

    o: int = 0
    s: int = 0
    x: int = 0

    @property
    def taken(self) -> int:
        """The boxes with any symbol."""
        return self.o | self.s | self.x

    def of(self, symbol: Symbol) -> int:
        """The boxes with one symbol."""
        return self.o if symbol == "O" else self.s if symbol == "S" else self.x

    def with_symbols(self, symbols: str, boxes: tuple[int, ...]) -> Sheet:
        """The sheet after `symbols[i]` has been entered in `boxes[i]`, a set of one box or of none."""
        o, s, x = self.o, self.s, self.x
        for symbol, place in zip(symbols, boxes, strict=True):
            if symbol == "O":
                o |= place
            elif symbol == "S":
                s |= place
            else:
                x |= place
        return Sheet(o, s, x)


def printed_box() -> int:
    """The box with the printed symbol."""
    square = parse_square(PRINTED_ON, SIDE, SIDE)
    if square is None:
        raise ValueError(f"no box is called {PRINTED_ON}")
    return box(*square)


FRESH = tuple(Sheet().with_symbols(symbol, (printed_box(),)) for _, symbol in SHEETS)
"""Each seat's sheet at the start."""


@lru_cache(maxsize=1 << 12)
def areas(boxes: int) -> tuple[int, ...]:
    """The parts of a set that are connected by edges, the one with the lowest box first."""
    found = []
    while boxes:
        area = _spread(boxes & -boxes, boxes)
        found.append(area)
        boxes ^= area
    return tuple(found)


def beside(boxes: int) -> int:
    """The boxes of the sheet that share an edge with a box of the set, or belong to it."""
    return (boxes | boxes << 1 | boxes >> 1 | boxes << _COLUMN | boxes >> _COLUMN) & ALL


def members(boxes: int) -> Iterator[int]:
    """The sets of one box that make up the set, rising."""
    while boxes:
        lowest = boxes & -boxes
        yield lowest
        boxes ^= lowest


def rows_of(sheet: Sheet) -> list[str]:
    """Seven strings of seven marks, top row first: `.` or a symbol."""
    return ["".join(mark_at(sheet, box(column, row)) for column in range(SIDE)) for row in reversed(range(SIDE))]


def mark_at(sheet: Sheet, place: int) -> str:
    """The symbol in a box, or `.`."""
    return next((symbol for symbol in SYMBOLS if sheet.of(symbol) & place), ".")


def _spread(area: int, boxes: int) -> int:
    while (grown := beside(area) & boxes) != area:
        area = grown
    return area
