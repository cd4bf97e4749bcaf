"""Reasons in Tentricks: rows, tokens, holes, and the room under a bar."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from p2pgame.engine.games.tentricks import geometry
from p2pgame.engine.games.tentricks.moves import Move, Place, Say
from p2pgame.engine.games.tentricks.pieces import filled, with_piece
from p2pgame.engine.games.tentricks.placing import own
from p2pgame.engine.games.tentricks.state import Board, State

from ...words.grammar import count


def reasons(state: State, seat: int, move: Move, names: Sequence[str]) -> list[str]:
    """Verbs that continue "it", the weightiest first; possibly none."""
    match move:
        case Place():
            return list(_of_place(state, seat, move, names))
        case Say("pass" | "end"):
            return ["keeps your tokens for a better moment"]
        case _:
            return []


def _of_place(state: State, seat: int, move: Place, names: Sequence[str]) -> Iterator[str]:
    on = state.puts[0].on if state.puts else state.mover
    board = state.boards[on]
    piece = own(board, move.kind, no_touch=False).lying(move)
    if piece is None:
        yield "runs into the bar" if on == seat else f"puts {names[on]} out of the game"
        return
    before, after = filled(board.pieces), filled(with_piece(board.pieces, piece))
    rows = (geometry.full_rows(after) & ~geometry.full_rows(before) & ~board.spent_rows).bit_count()
    if rows:
        yield f"completes {count(rows, 'row')}"
    if icons := (geometry.icons_under(piece.cells) & ~board.spent_icons).bit_count():
        yield f"wins {count(icons, 'token')}"
    holes = _holes(after) - _holes(before)
    if on != seat:
        yield f"leaves {names[on]} {count(holes, 'hole')}"
    else:
        yield f"leaves only {count(holes, 'hole')}" if holes > 0 else "leaves no hole"
        yield from _room(board, max(geometry.heights(after)), rows)


def _room(board: Board, height: int, rows: int) -> Iterator[str]:
    room = board.bar + rows - height
    if 0 < room <= 2:
        yield f"keeps {count(room, 'row')} free under your bar"
    elif room == 0:
        yield "leaves no row free under your bar"


def _holes(cells: int) -> int:
    return sum(geometry.heights(cells)) - cells.bit_count()
