"""The named states in which chance decides."""

from __future__ import annotations

from ...bag import locate
from ...pending import Chance
from ...records import replace
from .cards import turned_up
from .components import TOKENS, TYPES
from .effects import with_token
from .state import State, changed
from .waits import ChanceWait

_TOKEN_LABELS = tuple(map(str, TOKENS))


class First(ChanceWait):
    """The draw of the starting seat (8.8)."""

    def pending(self, state: State) -> Chance:
        """Every seat that is still there, equally likely."""
        return Chance(tuple((str(seat), 1) for seat in state.left))

    def drawn(self, state: State, value: int) -> State:
        """The state in which that seat starts, and has the first turn."""
        seat = state.left[value]
        return replace(state, start=seat, active=seat, phase="fewer" if state.setup.fewer else "start")


class CardWait(ChanceWait):
    """A card is drawn."""

    def pending(self, state: State) -> Chance:
        """The cards not yet seen."""
        return Chance.by_count(TYPES, state.unseen)

    def drawn(self, state: State, value: int) -> State:
        """The state after a card is drawn from those that are left."""
        return turned_up(state, locate(state.unseen, value))


class Fewer(CardWait):
    """The card that makes the supply smaller (8.5)."""

    def drawn(self, state: State, value: int) -> State:
        """Pieces of the card's type go back to the box, one for each seat of the table."""
        kind = locate(state.unseen, value)
        return replace(
            state,
            unseen=changed(state.unseen, kind, -1),
            supply=changed(state.supply, kind, -state.seats),
            phase="start",
        )


class Gain(ChanceWait):
    """A token is drawn from the bag (5)."""

    def pending(self, state: State) -> Chance:
        """The tokens in the bag, by number."""
        return Chance.by_count(_TOKEN_LABELS, state.bag)

    def drawn(self, state: State, value: int) -> State:
        """The state in which the drawing seat has the token."""
        kind = locate(state.bag, value)
        seat, *others = state.gains
        board = with_token(state.boards[seat], TOKENS[kind])
        boards = state.boards_with(seat, board)
        return replace(state, boards=boards, bag=changed(state.bag, kind, -1), gains=tuple(others))
