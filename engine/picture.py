"""A table as a picture: boards of marks, shelves of things beside them. Data only, drawn alike by every screen.

A picture is made from a state and decides nothing. Each mark has a letter, so that colour is never the only sign.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace

from .squares import Square, column_name


@dataclass(frozen=True, slots=True)
class Mark:
    """What one square shows: one or two characters, and the name of an ink (`inks`)."""

    text: str
    ink: str = "free"


@dataclass(frozen=True, slots=True)
class Note:
    """A fact about a seat, such as `rows` `4`."""

    name: str
    value: str
    words: str = ""
    """The value in words, for where there is room for them; empty if it says all by itself."""


@dataclass(frozen=True, slots=True)
class Board:
    """The board of one seat, or the one that all share (`seat` is None)."""

    seat: int | None
    marks: tuple[tuple[Mark, ...], ...]
    """Rows from the top, as a person sees them."""
    columns: tuple[str, ...]
    rows: tuple[str, ...]
    """Labels, from the top as well."""
    notes: tuple[Note, ...] = ()
    active: bool = False
    """Whether this seat has the turn, where the game knows turns."""

    @property
    def width(self) -> int:
        """The number of columns."""
        return len(self.columns)

    @property
    def height(self) -> int:
        """The number of rows."""
        return len(self.rows)

    def at(self, square: Square) -> Mark:
        """The mark on a square; row 0 is at the bottom."""
        column, row = square
        return self.marks[self.height - 1 - row][column]

    def with_marks(self, marks: Mapping[Square, Mark]) -> Board:
        """The board with other marks on some squares; those beside the board are left out."""
        grid = [list(line) for line in self.marks]
        for (column, row), mark in marks.items():
            if 0 <= column < self.width and 0 <= row < self.height:
                grid[self.height - 1 - row][column] = mark
        return replace(self, marks=tuple(tuple(line) for line in grid))

    def squares(self) -> Iterable[Square]:
        """All squares, by column, then row."""
        return ((column, row) for column in range(self.width) for row in range(self.height))


@dataclass(frozen=True, slots=True)
class Chip:
    """A thing that lies beside the boards: a card, a die, a stone, a token. `word` is what notation calls it."""

    text: str
    ink: str = "plain"
    word: str = ""


@dataclass(frozen=True, slots=True)
class Shelf:
    """Chips that belong together, with a name before them."""

    name: str
    chips: tuple[Chip, ...]


@dataclass(frozen=True, slots=True)
class Picture:
    """A table."""

    boards: tuple[Board, ...]
    shelves: tuple[Shelf, ...] = ()

    def board_of(self, seat: int | None) -> Board:
        """The board that a seat plays on."""
        return next((board for board in self.boards if board.seat == seat), self.boards[0])


def letters(count: int) -> tuple[str, ...]:
    """Column labels from `a`."""
    return tuple(map(column_name, range(count)))


def numbers(count: int) -> tuple[str, ...]:
    """Row labels, the highest first."""
    return tuple(str(count - line) for line in range(count))


def grid(width: int, height: int, marks: Mapping[Square, Mark], empty: Mark) -> tuple[tuple[Mark, ...], ...]:
    """Rows from the top with these marks, and the empty one everywhere else."""
    return tuple(tuple(marks.get((column, row), empty) for column in range(width)) for row in reversed(range(height)))
