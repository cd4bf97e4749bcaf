"""A seat leaves the table for good (`spec/games/ten.md`, section 12)."""

from __future__ import annotations

from ...records import replace
from . import auction
from .paying import forfeit, underway
from .state import State
from .turns import after_purchase, clear_row, end_turn, resume


def drop(state: State, seat: int) -> State:
    """Its turns and bids are passes from now on; its open action is undone by 12.3."""
    if state.phase == "over" or seat in state.dropped:
        return state
    state = replace(state, dropped=tuple(sorted((*state.dropped, seat))))
    if len(state.present) < min(state.seats, 2):
        return _stop(state)
    if seat == state.active:
        state = clear_row(state)
    match state.phase:
        case "auction":
            return auction.withdraw(state, seat)
        case "pay":
            return _leave_paying(state, seat)
        case "final":
            return after_purchase(state, seat) if state.turn == seat else state
        case _:
            return end_turn(state) if seat == state.active else state


def _leave_paying(state: State, seat: int) -> State:
    sale, payment = underway(state)
    if payment.seat != seat:
        return state
    state = forfeit(state, sale.card)
    match payment.purpose:
        case "auction":
            return resume(state)
        case "buy" | "bust":
            return end_turn(state)
        case "final":
            return after_purchase(state, seat)


def _stop(state: State) -> State:
    """The state when no opponent is left: the table is cleared and the game is over (12.4)."""
    if state.sale is not None:
        state = forfeit(state, state.sale.card)
    return replace(clear_row(state), phase="over", turn=state.active)
