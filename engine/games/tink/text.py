"""The table drawn for a terminal."""

from __future__ import annotations

from ...squares import column_name
from . import geometry
from .moves import Size
from .position import board_rows
from .state import State, stash

_SIZES: tuple[Size, ...] = ("s", "m", "l")


def draw(state: State) -> str:
    """The board with its column letters and row numbers, and a line for each seat's stash."""
    columns = "   " + " ".join(f"{column_name(column):<2}" for column in range(geometry.SIDE)).rstrip()
    rows = [
        f"{geometry.SIDE - line}  " + " ".join(f"{token:<2}" for token in row.split(" ")).rstrip()
        for line, row in enumerate(board_rows(state))
    ]
    return "\n".join([columns, *rows, "", *(_seat(state, seat) for seat in range(state.seats))])


def _seat(state: State, seat: int) -> str:
    stones = state.stones[seat]
    left = "  ".join(f"{size} {stash(stones, size)}" for size in _SIZES)
    mark = ">" if seat == state.turn else " "
    if seat in state.dropped:
        note = "  left"
    elif seat in state.lost:
        note = "  lost"
    else:
        note = f"  passed {state.passes[seat]}x" if state.passes[seat] else ""
    return f"{mark} seat {seat}  stash: {left}{note}"
