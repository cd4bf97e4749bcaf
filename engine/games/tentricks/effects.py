"""The effects of tokens that nobody cancels (4)."""

from __future__ import annotations

from bisect import bisect

from ...records import replace
from .cards import in_hand, reveal
from .moves import Again, Cancel, Copy, Grab, Pick, Relocate, Remove, Steer, Swap, Take, Thing, Token
from .pieces import named
from .putting import lifted
from .state import HAND_EMPTY, Board, Put, State, changed
from .tokens import target


def take_effect(state: State, seat: int, use: Token) -> State:
    """The state after a token's lock and effect."""
    locked = target(state, use)
    if locked is not None:
        state = state.on_board(locked, replace(state.boards[locked], lock=use.token))
    match use:
        case Steer():
            state = replace(state, steer=seat)
        case Grab():
            state = _grab(state, seat)
        case Again():
            state = replace(state, again=True)
        case Swap():
            state = _swap(state, seat, use)
        case Take(other, number):
            state = _take(state, seat, other, number)
        case Remove(cell):
            state, _ = _lift(state, seat, cell, by_owner=True)
        case Relocate(first, second):
            state = _relocate(state, seat, first, second)
        case Copy(other):
            state = _copy(state, seat, other)
        case Pick(kind):
            state = _pick(state, seat, kind)
        case Cancel():
            raise TypeError("a cancel takes no effect of its own")
    return state


def with_token(board: Board, number: int) -> Board:
    """The board with one more token."""
    place = bisect(board.tokens, number)
    return replace(board, tokens=board.tokens[:place] + bytes([number]) + board.tokens[place:])


def without_token(board: Board, number: int) -> Board:
    """The board with one token less."""
    return replace(board, tokens=board.tokens.replace(bytes([number]), b"", 1))


def _grab(state: State, seat: int) -> State:
    """The revealed piece goes to the seat's standby, and the active seat reveals again."""
    return reveal(state.on_board(seat, replace(state.boards[seat], standby=state.hand)))


def _swap(state: State, seat: int, use: Swap) -> State:
    """Both pieces are taken away; each of the two seats is to place what it got, in turn order."""
    turn = "hand" in (use.mine, use.theirs)
    state, given = _taken(state, seat, use.mine, by_owner=True)
    state, got = _taken(state, use.seat, use.theirs, by_owner=False)
    types = {seat: got, use.seat: given}
    puts = tuple(
        Put(owner, owner, (types[owner],), turn=turn and owner == state.active)
        for owner in state.in_turn_order()
        if owner in types
    )
    return replace(state, puts=puts)


def _taken(state: State, owner: int, thing: Thing, *, by_owner: bool) -> tuple[State, int]:
    """The table without that piece, and its type. If the piece was in hand, the choice of its place ends."""
    match thing:
        case "hand":
            if state.hand is None:
                raise ValueError("no piece is in hand")
            return replace(state, phase="after", **HAND_EMPTY), state.hand
        case "standby":
            board = state.boards[owner]
            if board.standby is None:
                raise ValueError("no piece is on standby")
            fresh = state.fresh and owner != state.active
            return state.on_board(owner, replace(board, standby=None), fresh=fresh), board.standby
        case _:
            return _lift(state, owner, thing, by_owner=by_owner)


def _lift(state: State, owner: int, cell: int, *, by_owner: bool) -> tuple[State, int]:
    """The table without the piece of that name on the seat's board, and its type."""
    board = state.boards[owner]
    piece = named(board.pieces, cell)
    if piece is None:
        raise ValueError("no piece of that name")
    return state.on_board(owner, lifted(board, piece, by_owner=by_owner)), piece.kind


def _take(state: State, seat: int, other: int, number: int) -> State:
    """The token changes hands, unless it was used as a cancel meanwhile."""
    theirs = state.boards[other]
    if number not in theirs.tokens:
        return state
    state = state.on_board(other, without_token(theirs, number))
    return state.on_board(seat, with_token(state.boards[seat], number))


def _relocate(state: State, seat: int, first: int, second: int) -> State:
    """Two pieces lifted, to be placed again in an order of the seat's choice."""
    state, one = _lift(state, seat, first, by_owner=True)
    state, two = _lift(state, seat, second, by_owner=True)
    return replace(state, puts=(Put(seat, seat, (min(one, two), max(one, two))),))


def _copy(state: State, seat: int, other: int) -> State:
    """A piece of the type just placed, to be placed on the other board."""
    if state.placed is None:
        raise ValueError("no piece was placed")
    supply = changed(state.supply, state.placed, -1)
    return replace(state, supply=supply, puts=(Put(seat, other, (state.placed,)),))


def _pick(state: State, seat: int, kind: int) -> State:
    """A piece from the supply waits for the next turn, or with `must_place` comes into hand at once."""
    state = replace(state, supply=changed(state.supply, kind, -1))
    if state.setup.must_place:
        return in_hand(state, kind, "standby", {})
    return state.on_board(seat, replace(state.boards[seat], standby=kind), phase="after")
