"""Legal moves and their effects. Clause numbers are those of `rules.md`."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from p2pgame.engine.errors import IllegalMove
from p2pgame.engine.pending import Chance, Over, Pending, Result, Turn

from .moves import Take
from .state import State

SMALL, LARGE = 21, 34
"""Sticks in the heap (1.1)."""

FACES = range(1, 7)

_DIE = Chance(tuple((str(face), 1) for face in FACES))


def pending(state: State) -> Pending:
    """The pending step."""
    if len(state.present) <= 1:
        return Over(_result(state, state.present, "default"))
    if state.heap == 0:
        return Over(_result(state, () if state.turn is None else (state.turn,), "last-stick"))
    if state.turn is None:
        return Chance(tuple((str(seat), 1) for seat in state.present))
    return _DIE if state.die is None else Turn(state.turn)


def legal(state: State) -> Iterator[Take]:
    """One stick, two sticks ... (2.3)."""
    return map(Take, range(1, _most(state) + 1))


def check(state: State, seat: int, move: Take) -> None:
    """Return if the seat may move so.

    Raises:
        IllegalMove: it may not.
    """
    if pending(state) != Turn(seat):
        raise IllegalMove(f"seat {seat} is not to move now", "nim-die 2.1")
    if move.sticks > _most(state):
        raise IllegalMove(f"you may take {_most(state)} at most: the die shows {state.die}", "nim-die 2.3")


def drawn(state: State, value: int) -> State:
    """The first seat drawn, or the die thrown."""
    if state.turn is None:
        return replace(state, turn=state.present[value])
    return replace(state, die=FACES[value])


def take(state: State, move: Take) -> State:
    """The sticks are gone; the turn ends, unless these were the last (3.1)."""
    left = replace(state, heap=state.heap - move.sticks, die=None)
    return left if left.heap == 0 else _handed_on(left)


def drop(state: State, seat: int) -> State:
    """The seat is passed over from now on (3.2)."""
    if seat in state.dropped or isinstance(pending(state), Over):
        return state
    left = replace(state, dropped=tuple(sorted((*state.dropped, seat))))
    return _handed_on(replace(left, die=None)) if state.turn == seat and left.present else left


def _most(state: State) -> int:
    return min(state.heap, state.die or 0)


def _handed_on(state: State) -> State:
    """The turn goes clockwise to the next seat that has not left."""
    now = state.turn or 0
    clockwise = (*range(now + 1, state.seats), *range(now + 1))
    return replace(state, turn=next(seat for seat in clockwise if seat not in state.dropped))


def _result(state: State, winners: tuple[int, ...], reason: str) -> Result:
    return Result(winners, (None,) * state.seats, ((),) * state.seats, reason)
