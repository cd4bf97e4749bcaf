"""Bars fall (7)."""

from __future__ import annotations

from ...records import replace
from . import geometry
from .out import out
from .pieces import filled
from .state import HAND_EMPTY, Board, State


def overlaps(board: Board) -> bool:
    """Whether the bar lies on a piece, or has no row left under it, which ends the seat's game as well (6.1)."""
    return board.bar == 0 or bool(filled(board.pieces) & geometry.from_row(board.bar))


def fall(state: State, rows: int) -> State:
    """Every bar of a seat that is not out falls; those that overlap are out. Then the turn is over except for tokens;
    with `must_place` the seat reveals again (7.1 to 7.3).
    """
    boards = tuple(board if board.out else replace(board, bar=max(0, board.bar - rows)) for board in state.boards)
    state = replace(
        state,
        boards=boards,
        phase="start" if state.setup.must_place else "after",
        **HAND_EMPTY,
    )
    for seat in state.left:
        if overlaps(state.boards[seat]):
            state = out(state, seat)
    return state
