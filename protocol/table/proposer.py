"""One's own ballots in the open slot: when to prepare one, and how long others' are given.

Two proposers could outbid each other for ever (Lamport, "Paxos Made Simple", section 2.4). So seats take turns: each
has a window of some ticks, in seat order, and a seat that has promised gives the ballot's owner the same time.
"""

from __future__ import annotations

from .consensus import Promise, Ruling

WINDOW = 3
"""Ticks that a ballot has to come to its end before another seat begins one."""


class Lease:
    """The time that a promise gives the owner of a ballot."""

    def __init__(self) -> None:
        self._owner: int | None = None
        self._until = 0

    def admits(self, owner: int, tick: int) -> bool:
        """Whether a seat may have a promise now: nobody else's time runs, and after its own the others come first."""
        if self._owner is None or (owner != self._owner and tick >= self._until):
            return True
        return owner == self._owner and (tick < self._until or tick >= self._until + WINDOW)

    def give(self, owner: int, tick: int) -> None:
        """That seat has a promise. A higher ballot within its time does not make that longer."""
        if owner != self._owner or tick >= self._until:
            self._owner, self._until = owner, tick + WINDOW


class Proposer:
    """One's own ballot, if one was prepared."""

    def __init__(self) -> None:
        self.ballot = 0
        """The ballot that one's own seat has prepared last; 0 for none."""
        self.ruling: Ruling | None = None
        self.promises: dict[int, Promise] = {}
        """To this ballot, by seat."""
        self.has_proposed = False
        self._reason_since: int | None = None
        self._prepared_at = 0

    def is_turn(self, tick: int, place: int, count: int, *, has_reason: bool) -> bool:
        """Whether to prepare a ballot now. `place` is one's own among the `count` seats that are heard, from 0.

        A seat's first window begins a tick after the reason arose, so that ballot 0 has its chance.
        """
        if not has_reason:
            self._reason_since = None
            return False
        if self._reason_since is None:
            self._reason_since = tick
        turn, within = divmod(tick - self._reason_since - 1, WINDOW)
        return within == 0 and turn >= 0 and turn % max(count, 1) == place

    def is_waiting(self, tick: int) -> bool:
        """Whether one's own ballot lacks promises and its window has not ended."""
        return bool(self.ballot) and not self.has_proposed and tick - self._prepared_at < WINDOW

    def begin(self, ballot: int, ruling: Ruling | None, tick: int) -> None:
        """Prepare a ballot of one's own."""
        self.ballot, self.ruling, self.promises = ballot, ruling, {}
        self.has_proposed = False
        self._prepared_at = tick

    def take(self, promise: Promise) -> bool:
        """Count a promise, if it is to one's own ballot and ruling. Whether it is."""
        if not self.ballot or (promise.ballot, promise.ruling) != (self.ballot, self.ruling):
            return False
        self.promises[promise.seat] = promise
        return True
