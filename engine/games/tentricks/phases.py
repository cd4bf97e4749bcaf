"""The tokens for each phase (3, 4.11)."""

from __future__ import annotations

from collections.abc import Mapping

from .state import Phase, State

OWN_TURN: Mapping[Phase, tuple[int, ...]] = {
    "start": (4, 5, 7, 8, 10),
    "react": (4, 5, 7, 8),
    "place": (4, 5, 7, 8),
    "after": (4, 5, 7, 8, 9),
}
"""The tokens that the active seat may use in each phase (3, 4.11)."""

OTHERS_TURN: Mapping[Phase, tuple[int, ...]] = {
    "react": (1, 2, 4, 5),
    "end": (3, 4, 5),
}
"""The tokens that the other seats may use in each phase."""

_OTHERS_TURN = {phase: frozenset(numbers) for phase, numbers in OTHERS_TURN.items()}


def allowed(state: State, seat: int, phase: Phase) -> tuple[int, ...]:
    """The numbers of the tokens whose colour allows the seat to use them in that phase."""
    return (OWN_TURN if seat == state.active else OTHERS_TURN).get(phase, ())


def held(state: State, seat: int, phase: Phase) -> list[int]:
    """Those of them that the seat has, rising."""
    tokens = state.boards[seat].tokens
    return [number for number in allowed(state, seat, phase) if number in tokens] if tokens else []


def others_hold(state: State, phase: Phase) -> bool:
    """Whether a seat other than the active one has a token for that phase, even one with no target."""
    numbers, active = _OTHERS_TURN[phase], state.active
    for seat, board in enumerate(state.boards):
        if board.tokens and seat != active and not numbers.isdisjoint(board.tokens):
            return True
    return False
