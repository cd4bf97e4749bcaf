"""A seat goes out (6)."""

from __future__ import annotations

from ...records import replace
from .state import HAND_EMPTY, State


def out(state: State, seat: int) -> State:
    """The seat is out: it keeps only its pieces and its bar, and loses everything that it was due (6.2)."""
    board = replace(state.boards[seat], tokens=b"", lock=None, standby=None, out=True, spent_rows=0, spent_icons=0)
    state = replace(
        state.on_board(seat, board),
        gains=tuple(due for due in state.gains if due != seat),
        puts=tuple(put for put in state.puts if seat not in (put.by, put.on)),
        steer=None if state.steer == seat else state.steer,
    )
    return _without_turn(state) if state.active == seat else state


def _without_turn(state: State) -> State:
    """The active seat has nothing more to do in its turn."""
    return replace(state, phase="after", again=False, fresh=False, bonus=False, **HAND_EMPTY)
