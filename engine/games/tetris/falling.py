"""Pieces that fall into a tower: the possible drops, and the tower after one. Only the heights of the columns decide
whether a piece fits (`drop`, `pieces.FITTING`).
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


@lru_cache(maxsize=256)  # needed again when a move is checked
def fitting(letter: str, heights: bytes) -> int:
    """The numbers of the pieces of that letter that stay within the tower, as a set of bits."""
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
    """Whether the tetrimino can be dropped. Minos cannot help, because they only make columns higher."""
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
    """The number of these squares with a diamond."""
    return 0 if tower.way is None else (DIAMONDS[tower.way] & squares).bit_count()
