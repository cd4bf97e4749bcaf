"""A card is revealed (3.2, 3.3, 7.1, 7.2)."""

from __future__ import annotations

from ...records import Changes, replace, updated
from .bars import fall
from .phases import others_hold
from .state import FULL_DECK, HAND_EMPTY, Source, State, changed


def reveal(state: State) -> State:
    """The state after the next card is turned up: the Next Level card, whose place is known, or a card that chance
    still has to draw."""
    if state.before_level == 0:
        return fall(replace(state, unseen=FULL_DECK), state.setup.level_drop)
    return updated(state, HAND_EMPTY | {"phase": "card"})


def turned_up(state: State, kind: int) -> State:
    """The state after a card of that type: its piece comes into hand, or all bars fall because no such piece is
    left."""
    unseen = changed(state.unseen, kind, -1)
    if state.supply[kind] == 0:
        return fall(replace(state, unseen=unseen), state.setup.empty_drop)
    return in_hand(state, kind, "card", {"unseen": unseen, "supply": changed(state.supply, kind, -1)})


def in_hand(state: State, kind: int, source: Source, changes: Changes) -> State:
    """The state with that piece in hand, to which the others may react if they have a token for that, and some other
    changes."""
    phase = "react" if others_hold(state, "react") else "place"
    return updated(state, changes | {"phase": phase, "hand": kind, "hand_from": source})


def from_standby(state: State) -> State:
    """The active seat takes its standby piece instead of revealing a card."""
    board = state.boards[state.mover]
    if board.standby is None:
        raise ValueError("no piece is on standby")
    boards = state.boards_with(state.mover, replace(board, standby=None))
    return in_hand(state, board.standby, "standby", {"boards": boards})
