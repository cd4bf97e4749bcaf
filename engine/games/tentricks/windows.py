"""The named states in which several seats may react."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain

from ...records import replace
from .clauses import illegal
from .flow import cancelled, cancellers, end_turn, ending, reacting, resolved, used
from .moves import PASS, Cancel, Choose, Move, Place, Say
from .state import State
from .tokens import check_use, uses
from .waits import WindowWait


class CancelWindow(WindowWait):
    """A token lies on the stack and may be cancelled (4.6)."""

    def asked(self, state: State) -> tuple[int, ...]:
        """Every seat with a 6, except the one that used the token."""
        return cancellers(state)

    def legal(self, state: State, seat: int) -> Iterator[Move]:
        """Pass or cancel."""
        return iter((PASS, Cancel()))

    def check(self, state: State, seat: int, move: Move) -> None:
        """Pass or cancel."""
        if move not in (PASS, Cancel()):
            raise illegal("pass, or cancel with token 6", "4.6")

    def passed(self, state: State) -> State:
        """The state after the token on top takes effect."""
        return resolved(state)

    def used(self, state: State, seat: int, move: Move) -> State:
        """The state with the cancel on the stack, where it may be cancelled itself."""
        return cancelled(state, seat)


class TokenWindow(WindowWait):
    """Seats may use tokens of a phase."""

    def legal(self, state: State, seat: int) -> Iterator[Move]:
        """Pass, then tokens."""
        return chain((PASS,), uses(state, seat))

    def check(self, state: State, seat: int, move: Move) -> None:
        """Pass, or a token."""
        match move:
            case Say("pass"):
                return
            case Say() | Choose() | Place():
                raise illegal("pass, or use a token", "3.7")
            case _:
                check_use(state, seat, move)

    def used(self, state: State, seat: int, move: Move) -> State:
        """The state with the token on the stack."""
        match move:
            case Say() | Choose() | Place():
                raise TypeError("a token is due")
            case _:
                return used(state, seat, move)


class React(TokenWindow):
    """A piece has come into hand (3.4)."""

    def asked(self, state: State) -> tuple[int, ...]:
        """The others; the active seat, too, if it cannot wait for its turn."""
        return reacting(state)

    def passed(self, state: State) -> State:
        """The state in which the piece is placed."""
        return replace(state, phase="place")


class End(TokenWindow):
    """The active seat has ended its turn (3.6)."""

    def asked(self, state: State) -> tuple[int, ...]:
        """The others."""
        return ending(state)

    def passed(self, state: State) -> State:
        """The turn is over."""
        return end_turn(state)
