"""The time and the targets of tokens (4). `uses` lists the possible uses, `check_use` refuses the others."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from itertools import chain

from . import geometry
from .clauses import illegal
from .components import TYPES
from .moves import Again, Cancel, Copy, Grab, Pick, Relocate, Remove, Steer, Swap, Take, Thing, Token
from .notation import thing_name
from .phases import allowed, held
from .pieces import Piece, accessible, each, filled, is_accessible, named, names
from .placing import foreign
from .state import Phase, State


def usable(state: State, seat: int, phase: Phase) -> bool:
    """Whether the seat has a token that it may use in that phase."""
    numbers = held(state, seat, phase)
    return any(True for number in numbers for _ in _USES[number](state, seat)) if numbers else False


def uses(state: State, seat: int) -> Iterator[Token]:
    """Every use of its tokens that the seat may make now, except a cancel, by number."""
    return chain.from_iterable([_USES[number](state, seat) for number in held(state, seat, state.phase)])


def target(state: State, use: Token) -> int | None:
    """The seat that a token is used against; None for those that lock nobody (4.0)."""
    match use:
        case Steer() | Grab() | Again():
            return state.active
        case Swap(seat=seat) | Take(seat=seat) | Copy(seat=seat):
            return seat
        case _:
            return None


def open_seats(state: State, seat: int) -> list[int]:
    """The other seats against which a token may be used: neither out nor locked."""
    return [other for other, board in enumerate(state.boards) if other != seat and not board.out and board.lock is None]


def things(state: State, seat: int) -> list[Thing]:
    """The pieces of a seat that may be exchanged (1.10, 4.4): those on its board by name, then those on standby and in
    hand."""
    board = state.boards[seat]
    found: list[Thing] = [*names(board.pieces)]
    if board.standby is not None:
        found.append("standby")
    if seat == state.active and state.hand is not None:
        found.append("hand")
    return found


def _active_is_open(state: State, seat: int) -> bool:
    return state.active in open_seats(state, seat)


def _steer_uses(state: State, seat: int) -> Iterator[Steer]:
    if state.hand_from == "card" and state.steer is None and _active_is_open(state, seat):
        yield Steer()


def _grab_uses(state: State, seat: int) -> Iterator[Grab]:
    if state.hand_from == "card" and state.boards[seat].standby is None and _active_is_open(state, seat):
        yield Grab()


def _again_uses(state: State, seat: int) -> Iterator[Again]:
    if _active_is_open(state, seat):
        yield Again()


def _swap_uses(state: State, seat: int) -> Iterator[Swap]:
    mine = things(state, seat)
    for other in open_seats(state, seat) if mine else ():
        theirs = things(state, other)
        yield from (Swap(my, other, their) for my in mine for their in theirs)


def _take_uses(state: State, seat: int) -> Iterator[Take]:
    for other in open_seats(state, seat):
        yield from (Take(other, number) for number in sorted(set(state.boards[other].tokens)))


def _remove_uses(state: State, seat: int) -> Iterator[Remove]:
    return map(Remove, names(state.boards[seat].pieces))


def _relocate_uses(state: State, seat: int) -> Iterator[Relocate]:
    pieces = state.boards[seat].pieces
    cells = filled(pieces)
    for first in accessible(pieces):
        for second in each(pieces):
            if second == first or not is_accessible(second, cells & ~first.cells):
                continue
            if first.name < second.name or not is_accessible(second, cells):
                yield Relocate(first.name, second.name)


def _copy_uses(state: State, seat: int) -> Iterator[Copy]:
    kind = state.placed
    if kind is not None and state.supply[kind]:
        for other in open_seats(state, seat):
            if foreign(state.boards[other], kind, state.setup.no_touch).below:
                yield Copy(other)


def _pick_uses(state: State, seat: int) -> Iterator[Pick]:
    if state.boards[seat].standby is None:
        yield from (Pick(kind) for kind, number in enumerate(state.supply) if number)


_USES: Mapping[int, Callable[[State, int], Iterator[Token]]] = {
    1: _steer_uses,
    2: _grab_uses,
    3: _again_uses,
    4: _swap_uses,
    5: _take_uses,
    7: _remove_uses,
    8: _relocate_uses,
    9: _copy_uses,
    10: _pick_uses,
}


def check_use(state: State, seat: int, use: Token) -> None:
    """Return if the seat may use the token so.

    Raises:
        IllegalMove: it may not.
    """
    if use.token not in state.boards[seat].tokens:
        raise illegal(f"you have no token {use.token}", "4.0")
    if isinstance(use, Cancel):
        raise illegal("token 6 only cancels a token that another player has just used", "4.6")
    if use.token not in allowed(state, seat, state.phase):
        raise illegal(f"token {use.token} cannot be used now", "4.11")
    _check_target(state, seat, target(state, use))
    _check_choice(state, seat, use)


def _check_target(state: State, seat: int, other: int | None) -> None:
    if other is None or other in open_seats(state, seat):
        return
    if other == seat:
        raise illegal("use this token against another player", "4.0")
    if other >= state.seats:
        raise illegal(f"there is no seat {other} at this table", "4.0")
    if state.boards[other].out:
        raise illegal(f"seat {other} is out", "4.0")
    raise illegal(f"seat {other} is locked: another token was used against it in this round", "4.0")


def _check_choice(state: State, seat: int, use: Token) -> None:
    board = state.boards[seat]
    match use:
        case Steer() | Grab() if state.hand_from != "card":
            raise illegal("the piece comes from standby: no card was revealed", f"4.{use.token}")
        case Steer() if state.steer is not None:
            raise illegal(f"seat {state.steer} already decides where the piece goes", "4.1")
        case Grab() if board.standby is not None:
            raise illegal("your standby is taken", "4.2")
        case Swap(mine, other, theirs):
            _check_thing(state, seat, mine)
            _check_thing(state, other, theirs)
        case Take(other, number) if number not in state.boards[other].tokens:
            raise illegal(f"seat {other} has no token {number} to take", "4.5")
        case Remove(cell):
            _check_accessible(board.pieces, cell, "4.7")
        case Relocate(first, second):
            _check_relocation(board.pieces, first, second)
        case Copy(other):
            _check_copy(state, other)
        case Pick(kind):
            if board.standby is not None:
                raise illegal("your standby is taken", "4.10")
            if not state.supply[kind]:
                raise illegal(f"the supply has no {TYPES[kind]} left", "4.10")
        case _:
            pass


def _check_thing(state: State, seat: int, thing: Thing) -> None:
    if thing in things(state, seat):
        return
    if isinstance(thing, int):
        _check_accessible(state.boards[seat].pieces, thing, "4.4")
    where = "in hand" if thing == "hand" else f"on {thing_name(thing)}"
    raise illegal(f"seat {seat} has no piece {where} now", "4.4")


def _check_accessible(pieces: bytes, cell: int, clause: str) -> Piece:
    piece = named(pieces, cell)
    if piece is None:
        raise illegal(
            f"no piece is named {geometry.name(cell)}: a piece is named by its lowest square, the leftmost of these",
            "1.9",
        )
    if not is_accessible(piece, filled(pieces)):
        raise illegal(f"the piece {geometry.name(cell)} is not free: another piece lies above it", clause)
    return piece


def _check_relocation(pieces: bytes, first: int, second: int) -> None:
    lifted = _check_accessible(pieces, first, "4.8")
    cells = filled(pieces)
    other = named(pieces, second)
    if other is None or other == lifted:
        raise illegal("name two different pieces on your board", "4.8")
    if not is_accessible(other, cells & ~lifted.cells):
        raise illegal(f"the piece {geometry.name(second)} is not free, even without {geometry.name(first)}", "4.8")
    if second < first and is_accessible(other, cells):
        raise illegal(f"name {geometry.name(second)} first: both orders are the same move", "4.8")


def _check_copy(state: State, other: int) -> None:
    kind = state.placed
    if kind is None:
        raise illegal("you have placed no piece in this turn", "4.9")
    if not state.supply[kind]:
        raise illegal(f"the supply has no {TYPES[kind]} left", "4.9")
    if not foreign(state.boards[other], kind, state.setup.no_touch).below:
        raise illegal(f"no {TYPES[kind]} can be placed on that board below the bar", "4.9")
