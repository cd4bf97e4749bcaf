"""The profit of a token's use."""

from __future__ import annotations

from ...records import replace
from .moves import Again, Copy, Grab, Pick, Relocate, Remove, Steer, Swap, Take, Thing, Token
from .pieces import Piece, named, with_piece
from .putting import lifted
from .state import Board, State
from .worth import OUT, TOKEN, best, unknown, worst, worth

_KILL = 3_000
"""The profit if another seat goes out."""

_SHARE = 2
"""Others' losses are divided by this, because there may be several others."""


def expected(state: State, seat: int, board: Board) -> int:
    """The value of a seat's board; with the piece in hand well placed, if the seat places it."""
    if seat == state.active and state.hand is not None and state.steer is None:
        return best(board, state.hand, state.setup.no_touch)[0]
    return worth(board)


def usefulness(state: State, seat: int, use: Token) -> int:
    """The value of the seat's board if it uses the token, and the losses of others, less the worth of keeping it."""
    board = state.boards[seat]
    no_touch = state.setup.no_touch
    value = expected(state, seat, board)
    match use:
        case Steer():
            value += _harm(best_of(state), worst(state.boards[state.mover], hand_of(state), no_touch, over=True))
        case Grab():
            value = best(board, hand_of(state), no_touch)[0]
        case Again():
            active = state.boards[state.mover]
            value += _harm(worth(active), unknown(active, no_touch))
        case Swap():
            value = _swapped(state, seat, use)
        case Take(_, number):
            value += 2 * TOKEN + number % 4
        case Remove(cell):
            value = expected(state, seat, _without(board, cell))
        case Relocate(first, second):
            value = _relocated(state, seat, first, second)
        case Copy(other) if state.placed is not None:
            theirs = state.boards[other]
            value += _harm(worth(theirs), worst(theirs, state.placed, no_touch, over=False))
        case Pick(kind):
            value += best(board, kind, no_touch)[0] - unknown(board, no_touch)
    return value - TOKEN


def _harm(before: int, now: int) -> int:
    """The profit if another seat's board has the value `now` instead of `before`."""
    return _KILL if now == OUT < before else (before - now) // _SHARE


def best_of(state: State) -> int:
    """The value of the active seat's board if it places its piece itself."""
    return best(state.boards[state.mover], hand_of(state), state.setup.no_touch)[0]


def hand_of(state: State) -> int:
    """The piece in hand."""
    if state.hand is None:
        raise ValueError("no piece is in hand")
    return state.hand


def _piece(board: Board, cell: int) -> Piece:
    piece = named(board.pieces, cell)
    if piece is None:
        raise ValueError("no piece of that name")
    return piece


def _without(board: Board, cell: int) -> Board:
    return lifted(board, _piece(board, cell), by_owner=True)


def _with(board: Board, kind: int, no_touch: bool) -> Board:
    """The board with a piece of that type well placed, nothing else changed; out if there is no room."""
    _, piece = best(board, kind, no_touch)
    return replace(board, out=True) if piece is None else replace(board, pieces=with_piece(board.pieces, piece))


def _relocated(state: State, seat: int, first: int, second: int) -> int:
    board = state.boards[seat]
    kinds = _piece(board, first).kind, _piece(board, second).kind
    board = _without(_without(board, first), second)
    for kind in kinds:
        board = _with(board, kind, state.setup.no_touch)
    return _or_out(state, seat, board)


def _swapped(state: State, seat: int, use: Swap) -> int:
    """The profit from both boards with the exchanged pieces. The seat that gets a piece in hand places it."""
    mine, given = _given(state, seat, use.mine)
    theirs, got = _given(state, use.seat, use.theirs)
    no_touch = state.setup.no_touch
    placed = best(mine, got, no_touch)[0] if use.mine == "hand" else _or_out(state, seat, _with(mine, got, no_touch))
    return placed + _harm(expected(state, use.seat, state.boards[use.seat]), best(theirs, given, no_touch)[0])


def _or_out(state: State, seat: int, board: Board) -> int:
    return OUT if board.out else expected(state, seat, board)


def _given(state: State, seat: int, thing: Thing) -> tuple[Board, int]:
    """The board without the piece, and the type of the piece."""
    board = state.boards[seat]
    if isinstance(thing, int):
        return _without(board, thing), _piece(board, thing).kind
    kind = state.hand if thing == "hand" else board.standby
    if kind is None:
        raise ValueError(f"no piece in {thing}")
    return board, kind
