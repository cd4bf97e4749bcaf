"""The named state of a table, and its meaning (3)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from ...events import Event
from ...latest import for_latest
from ...pending import Over, Pending, Result, asked
from .chances import CardWait, Fewer, First, Gain
from .clauses import illegal
from .flow import settle
from .moves import Move
from .state import Phase, State
from .turns import After, Bonus, PlaceHand, PutDown, Start
from .waits import Wait
from .windows import CancelWindow, End, React


class Done(Wait):
    """The game is over (3.9, 13)."""

    def pending(self, state: State) -> Pending:
        """The result."""
        return Over(result(state))

    def check(self, state: State, seat: int, move: Move) -> None:
        """Refuse every move."""
        raise illegal("the game is over", "3.9")

    def apply(self, state: State, event: Event[Move]) -> State:
        """Refuse every event."""
        raise TypeError("the game is over")


_PHASES: Mapping[Phase, Wait] = {
    "first": First(),
    "fewer": Fewer(),
    "start": Start(),
    "card": CardWait(),
    "react": React(),
    "place": PlaceHand(),
    "after": After(),
    "end": End(),
    "over": Done(),
}
_STACK, _GAINS, _BONUS, _PUTS = CancelWindow(), Gain(), Bonus(), PutDown()


def waiting(state: State) -> Wait:
    """The named state: tokens being used, tokens due, a bonus, pieces due, then the phase."""
    if state.stack:
        return _STACK
    if state.gains:
        return _GAINS
    if state.bonus:
        return _BONUS
    if state.puts:
        return _PUTS
    return _PHASES[state.phase]


@for_latest
def question(state: State) -> tuple[Wait, Pending]:
    """The named state, and its pending step."""
    wait = waiting(state)
    return wait, wait.pending(state)


def legal(state: State, seat: int) -> Iterator[Move]:
    """The moves of a seat, if it is asked."""
    wait, pending = question(state)
    return wait.legal(state, seat) if seat in asked(pending) else iter(())


def default(state: State, seat: int) -> Move:
    """The default move of an asked seat (14)."""
    return waiting(state).default(state, seat)


def check(state: State, seat: int, move: Move) -> None:
    """Return if the seat may move so.

    Raises:
        IllegalMove: it may not.
    """
    wait, pending = question(state)
    seats = asked(pending)
    if seats and seat not in seats:
        raise illegal(f"seat {seat} cannot move now", "3")
    wait.check(state, seat, move)


def apply(state: State, event: Event[Move]) -> State:
    """The next state that waits for an answer."""
    wait, _ = question(state)
    return settle(wait.apply(state, event))


def result(state: State) -> Result:
    """The last seat wins. If no seat is left, nobody wins."""
    left = state.left
    reason = "default" if state.default else "victory" if left else "defeat"
    return Result(left, (None,) * state.seats, ((),) * state.seats, reason)
