"""Pieces falling into a tower: which ways there are, and the tower that comes out.

No row of what is there is looked at to say what fits, only the heights of the columns (`drop`, `pieces.FITTING`).
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from ...drop import resting_row
from ...records import replace
from .achievements import Landing
from .components import COLUMNS, ROWS
from .moves import Drop
from .pieces import DIAMONDS, FITTING, MINOS, NUMBERS_OF, PIECES_OF, Piece
from .state import Tower


@lru_cache(maxsize=256)  # asked again when a move is checked
def fitting(letter: str, heights: bytes) -> int:
    """The numbers of the pieces of that letter that do not come to stand above the tower, as a set of bits."""
    numbers = NUMBERS_OF[letter]
    for fits, height in zip(FITTING, heights, strict=True):
        numbers &= fits[height]
    return numbers


def fitting_after(numbers: int, heights: bytes, minos: tuple[int, ...]) -> int:
    """The fitting pieces that still fit after minos have fallen into these columns; none if a mino does not fit."""
    for column in minos:
        numbers &= FITTING[column][heights[column] + minos.count(column)]
    return numbers


def can_place(tower: Tower, letter: str) -> bool:
    """Whether the tetrimino can be dropped. Minos could not help: they only make columns higher."""
    return fitting(letter, tower.heights) != 0


def drops(letter: str, numbers: int, minos: tuple[int, ...] = ()) -> Sequence[Drop]:
    """The moves that drop these pieces of that letter, a set of bits, after minos into these columns; by number."""
    everywhere = _everywhere(letter, minos)
    if numbers == NUMBERS_OF[letter]:
        return everywhere
    return [drop for drop in everywhere if numbers >> drop.piece & 1]


@lru_cache(maxsize=512)  # those with up to two minos, and some with more
def _everywhere(letter: str, minos: tuple[int, ...]) -> tuple[Drop, ...]:
    return tuple(Drop(piece.number, minos) for piece in PIECES_OF[letter])


def dropped(tower: Tower, minos: tuple[int, ...], piece: Piece) -> tuple[Tower, Landing]:
    """The tower after minos have fallen into these columns and then the piece, and where the piece landed.

    The minos are taken from beside the tower, and one comes back for each diamond that the piece covers (7.2).
    """
    squares, heights, placed = tower.squares, tower.heights, tower.placed
    row = covered = 0
    for falling in (*[MINOS[column] for column in minos], piece):
        row = resting_row(falling.under, heights, falling.column)
        covered = falling.squares << COLUMNS * row
        squares |= covered
        heights = heights[: falling.column] + falling.raised[row] + heights[falling.column + len(falling.under) :]
        placed += bytes((falling.number, row))
    left = tower.minos - len(minos) + diamonds_in(tower, covered)
    filled = squares.to_bytes(ROWS, "little")
    tower = replace(tower, placed=placed, filled=filled, heights=heights, minos=left)
    return tower, (piece, row)


def diamonds_in(tower: Tower, squares: int) -> int:
    """How many of these squares have a diamond behind them."""
    return 0 if tower.way is None else (DIAMONDS[tower.way] & squares).bit_count()
