"""The named states in which one seat moves."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain

from ...latest import for_latest
from ...records import replace
from .clauses import illegal
from .components import TYPES
from .flow import may_take_standby, used, without_choice
from .moves import END, REVEAL, STANDBY, Choose, Move, Place, Say
from .placing import Spots, foreign, own, refused
from .putting import put_down
from .state import HAND_EMPTY, Put, State, changed
from .tokens import check_use, uses
from .waits import TurnWait


class Bonus(TurnWait):
    """The active seat chooses a piece for its standby space (2.5)."""

    def asked(self, state: State) -> int:
        """The active seat."""
        return state.mover

    def legal(self, state: State, seat: int) -> Iterator[Move]:
        """Every type of which the supply has a piece."""
        return (Choose(kind) for kind, number in enumerate(state.supply) if number)

    def check(self, state: State, seat: int, move: Move) -> None:
        """Return if the supply has a piece of the chosen type."""
        if not isinstance(move, Choose):
            raise illegal("choose a type of piece for your standby", "2.5")
        if not state.supply[move.kind]:
            raise illegal(f"the supply has no {TYPES[move.kind]} left", "2.5")

    def played(self, state: State, seat: int, move: Move) -> State:
        """The state with the piece on standby."""
        if not isinstance(move, Choose):
            raise TypeError("a type is due")
        board = replace(state.boards[seat], standby=move.kind)
        supply = changed(state.supply, move.kind, -1)
        return state.on_board(seat, board, supply=supply, bonus=False, fresh=True)


class PutDown(TurnWait):
    """A piece is placed because of a token (4.4, 4.8, 4.9)."""

    def asked(self, state: State) -> int:
        """The seat that decides."""
        return state.puts[0].by

    def legal(self, state: State, seat: int) -> Iterator[Move]:
        """Every placement of each piece that is due."""
        put = state.puts[0]
        return chain.from_iterable([put_spots(state, put, kind).each() for kind in sorted(set(put.types))])

    def default(self, state: State, seat: int) -> Move:
        """The first type that can be placed, in its first place."""
        found = (put_spots(state, state.puts[0], kind) for kind in sorted(set(state.puts[0].types)))
        return next(spots for spots in found if spots.below or spots.over).first

    def check(self, state: State, seat: int, move: Move) -> None:
        """Return if the piece is due, and may be placed there."""
        put = state.puts[0]
        if not isinstance(move, Place) or move.kind not in put.types:
            raise illegal(f"place this piece now: {' or '.join(TYPES[kind] for kind in put.types)}", "3")
        if not put_spots(state, put, move.kind).has(move):
            raise refused(state.boards[put.on], move, foreign=put.by != put.on)

    def played(self, state: State, seat: int, move: Move) -> State:
        """The state with the piece placed. Another piece of the same token may be due."""
        if not isinstance(move, Place):
            raise TypeError("a placement is due")
        put, *others = state.puts
        if len(put.types) == 2:
            left = put.types[1] if move.kind == put.types[0] else put.types[0]
            others.insert(0, replace(put, types=(left,)))
        placed = move.kind if put.turn else state.placed
        return put_down(state, put.on, move, {"puts": tuple(others), "placed": placed})


def put_spots(state: State, put: Put, kind: int) -> Spots:
    """The possible places of a piece: on one's own board or on another's, each with its rules (2.6)."""
    rule = own if put.by == put.on else foreign
    return rule(state.boards[put.on], kind, state.setup.no_touch)


class Start(TurnWait):
    """The active seat may use tokens before it reveals a card or takes its standby piece (3.1)."""

    def asked(self, state: State) -> int:
        """The active seat."""
        return state.mover

    def legal(self, state: State, seat: int) -> Iterator[Move]:
        """`reveal` or `standby`, then tokens."""
        return chain((STANDBY if may_take_standby(state) else REVEAL,), uses(state, seat))

    def check(self, state: State, seat: int, move: Move) -> None:
        """Return if the move is the possible one of `reveal` and `standby`, or a token."""
        way = STANDBY if may_take_standby(state) else REVEAL
        match move:
            case Say("reveal") if way == STANDBY:
                raise illegal("your standby piece comes first: type standby", "3.2")
            case Say("standby") if way == REVEAL:
                raise illegal("no standby piece is ready for this turn: type reveal", "3.2")
            case Say() | Choose() | Place() if move != way:
                raise illegal(f"your turn begins: type {way.word}, or use a token", "3.1")
            case Say() | Choose() | Place():
                return
            case _:
                check_use(state, seat, move)

    def played(self, state: State, seat: int, move: Move) -> State:
        """The state after the reveal or the standby piece, or with the token on the stack."""
        match move:
            case Say() | Choose() | Place():
                return without_choice(state)
            case _:
                return used(state, seat, move)


class PlaceHand(TurnWait):
    """The piece in hand is placed on the active seat's board (3.5)."""

    def asked(self, state: State) -> int:
        """The active seat, or the one that steers it."""
        return state.mover if state.steer is None else state.steer

    def legal(self, state: State, seat: int) -> Iterator[Move]:
        """Placements, then tokens of the active seat."""
        places = _hand_spots(state).each()
        return chain(places, uses(state, seat)) if seat == state.active and state.boards[seat].tokens else places

    def default(self, state: State, seat: int) -> Move:
        """The first placement."""
        return _hand_spots(state).first

    def check(self, state: State, seat: int, move: Move) -> None:
        """Return if the move places the piece in hand, or uses a token."""
        match move:
            case Place() if move.kind == state.hand:
                if not _hand_spots(state).has(move):
                    raise refused(state.boards[state.mover], move, foreign=False)
            case Say() | Choose() | Place():
                raise illegal(f"place the piece in hand: {TYPES[_hand(state)]}", "3.5")
            case _ if seat != state.active:
                raise illegal("you steer this piece: place it; you cannot use a token now", "3.5")
            case _:
                check_use(state, seat, move)

    def played(self, state: State, seat: int, move: Move) -> State:
        """The state with the piece placed, or with the token on the stack."""
        match move:
            case Place():
                return put_down(state, state.mover, move, HAND_EMPTY | {"phase": "after", "placed": move.kind})
            case Say() | Choose():
                raise TypeError("a placement is due")
            case _:
                return used(state, seat, move)


@for_latest  # once for the moves, then for the one that was made
def _hand_spots(state: State) -> Spots:
    """The possible places of the piece in hand."""
    return own(state.boards[state.mover], _hand(state), state.setup.no_touch)


def _hand(state: State) -> int:
    if state.hand is None:
        raise ValueError("no piece is in hand")
    return state.hand


class After(TurnWait):
    """The active seat may use tokens before it ends its turn (3.6)."""

    def asked(self, state: State) -> int:
        """The active seat."""
        return state.mover

    def legal(self, state: State, seat: int) -> Iterator[Move]:
        """`end`, then tokens."""
        return chain((END,), uses(state, seat))

    def check(self, state: State, seat: int, move: Move) -> None:
        """Return if the move is `end`, or uses a token."""
        match move:
            case Say("end"):
                return
            case Say() | Choose() | Place():
                raise illegal("end your turn, or use a token", "3.6")
            case _:
                check_use(state, seat, move)

    def played(self, state: State, seat: int, move: Move) -> State:
        """The state with the others' window, or with the token on the stack."""
        match move:
            case Say() | Choose() | Place():
                return replace(state, phase="end")
            case _:
                return used(state, seat, move)
