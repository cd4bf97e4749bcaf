"""The effects of a placement (2.1 to 2.5), and of lifting a piece (4.12)."""

from __future__ import annotations

from ...records import replace
from . import geometry
from .components import HEIGHT
from .moves import Place
from .out import out
from .pieces import Piece, layout, with_piece, without_piece
from .placing import spots
from .state import Board, State

BONUS_ROWS = 3
"""Rows filled in one turn that win a standby piece (2.5)."""

TOKEN_ROWS = 4
"""Rows filled by one piece that win one more token (2.5)."""


def put_down(state: State, seat: int, place: Place) -> State:
    """A piece placed on the seat's board, by any seat's decision: bar, tokens and bonus, or the seat is out."""
    board = state.boards[seat]
    piece = spots(board.pieces, board.bar, place.kind).lying(place)
    if piece is None:
        return out(state, seat)
    lying = with_piece(board.pieces, piece)
    rows = layout(lying).full & ~layout(board.pieces).full & ~board.spent_rows
    icons = geometry.icons_under(piece.cells) & ~board.spent_icons
    board = replace(board, pieces=lying, bar=min(HEIGHT, board.bar + rows.bit_count()))
    state = state.on_board(seat, board)
    won = icons.bit_count() + (rows.bit_count() == TOKEN_ROWS and seat == state.active)
    if won:
        state = replace(state, gains=state.gains + (seat,) * won)
    return _count_rows(state, rows.bit_count()) if rows and seat == state.active else state


def _count_rows(state: State, new: int) -> State:
    """The state with the active seat's new rows counted. With the third row the seat may choose a piece, if there is
    one and its standby is free."""
    reached = state.rows < BONUS_ROWS <= state.rows + new
    room = state.boards[state.mover].standby is None and any(state.supply)
    return replace(state, rows=state.rows + new, bonus=state.bonus or (reached and room))


def lifted(board: Board, piece: Piece, by_owner: bool) -> Board:
    """The board without the piece. Rows and icons that open give nothing again in this turn if the owner opened them.
    If another seat opened them, they give their reward again (4.12).
    """
    left = without_piece(board.pieces, piece)
    rows = layout(board.pieces).full & ~layout(left).full
    icons = geometry.icons_under(piece.cells)
    if by_owner:
        return replace(board, pieces=left, spent_rows=board.spent_rows | rows, spent_icons=board.spent_icons | icons)
    return replace(board, pieces=left, spent_rows=board.spent_rows & ~rows, spent_icons=board.spent_icons & ~icons)
