"""The table as a picture: one board for all, stones by seat and size, and the stones that each seat has left."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace

from ...pending import Over
from ...picture import Board, Chip, Mark, Picture, Shelf, grid, letters, numbers
from ...squares import Square
from . import geometry
from .moves import Size
from .rules import pending, winning_squares
from .state import STASH, State, stash

_FREE = Mark("·", "free")
_INSETS: Mapping[Size, int] = {"s": 2, "m": 1, "l": 0}


def draw(state: State) -> Picture:
    """The board, and a shelf of stones for each seat."""
    marks = grid(geometry.SIDE, geometry.SIDE, _stones(state), _FREE)
    board = Board(None, marks, letters(geometry.SIDE), numbers(geometry.SIDE))
    stashes = tuple(_stash(state, seat) for seat in range(state.seats))
    return Picture((board,), (Shelf("stones left to place"), *stashes))


def _stones(state: State) -> dict[Square, Mark]:
    end = pending(state)
    survivors = end.result.winners if isinstance(end, Over) else ()
    return {
        divmod(square, geometry.SIDE): replace(_stone(seat, size, winning, square, survivors), piece=square)
        for seat, stones in enumerate(state.stones)
        for winning in (winning_squares(stones),)
        for size in STASH
        for square in geometry.members(stones.of(size))
    }


def _stone(seat: int, size: Size, winning: int, square: int, survivors: tuple[int, ...]) -> Mark:
    """A stone on a square. It is marked as won in a winning line; without a line, if its seat has outlasted the
    others."""
    if winning >> square & 1:
        return _won(seat, size)
    return replace(stone(seat, size), won=seat in survivors and not winning)


def stone(seat: int, size: Size) -> Mark:
    """A stone: the size's letter after the initial of its seat."""
    return Mark(size, f"seat{seat}", seat=seat, inset=_INSETS[size])


def _won(seat: int, size: Size) -> Mark:
    """A stone of a line of four: a star replaces the initial of the winner."""
    return Mark(f"*{size}", f"seat{seat}", inset=_INSETS[size], won=True)


def _stash(state: State, seat: int) -> Shelf:
    stones = state.stones[seat]
    chips = tuple(Chip(f" {stash(stones, size)}{size} ", f"seat{seat}") for size in STASH)
    now = tuple(Chip(text, "faint") for text in _status(state, seat))
    return Shelf("", (*chips, *now), seat=seat, active=seat == state.turn)


def _status(state: State, seat: int) -> Iterator[str]:
    if seat in state.dropped:
        yield "left"
    elif seat in state.lost:
        yield "out"
    elif state.passes[seat]:
        yield "passed once"
