"""Tink: one board for all, stones by seat and size, and what each seat has left."""

from __future__ import annotations

from ...picture import Board, Chip, Mark, Picture, Shelf, grid, letters, numbers
from ...squares import Square
from . import geometry
from .rules import winning_squares
from .state import STASH, State, stash

SIZES = {"s": "·", "m": "o", "l": "O"}
"""Size to the sign that stands beside the seat's number: a dot, a ring, a large ring."""

_FREE = Mark("·", "free")


def draw(state: State) -> Picture:
    """The board, and a shelf of stones for each seat."""
    marks = grid(geometry.SIDE, geometry.SIDE, _stones(state), _FREE)
    board = Board(None, marks, letters(geometry.SIDE), numbers(geometry.SIDE))
    stashes = tuple(_stash(state, seat) for seat in range(state.seats))
    return Picture((board,), (Shelf("stones in the stash", ()), *stashes))


def _stones(state: State) -> dict[Square, Mark]:
    return {
        divmod(square, geometry.SIDE): _won(seat, size) if winning >> square & 1 else stone(seat, size)
        for seat, stones in enumerate(state.stones)
        for winning in (winning_squares(stones),)
        for size in STASH
        for square in geometry.members(stones.of(size))
    }


def stone(seat: int, size: str) -> Mark:
    """A stone as it is drawn: the size's letter after the seat's number."""
    return Mark(f"{seat}{size}", f"seat{seat}")


def _won(seat: int, size: str) -> Mark:
    """A stone of a line of four: a star stands for the number of the seat that has won."""
    return Mark(f"*{size}", f"seat{seat}")


def _stash(state: State, seat: int) -> Shelf:
    stones = state.stones[seat]
    chips = tuple(Chip(f" {stash(stones, size)}{size} ", f"seat{seat}", size) for size in STASH)
    now = "left" if seat in state.dropped else "lost" if seat in state.lost else ""
    mark = ">" if seat == state.turn else " "
    return Shelf(f"{mark} seat {seat}", (*chips, Chip(now, "faint")) if now else chips)
