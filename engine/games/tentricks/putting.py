"""The effects of a placement (2.1 to 2.5), and of lifting a piece (4.12)."""

from __future__ import annotations

from ...records import Changes, replace, updated
from . import geometry
from .components import HEIGHT
from .moves import Place
from .out import out
from .pieces import Piece, filled, with_piece, without_piece
from .placing import spots
from .state import Board, State

BONUS_ROWS = 3
"""Rows filled in one turn that win a standby piece (2.5)."""

TOKEN_ROWS = 4
"""Rows filled by one piece that win one more token (2.5)."""


def put_down(state: State, seat: int, place: Place, changes: Changes) -> State:
    """A piece placed on the seat's board, by any seat's decision: bar, tokens and bonus, or the seat is out; and some
    other changes."""
    board = state.boards[seat]
    pieces, bar = board.pieces, board.bar
    piece = spots(pieces, bar, place.kind).lying(place)
    if piece is None:
        return out(updated(state, changes), seat)
    cells = piece.cells
    rows = full_by(filled(pieces), cells) & ~board.spent_rows
    icons = geometry.icons_under(cells) & ~board.spent_icons
    raised = rows.bit_count()
    board = updated(board, {"pieces": with_piece(pieces, piece), "bar": min(HEIGHT, bar + raised)})
    changes = changes | {"boards": state.boards_with(seat, board)}
    if raised and seat == state.active:
        changes |= _counted(state, raised)
    won = icons.bit_count() + (raised == TOKEN_ROWS and seat == state.active)
    if won:
        changes["gains"] = state.gains + (seat,) * won
    return updated(state, changes)


def full_by(before: int, cells: int) -> int:
    """The rows that are full when these cells are filled, and are not full with the cells before alone."""
    rows = geometry.full_rows(before | cells)
    return rows & ~geometry.full_rows(before) if rows else 0


def _counted(state: State, new: int) -> Changes:
    """The changes by new rows of the active seat. With the third row the seat may choose a piece, if there is one and
    its standby is free."""
    reached = state.rows < BONUS_ROWS <= state.rows + new
    room = state.boards[state.mover].standby is None and any(state.supply)
    return {"rows": state.rows + new, "bonus": state.bonus or (reached and room)}


def lifted(board: Board, piece: Piece, by_owner: bool) -> Board:
    """The board without the piece. Rows and icons that open give nothing again in this turn if the owner opened them.
    If another seat opened them, they give their reward again (4.12).
    """
    left = without_piece(board.pieces, piece)
    rows = full_by(filled(board.pieces) ^ piece.cells, piece.cells)
    icons = geometry.icons_under(piece.cells)
    if by_owner:
        return replace(board, pieces=left, spent_rows=board.spent_rows | rows, spent_icons=board.spent_icons | icons)
    return replace(board, pieces=left, spent_rows=board.spent_rows & ~rows, spent_icons=board.spent_icons & ~icons)
