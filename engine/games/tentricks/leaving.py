"""A seat leaves the table for good (13)."""

from __future__ import annotations

from ...records import replace
from .flow import cleared, settle
from .notation import parse_use
from .out import out
from .state import State, Use
from .tokens import target


def leave(state: State, seat: int) -> State:
    """The seat is out, and the game continues without it, or is over when at most one is left."""
    if seat in state.dropped or state.phase == "over":
        return state
    state = replace(state, dropped=tuple(sorted((*state.dropped, seat))))
    if not state.boards[seat].out:
        state = _gone(state, seat)
    left = len(state.left)
    if left <= 1:
        return cleared(state, {"phase": "over", "gains": (), "puts": (), "stack": (), "default": left == 1})
    return settle(state)


def _gone(state: State, seat: int) -> State:
    state = replace(state, stack=_cut(state, seat))
    if state.phase == "fewer" and state.active == seat:
        return _next_starts(out(state, seat))
    return out(state, seat)


def _next_starts(state: State) -> State:
    """The card of `fewer` is still drawn; then the next seat begins."""
    following = next((seat for seat in state.in_turn_order() if not state.boards[seat].out), state.active)
    return replace(state, phase="fewer", active=following)


def _cut(state: State, seat: int) -> tuple[Use, ...]:
    """The stack below the seat's lowest token; nothing if it is against the seat or in its turn."""
    if not state.stack or seat == state.active or target(state, parse_use(state.stack[0].move)) == seat:
        return ()
    lowest = next((place for place, use in enumerate(state.stack) if use.seat == seat), len(state.stack))
    return state.stack[:lowest]
