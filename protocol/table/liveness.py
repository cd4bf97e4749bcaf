"""Absent and slow seats: their latest contact, their debts, and the consents of one's own seat.

Time is counted in ticks, about one a second. A consent binds nobody: it is computed again for each question, and only a
promise makes it final. Specified in `spec/table/absence.md`.
"""

from __future__ import annotations

from collections.abc import Collection

from ..contract.contract import Contract
from .consensus import Ruling, RulingKind
from .kinds import DECISIONS
from .state import Due

REACHABLE_TICKS = 3
"""Ticks since the latest contact within which a seat counts as present."""

LEEWAY = 2
"""Ticks for a decision's way, after the turn time."""

PATIENCE = 3
"""Grace times after which one's own program consents automatically, unless the person said that it waits."""


class Liveness:
    """The clocks of one table, and the votes of the person at one's own seat about absent seats."""

    def __init__(self, contract: Contract, own: int | None) -> None:
        self.tick = 0
        self._contract = contract
        self._own = own
        self._contacts = dict.fromkeys(range(len(contract.seats)), 0)
        self._slot_began = 0
        self._decision_began = 0
        self._votes: set[int] = set()
        self._waits: set[int] = set()

    def count(self) -> None:
        """Count a tick."""
        self.tick += 1

    def hear(self, seat: int) -> None:
        """Note a contact with a seat, directly or through another."""
        self._contacts[seat] = self.tick

    def note_links(self, links: int) -> None:
        """Note a linked seat's report of its own links, bit n for seat n."""
        for seat in self._contacts:
            if links >> seat & 1:
                self._contacts[seat] = self.tick

    def open_slot(self, *, same_step: bool) -> None:
        """Start the clocks of the next slot. Turn clocks and votes continue within the same step. Votes about a seat
        that is back lapse."""
        self._slot_began = self.tick
        self._waits = {seat for seat in self._waits if not self.is_reachable(seat)}
        if not same_step:
            self._votes = {seat for seat in self._votes if not self.is_reachable(seat)}
            self._decision_began = self.tick

    @property
    def slot_age(self) -> int:
        """Ticks since the open slot began."""
        return self.tick - self._slot_began

    @property
    def decision_age(self) -> int:
        """Ticks since the due decision was first asked for."""
        return self.tick - self._decision_began

    @property
    def is_time_up(self) -> bool:
        """Whether the turn time is over, so that a program makes the default move of its own seat."""
        return bool(self._contract.turn_time) and self.decision_age >= self._contract.turn_time

    @property
    def is_last_tick(self) -> bool:
        """Whether the turn time is over, or will be with the next tick: clocks of two peers differ by a tick."""
        return bool(self._contract.turn_time) and self.decision_age >= self._contract.turn_time - 1

    def is_reachable(self, seat: int) -> bool:
        """Whether there was a recent contact with a seat. One's own always counts."""
        return seat == self._own or self.tick - self._contacts[seat] <= REACHABLE_TICKS

    def is_grace_over(self, seat: int, due: Due | None, *, owes: bool, times: int = 1) -> bool:
        """Whether a seat has been silent for the grace time, or has owed an input without a decision for as long.

        Such an input is timed from when it was due, independently of links: coming back does not restart the clock.
        """
        grace = self._contract.grace * times
        if not grace or seat == self._own:
            return False
        if self.tick - self._contacts[seat] >= grace:
            return True
        return owes and due is not None and self._overdue(due) >= grace

    def _overdue(self, due: Due) -> int:
        """Ticks for which everybody could have answered without a decision."""
        if due.kind not in DECISIONS:
            return self.slot_age
        if not self._contract.turn_time:
            return 0
        return self.decision_age - self._contract.turn_time - LEEWAY

    def vote(self, seat: int) -> None:
        """Note the vote of the person or bot at one's own seat to drop a seat, while its grace time is over."""
        self._votes.add(seat)
        self._waits.discard(seat)

    def wait(self, seat: int) -> None:
        """Note the wish of the person at one's own seat to wait for a seat, until it is back when a slot opens."""
        self._waits.add(seat)
        self._votes.discard(seat)

    def has_voted(self, seat: int) -> bool:
        """Whether one's own seat has voted to drop that one."""
        return seat in self._votes

    def wants_out(self, seat: int, due: Due | None, *, owes: bool) -> bool:
        """Whether one's own seat wants to drop that one: its grace time is over, and the person has voted so, or has
        said nothing for three times as long."""
        if not self.is_grace_over(seat, due, owes=owes):
            self._votes.discard(seat)
            return False
        if seat in self._votes:
            return True
        return seat not in self._waits and self.is_grace_over(seat, due, owes=owes, times=PATIENCE)

    def consents(self, ruling: Ruling, due: Due | None, missing: Collection[int], cheats: Collection[int]) -> bool:
        """Whether one's own seat consents to a ruling that the slot allows. Never on itself.

        It always consents to drop a proven cheat. Otherwise only while the slot waits for the seat's input: to drop it
        as in `wants_out`, to skip it when its turn time is over.
        """
        seat = ruling.seat
        if self._own is None or seat == self._own or due is None:
            return False
        if ruling.kind is RulingKind.DROP and seat in cheats:
            return True
        if seat not in missing:
            return False
        if ruling.kind is RulingKind.DROP:
            return self.wants_out(seat, due, owes=True)
        turn_time = self._contract.turn_time
        # after a skip, the others' answers are on their way again
        return bool(turn_time) and min(self.decision_age - turn_time, self.slot_age) >= LEEWAY
