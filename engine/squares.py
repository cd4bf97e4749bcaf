"""Names of squares, alike in every game: a column letter from `a` at the left, a row number from 1 at the bottom.

A square is (column, row), both counted from 0. Sorting squares sorts by column, then row.
"""

from __future__ import annotations

import re

Square = tuple[int, int]

_NAME = re.compile(r"([a-z])([1-9][0-9]?)", re.ASCII)


def column_name(column: int) -> str:
    """`a` for column 0."""
    return chr(ord("a") + column)


def column_number(name: str) -> int:
    """The column that a letter names, counted from 0; the inverse of `column_name`."""
    return ord(name) - ord("a")


def square_name(square: Square) -> str:
    """`a1` for (0, 0)."""
    column, row = square
    return f"{column_name(column)}{row + 1}"


def parse_square(text: str, width: int, height: int) -> Square | None:
    """The square of that name on a board of that size; None for an unknown name."""
    match = _NAME.fullmatch(text)
    if match is None:
        return None
    column, row = column_number(match[1]), int(match[2]) - 1
    return (column, row) if column < width and row < height else None
