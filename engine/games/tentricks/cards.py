"""A card is revealed (3.2, 3.3, 7.1, 7.2)."""

from __future__ import annotations

from ...records import replace
from .bars import fall
from .state import FULL_DECK, Source, State, changed


def reveal(state: State) -> State:
    """The state after the next card is turned up: the Next Level card, whose place is known, or a card that chance
    still has to draw."""
    if state.before_level == 0:
        return fall(replace(state, unseen=FULL_DECK), state.setup.level_drop)
    return replace(state, phase="card", hand=None, hand_from=None, steer=None)


def turned_up(state: State, kind: int) -> State:
    """The state after a card of that type: its piece comes into hand, or all bars fall because no such piece is
    left."""
    state = replace(state, unseen=changed(state.unseen, kind, -1))
    if state.supply[kind] == 0:
        return fall(state, state.setup.empty_drop)
    return in_hand(replace(state, supply=changed(state.supply, kind, -1)), kind, "card")


def in_hand(state: State, kind: int, source: Source) -> State:
    """The state with that piece in hand, to which the others may react."""
    return replace(state, phase="react", hand=kind, hand_from=source)


def from_standby(state: State) -> State:
    """The active seat takes its standby piece instead of revealing a card."""
    board = state.boards[state.mover]
    if board.standby is None:
        raise ValueError("no piece is on standby")
    return in_hand(state.on_board(state.mover, replace(board, standby=None)), board.standby, "standby")
