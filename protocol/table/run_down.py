"""Decisions that came at the end of their turn time, as one's own program sees it.

A default move is signed like any other. So a peer sees only this: by its own clock the time was up or in its last tick,
it had contact with the seat all the while, and then the default move came. A secret choice shows nothing of that.
"""

from __future__ import annotations

from collections.abc import Collection

from .kinds import InputKind
from .liveness import Liveness
from .signing import Input
from .state import TableState

_SHOWN = (InputKind.MOVE, InputKind.ANSWER)
"""Decisions whose move is known when the slot is final."""


class RunDown:
    """The seats that still owed their decision when its time was up or in its last tick."""

    def __init__(self, liveness: Liveness, own: int | None) -> None:
        self._liveness = liveness
        self._own = own
        self._seats: set[int] = set()
        self._apart: set[int] = set()
        """The seats without contact at any time of this step: their answers may have been on their way for long."""

    def open_slot(self, *, same_step: bool) -> None:
        """Forget the seats of the last step."""
        if not same_step:
            self._seats.clear()
            self._apart.clear()

    def tick(self, missing: Collection[int]) -> None:
        """Note the seats that owe their decision; call once a tick."""
        self._apart.update(seat for seat in missing if not self._liveness.is_reachable(seat))
        if self._liveness.is_last_tick:
            self._seats.update(seat for seat in missing if seat != self._own and seat not in self._apart)

    def defaults(self, state: TableState, inputs: Collection[Input]) -> tuple[int, ...]:
        """The noted seats among those of the inputs whose moves are the default ones of a state."""
        if not self._seats:
            return ()
        late = [given for given in inputs if given.seat in self._seats and given.kind in _SHOWN]
        return tuple(given.seat for given in late if given.content == _default(state, given.seat))


def _default(state: TableState, seat: int) -> bytes:
    """The notation of a seat's default move."""
    return state.game.format(state.game.default(state.state, seat)).encode("ascii")
