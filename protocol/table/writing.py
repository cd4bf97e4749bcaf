"""When a final value may be written: rule 7, in full in `spec/table/writing.md`.

A quorum of acks makes a value final. A seat that lies could make two values final among seats that do not know of each
other. So a peer writes only values that every linked seat has acked too. Then no lie makes two logs among honest seats
that are linked and answer within a moment.
"""

from __future__ import annotations

from collections.abc import Collection

from .consensus import Ack
from .slot import Final, Slot
from .sync import PeerView, Sync

MOMENT = 2
"""Ticks for which a final value waits for linked seats that have not acked it."""

DISPUTE = 24
"""Ticks after which a final value that a linked seat has written is written here too, even against others. All linked
honest seats have decided a higher ballot long before, if they can."""


class WriteRule:
    """Decides when a final value of the open slot is written."""

    def __init__(self, sync: Sync) -> None:
        self._sync = sync
        self._since: int | None = None
        """The tick of the first final value in the open slot."""
        self._late: set[int] = set()
        """Seats that let a value wait for a whole moment. They are not waited for until they ack in time again."""
        self._unfounded: set[int] = set()
        """Seats that have acked a value in ballot 0, and not shown its inputs for a whole moment."""

    def open_slot(self) -> None:
        """Start the next slot."""
        self._since = None

    def choose(self, slot: Slot, cheats: Collection[int], tick: int) -> Final | None:
        """The final value that may be written now; None if none may."""
        finals = slot.finals()
        if not finals:
            return None
        if not slot.state.needs_acks:
            return finals[0]
        if self._since is None:
            self._since = tick
        waited = tick - self._since
        linked = [each for each in self._sync.linked(slot.state.present) if each[0] not in cheats]
        return next((final for final in reversed(finals) if self._allows(slot, final, linked, waited)), None)

    def _allows(self, slot: Slot, final: Final, linked: list[tuple[int, PeerView]], waited: int) -> bool:
        is_own = _is_own(slot, final)
        lacking = [seat for seat, view in linked if not _has(slot, seat, view, final, is_own=is_own)]
        if not lacking:
            return is_own or bool(linked)
        if waited >= DISPUTE and any(_has_shown(slot, view, final) for _, view in linked):
            return True
        against = [seat for seat, _ in linked if self._contradicts(slot, seat, final, waited)]
        if against or not is_own:
            return False
        if waited >= MOMENT:
            self._late.update(lacking)
        return self._late.issuperset(lacking)

    def _contradicts(self, slot: Slot, seat: int, final: Final, waited: int) -> bool:
        """Whether a seat shows an ack of another value in the ballot of a final one, or higher."""
        return any(
            ack.ballot >= final.ballot and ack.value != final.outcome.digest and self._counts(slot, ack, waited)
            for ack in slot.acks.get(seat, {}).values()
        )

    def _counts(self, slot: Slot, ack: Ack, waited: int) -> bool:
        """Whether an ack counts for more than a claim: above ballot 0 with its proposal, in ballot 0 with its inputs.
        An honest seat shows those within a moment; the next ballot then settles it."""
        if ack.ballot:
            return (ack.ballot, ack.value) in slot.proposals
        if slot.are_inputs(ack.value):
            return True
        if waited >= MOMENT:
            self._unfounded.add(ack.seat)
        return ack.seat not in self._unfounded

    def written(self, final: Final) -> None:
        """Note that the value was written: the seats that have acked it were in time."""
        in_time = {ack.seat for ack in final.acks}
        self._late -= in_time
        self._unfounded -= in_time


def _is_own(slot: Slot, final: Final) -> bool:
    """Whether one's own seat has acked nothing else in the ballot of a final value, or in a higher one. It may have
    acked the same value again there, or a liar that proposes it again could keep the seat in this slot.

    A cheat can make two values final in one ballot. Then each of two honest seats has acked one of them, and sees that
    the other has acked the other one.
    """
    latest = None if slot.acceptor is None else slot.acceptor.latest
    if latest is None:
        return True
    acks = (latest, *slot.acks.get(latest.seat, {}).values())
    return all(ack.ballot < final.ballot or ack.value == final.outcome.digest for ack in acks)


def _has(slot: Slot, seat: int, view: PeerView, final: Final, *, is_own: bool) -> bool:
    """Whether a linked seat has acked a final value in its ballot, or has shown it as its record of the slot."""
    if _has_shown(slot, view, final):
        return True
    ack = slot.acks.get(seat, {}).get(final.ballot)
    return is_own and ack is not None and ack.value == final.outcome.digest


def _has_shown(slot: Slot, view: PeerView, final: Final) -> bool:
    return view.shown == (slot.state.slot, final.outcome.digest)
