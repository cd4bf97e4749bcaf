"""The board of 8 by 8 squares as sets of bits.

Square number = 8 x column + row, so that numbers rise by column, then row (a1, a2 ... h8). A set of squares is an
integer with bit n set for square n.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from ...squares import square_name

SIDE = 8
SQUARES = range(SIDE * SIDE)
BOARD = (1 << SIDE * SIDE) - 1

_DIRECTIONS = ((1, 0), (0, 1), (1, 1), (1, -1))


def number(column: int, row: int) -> int:
    """The number of a square."""
    return SIDE * column + row


def on_board(column: int, row: int) -> bool:
    """Whether there is such a square."""
    return 0 <= column < SIDE and 0 <= row < SIDE


_NAMES = tuple(square_name(divmod(square, SIDE)) for square in SQUARES)
_NUMBERS = {name: square for square, name in enumerate(_NAMES)}


def name(square: int) -> str:
    """`a1` for square 0."""
    return _NAMES[square]


def parse(text: str) -> int | None:
    """The square of that name, or None."""
    return _NUMBERS.get(text)


def members(squares: int) -> Iterator[int]:
    """The numbers of the squares in a set, rising."""
    while squares:
        lowest = squares & -squares
        yield lowest.bit_length() - 1
        squares ^= lowest


def _neighbours(square: int) -> int:
    column, row = divmod(square, SIDE)
    return sum(
        1 << number(column + right, row + up)
        for right in (-1, 0, 1)
        for up in (-1, 0, 1)
        if (right or up) and on_board(column + right, row + up)
    )


def _starts(right: int, up: int) -> int:
    return sum(
        1 << number(column, row)
        for column in range(SIDE)
        for row in range(SIDE)
        if on_board(column + 3 * right, row + 3 * up)
    )


NEIGHBOURS = tuple(_neighbours(square) for square in SQUARES)
"""For each square, the squares that touch it in any of the 8 directions."""

INTERIOR = sum(1 << number(column, row) for column in range(2, 6) for row in range(2, 6))
"""The sixteen squares two or more away from the edge: c3 to f6."""

_RUNS = tuple((number(right, up), _starts(right, up)) for right, up in _DIRECTIONS)
"""For each direction, the step between square numbers and the squares where four in a row can begin."""

LINES = tuple(sum(1 << start + n * step for n in range(4)) for step, starts in _RUNS for start in members(starts))
"""Every four consecutive squares in any direction."""

_PARTNERS = tuple(
    sum(1 << other for other in range(square + 1, len(SQUARES)) if NEIGHBOURS[other] & NEIGHBOURS[square])
    for square in SQUARES
)
"""For each square, the squares of higher numbers that share a neighbour with it."""


@lru_cache(maxsize=1 << 10)  # a step changes the squares of one seat at most
def near_pairs(squares: int) -> tuple[tuple[int, int], ...]:
    """The pairs of squares in a set between which there is a square that touches both; rising."""
    pairs: list[tuple[int, int]] = []
    while squares:
        lowest = squares & -squares
        squares ^= lowest
        first = lowest.bit_length() - 1
        if near := squares & _PARTNERS[first]:
            pairs += [(first, second) for second in members(near)]
    return tuple(pairs)


LINES_THROUGH = tuple(tuple(line for line in LINES if line >> square & 1) for square in SQUARES)


@lru_cache(maxsize=1 << 12)  # a step changes the squares of one seat at most
def has_line(squares: int) -> bool:
    """Whether four of these squares are consecutive in any direction."""
    for step, starts in _RUNS:
        pairs = squares & squares >> step
        if pairs & pairs >> 2 * step & starts:
            return True
    return False
