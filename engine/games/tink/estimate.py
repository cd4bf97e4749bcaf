"""Preferences of the normal bot: to extend its own lines, and to stop others' lines."""

from __future__ import annotations

from .geometry import LINES_THROUGH
from .moves import Move, Pass, Place
from .state import State, Stones

_GROWTH = (1, 4, 20, 10_000)
"""Worth of putting the next stone on an open line with 0, 1, 2 or 3 of one's own stones of a size."""

_BLOCK = (0, 2, 12, 2_000)
"""Worth of stopping a line with as many stones of one other seat."""


def estimate(state: State, seat: int, move: Move) -> int:
    """The worth of the lines that a placement extends and stops, less the worth of the spent stones in their places."""
    if isinstance(move, Pass):
        return 0
    spent = 1 << move.spent[0] | 1 << move.spent[1] if move.spent else 0
    worth = _growth(state, seat, move, spent) + _blocked(state, seat, move.square)
    if spent:
        worth -= 3 + sum(_opened(state, seat, square) for square in move.spent or ())
    return worth


def _growth(state: State, seat: int, move: Place, spent: int) -> int:
    mine = state.stones[seat]
    others = _others(state, seat)
    sizes = [size & ~spent for size in _sizes_of(mine)]
    if move.size != "l":
        sizes = sizes[:1] if move.size == "s" else sizes[1:]
    return sum(
        _GROWTH[(line & squares).bit_count()]
        for line in LINES_THROUGH[move.square]
        if not line & others
        for squares in sizes
    )


def _blocked(state: State, seat: int, square: int) -> int:
    return sum(
        _BLOCK[(line & squares).bit_count()]
        for other, stones in enumerate(state.stones)
        if other != seat and other not in state.lost
        for line in LINES_THROUGH[square]
        for squares in _sizes_of(stones)
        if not line & (stones.all & ~squares)
    )


def _opened(state: State, seat: int, square: int) -> int:
    """The gain of others when a stone is taken away: the worth of the lines that it stopped."""
    return sum(
        _BLOCK[(line & squares).bit_count()]
        for other, stones in enumerate(state.stones)
        if other != seat and other not in state.lost
        for line in LINES_THROUGH[square]
        for squares in _sizes_of(stones)
        if (line & squares).bit_count() < 4
    )


def _sizes_of(stones: Stones) -> list[int]:
    return [stones.s | stones.l, stones.m | stones.l]


def _others(state: State, seat: int) -> int:
    squares = 0
    for other, stones in enumerate(state.stones):
        if other != seat:
            squares |= stones.all
    return squares
