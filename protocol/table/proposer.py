"""One's own ballots in the open slot: when to prepare one, and how long others may take.

Two proposers could outbid each other for ever (Lamport, "Paxos Made Simple", section 2.4). So seats take turns: each
has a window of some ticks, in seat order, and a seat that has promised gives the ballot's owner the same time.
"""

from __future__ import annotations

from .consensus import Promise, Ruling

WINDOW = 3
"""Ticks for a ballot to end before another seat begins one."""

DOUBLINGS = 4
"""Times that windows double: to 48 ticks, longer than any answer takes whose link still counts as alive."""

PAUSES = 3
"""Times that the pause between two leases of one owner doubles, to eight windows: no seat can take every turn."""


class Lease:
    """The time that a promise gives the owner of a ballot."""

    def __init__(self) -> None:
        self._owner: int | None = None
        self._until = 0
        self._last = -1
        """The tick of the last promise. One a tick is enough: each goes to the disk."""
        self._given: dict[int, int] = {}
        self._again: dict[int, int] = {}
        """The tick from which each owner may have another one."""

    def admits(self, owner: int, tick: int) -> bool:
        """Whether a seat may have a promise now: its own lease runs, or nobody's does and its pause is over."""
        if tick < self._until:
            return owner == self._owner and tick > self._last
        return tick >= self._again.get(owner, 0)

    def is_taken(self, own: int, tick: int) -> bool:
        """Whether another seat's lease runs, so that one's own seat begins no ballot."""
        return tick < self._until and self._owner != own

    def give(self, owner: int, tick: int) -> None:
        """Start a lease for a seat with a promise. A higher ballot within it does not make it longer; each new lease
        makes the pause after it longer, so that others come first."""
        self._last = tick
        if tick < self._until:
            return
        self._owner, self._until = owner, tick + WINDOW
        given = self._given.get(owner, 0)
        self._again[owner] = self._until + (WINDOW << min(given, PAUSES))
        self._given[owner] = given + 1


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
        self._until = 0
        """The tick in which the window of this ballot ends."""
        self._turn = -1
        """The turn of the latest ballot."""

    def is_turn(self, tick: int, place: int, count: int, *, has_reason: bool) -> bool:
        """Whether to prepare a ballot now. `place` is one's own among the `count` reachable seats, from 0.

        The first turn begins a tick after the reason arose, so that ballot 0 has its chance. With each cycle of all
        seats the windows double, so that one of them is long enough for slow links.
        """
        if not has_reason:
            self._reason_since = None
            return False
        if self._reason_since is None:
            self._reason_since = tick
        turn, until = self._turn_at(tick, count)
        return turn >= 0 and turn != self._turn and turn % count == place and tick < until

    def _turn_at(self, tick: int, count: int) -> tuple[int, int]:
        """The turn since the reason arose, and the tick in which it ends; -1 before the first."""
        assert self._reason_since is not None
        start, turn = self._reason_since + 1, 0
        if tick < start:
            return -1, start
        while tick >= start + (length := WINDOW << min(turn // count, DOUBLINGS)):
            start, turn = start + length, turn + 1
        return turn, start + length

    def is_waiting(self, tick: int) -> bool:
        """Whether one's own ballot lacks promises and its window has not ended."""
        return bool(self.ballot) and not self.has_proposed and tick < self._until

    def begin(self, ballot: int, ruling: Ruling | None, tick: int, count: int) -> None:
        """Prepare a ballot of one's own, in its turn among that many seats."""
        self.ballot, self.ruling, self.promises = ballot, ruling, {}
        self.has_proposed = False
        self._turn, self._until = (-1, tick) if self._reason_since is None else self._turn_at(tick, count)

    def take(self, promise: Promise) -> bool:
        """Count a promise, if it is to one's own ballot and ruling; whether it is."""
        if not self.ballot or (promise.ballot, promise.ruling) != (self.ballot, self.ruling):
            return False
        self.promises[promise.seat] = promise
        return True
