"""A table as a picture: boards of marks, and shelves of things beside them. Data only; every renderer draws it alike.

A picture is made from a state and decides nothing. It numbers the seats; renderers insert the names. Each mark has a
letter or a sign, so that colour is never the only sign.
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Literal
from unicodedata import east_asian_width

from .squares import Square, column_name


@dataclass(frozen=True, slots=True)
class Mark:
    """The content of one square."""

    text: str
    """One or two characters: the same as on cards, in notation and in the rules."""
    ink: str = "free"
    """The name of a colour (`cli/games/palette.py`)."""
    sign: str = ""
    """A sign beside the text, such as `+`."""
    seat: int | None = None
    """The seat whose initial comes before the text."""
    piece: int | None = None
    """The piece that covers the square, by a number of its own on this board; squares of one piece are drawn as one."""
    fills: bool = False
    """Whether the text is repeated over the whole square."""
    inset: int = 0
    """The size of the gap around it, if a renderer has room for that: 0, 1 or 2."""
    won: bool = False
    """Whether it has won, or counts in the score sheet, once the game is over. Renderers fade all else then."""

    def shown(self, initials: Sequence[str]) -> str:
        """The initial, the text and the sign."""
        return f"{'' if self.seat is None else initials[self.seat]}{self.text}{self.sign}"


@dataclass(frozen=True, slots=True)
class Note:
    """A fact about a seat, such as `rows` `4`."""

    name: str
    value: str
    words: str = ""
    """The value in words, if there is room for them; empty if the value is clear."""


@dataclass(frozen=True, slots=True)
class Board:
    """The board of one seat, or a common one (`seat` is None)."""

    seat: int | None
    marks: tuple[tuple[Mark, ...], ...]
    """Rows from the top, as a person sees them."""
    columns: tuple[str, ...]
    rows: tuple[str, ...]
    """Labels, from the top as well."""
    notes: tuple[Note, ...] = ()
    active: bool = False
    """Whether this seat has the turn, in games with turns."""
    name: str = ""
    """The title, if it is not a seat's name."""
    falls: bool = False
    """Whether pieces come to it from above."""

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

    def title(self, names: Sequence[str]) -> str:
        """The title: the seat's name, or its own; empty if the board belongs to all."""
        return self.name if self.seat is None else names[self.seat]


@dataclass(frozen=True, slots=True)
class Chip:
    """A thing beside the boards: a card, a die, a stone, a token."""

    text: str
    ink: str = "plain"
    word: str = ""
    """Its word in notation."""
    seat: int | None = None
    """The seat whose name comes before the text."""

    def shown(self, names: Sequence[str]) -> str:
        """The name and the text."""
        if self.seat is None:
            return self.text
        return f"{names[self.seat]}: {self.text}" if self.text else names[self.seat]


@dataclass(frozen=True, slots=True)
class Shelf:
    """Chips that belong together, with a name before them."""

    name: str
    chips: tuple[Chip, ...] = ()
    seat: int | None = None
    """The seat whose name comes before the shelf's."""
    active: bool = False
    """Whether this seat has the turn."""
    minor: bool = False
    """Whether it is left out where there is little room."""
    things: Literal["", "cards", "dice"] = ""
    """Chips of cards and dice are drawn large where there is room; cards turn as they come, and dice roll."""

    def shown(self, names: Sequence[str]) -> str:
        """The name of the seat and the shelf's own."""
        return self.name if self.seat is None else f"{names[self.seat]} {self.name}".rstrip()


@dataclass(frozen=True, slots=True)
class Sketch:
    """A small drawing beside the boards: rows of marks from the top; None for an empty square."""

    name: str
    rows: tuple[tuple[Mark | None, ...], ...]
    cursor: int | None = None
    """The mark, counted in reading order, that keys act on."""


@dataclass(frozen=True, slots=True)
class Picture:
    """A table."""

    boards: tuple[Board, ...]
    """At least one."""
    shelves: tuple[Shelf, ...] = ()
    sketches: tuple[Sketch, ...] = ()
    """The thing to place, in each orientation that notation can name."""

    @property
    def marks_won(self) -> bool:
        """Whether anything has won, or counts in the score. Then every board fades all else."""
        return any(mark.won for board in self.boards for row in board.marks for mark in row)

    def board_of(self, seat: int | None) -> Board:
        """The board that a seat plays on; the first for None."""
        own = (board for board in self.boards if seat is not None and board.seat == seat)
        return next(own, self.boards[0])

    def others_of(self, own: Board) -> tuple[Board, ...]:
        """The other boards, in the order of play after that one."""
        place = self.boards.index(own)
        return (*self.boards[place + 1 :], *self.boards[:place])


def letters(count: int) -> tuple[str, ...]:
    """Column labels from `a`."""
    return tuple(map(column_name, range(count)))


def numbers(count: int) -> tuple[str, ...]:
    """Row labels, the highest first."""
    return tuple(str(count - line) for line in range(count))


def grid(width: int, height: int, marks: Mapping[Square, Mark], empty: Mark) -> tuple[tuple[Mark, ...], ...]:
    """Rows from the top with these marks, and the empty mark everywhere else."""
    return tuple(tuple(marks.get((column, row), empty) for column in range(width)) for row in reversed(range(height)))


def sketch_of(name: str, marks: Mapping[Square, Mark]) -> Sketch:
    """A drawing of these squares; the lowest row is 0."""
    width, height = 1 + max(column for column, _ in marks), 1 + max(row for _, row in marks)
    rows = (tuple(marks.get((column, row)) for column in range(width)) for row in reversed(range(height)))
    return Sketch(name, tuple(rows))


def initials(names: Sequence[str]) -> tuple[str, ...]:
    """One letter for each name, no two alike: the first free letter of the name, otherwise the number of the seat.

    People count seats from 1. If that number is taken, the next free one is used.
    Only letters that take one column of a terminal are used. A name such as `seat 2` or `Player 2` has its number.
    """
    taken: list[str] = []
    for seat, name in enumerate(names):
        numbered = _NUMBERED.match(name)
        free = (letter for letter in map(str.upper, name) if _is_initial(letter) and letter not in taken)
        number = next(digit for digit in map(str, itertools.count(seat + 1)) if digit not in taken)
        taken.append(numbered[1] if numbered and numbered[1] not in taken else next(free, number))
    return tuple(taken)


_NUMBERED = re.compile(r"(?:seat|Player) ([0-9])\b", re.ASCII)


def _is_initial(letter: str) -> bool:
    return len(letter) == 1 and letter.isalpha() and east_asian_width(letter) not in "WFA"
