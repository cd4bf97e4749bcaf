"""Preferences of the normal bot: its own board better, others' boards worse, tokens only with enough profit."""

from __future__ import annotations

from collections.abc import Iterator

from . import geometry
from .components import HEIGHT
from .moves import REVEAL, Cancel, Choose, Move, Place, Relocate, Say, Swap, Thing
from .notation import parse_use
from .pieces import Piece, accessible
from .placing import own
from .rules import legal
from .state import Board, State
from .tokens import target
from .usefulness import expected, usefulness
from .worth import OUT, TOKEN, after, best, unknown

_LIFTED = 2
"""The number of pieces of a board that exchanges and relocations consider: those that reach highest."""


def candidates(state: State, seat: int) -> Iterator[Move]:
    """All legal moves, except exchanges and relocations of pieces that lie low."""
    high = [_highest(board) for board in state.boards]
    for move in legal(state, seat):
        match move:
            case Swap(mine, other, theirs) if not (_is_high(mine, high[seat]) and _is_high(theirs, high[other])):
                continue
            case Relocate(first, _) if first not in high[seat]:
                continue
            case _:
                yield move


def _highest(board: Board) -> list[int]:
    """The names of the accessible pieces that reach highest."""
    pieces = sorted(accessible(board.pieces), key=_top, reverse=True)
    return [piece.name for piece in pieces[:_LIFTED]]


def _top(piece: Piece) -> int:
    return max(cell % HEIGHT for cell in geometry.members(piece.cells))


def _is_high(thing: Thing, high: list[int]) -> bool:
    return not isinstance(thing, int) or thing in high


def estimate(state: State, seat: int, move: Move) -> int:
    """The value of the seat's board after the move, by its own view, and the losses of others."""
    board = state.boards[seat]
    match move:
        case Place():
            return _placed(state, seat, move)
        case Choose(kind):
            return best(board, kind, state.setup.no_touch)[0]
        case Say() if move == REVEAL:
            return unknown(board, state.setup.no_touch)
        case Say():
            return expected(state, seat, board)
        case Cancel():
            return expected(state, seat, board) + (
                _hoped(state, seat) if len(state.stack) % 2 else -_hoped(state, seat)
            )
        case _:
            return usefulness(state, seat, move)


def _placed(state: State, seat: int, move: Place) -> int:
    """The value of the board with the placed piece; with the opposite sign for another seat's board."""
    on = state.puts[0].on if state.puts else state.mover
    board = state.boards[on]
    piece = own(board, move.kind, no_touch=False).lying(move)
    value = OUT if piece is None else after(board, piece)
    return value if on == seat else -value


def _hoped(state: State, seat: int) -> int:
    """The value to the seat if the token at the bottom of the stack does not take effect."""
    bottom = state.stack[0]
    if target(state, parse_use(bottom.move)) == seat:
        return 2 * TOKEN
    return -2 * TOKEN if bottom.seat == seat else -1
