"""When a final value may be written: rule 7 of `spec/table.md`.

A quorum of acks makes a value final. A seat that lies could make two values final among seats that do not know of each
other. So a peer writes only what every linked seat has acked too. Then no lie makes two logs among honest seats that
are linked and answer within a moment.
"""

from __future__ import annotations

from collections.abc import Collection

from .slot import Final, Slot
from .sync import PeerView, Sync

MOMENT = 2
"""Ticks for which a final value waits for linked seats that have not acked it."""


class WriteRule:
    """Decides when a final value of the open slot is written."""

    def __init__(self, sync: Sync) -> None:
        self._sync = sync
        self._since: int | None = None
        """The tick in which something was first final in the open slot."""
        self._late: set[int] = set()
        """Seats that let a value wait for a whole moment. They are not waited for until they ack in time again."""

    def open_slot(self) -> None:
        """The next slot is open."""
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
        waited = tick - self._since >= MOMENT
        linked = [each for each in self._sync.linked(slot.state.present) if each[0] not in cheats]
        return next((final for final in reversed(finals) if self._allows(slot, final, linked, waited=waited)), None)

    def _allows(self, slot: Slot, final: Final, linked: list[tuple[int, PeerView]], *, waited: bool) -> bool:
        is_latest = _is_latest(slot, final)
        lacking = [seat for seat, view in linked if not _has(slot, seat, view, final, is_latest=is_latest)]
        if not lacking:
            return is_latest or bool(linked)
        if not is_latest or any(_contradicts(slot, seat, final) for seat, _ in linked):
            return False
        if waited:
            self._late.update(lacking)
        return self._late.issuperset(lacking)

    def written(self, final: Final) -> None:
        """That value was written: the seats that have acked it were in time."""
        self._late.difference_update(ack.seat for ack in final.acks)


def _is_latest(slot: Slot, final: Final) -> bool:
    """Whether one's own seat has acked nothing in a higher ballot, and nothing else in this one.

    A cheat can make two values final in one ballot. Then each of two honest seats has acked one of them, and sees that
    the other has acked the other one.
    """
    latest = None if slot.acceptor is None else slot.acceptor.latest
    if latest is None or latest.ballot < final.record.ballot:
        return True
    return (latest.ballot, latest.value) == (final.record.ballot, final.outcome.digest)


def _has(slot: Slot, seat: int, view: PeerView, final: Final, *, is_latest: bool) -> bool:
    """Whether a linked seat has acked a final value in its ballot, or has shown it as its record of the slot."""
    if view.shown == (final.record.slot, final.outcome.digest):
        return True
    ack = slot.acks.get(seat, {}).get(final.record.ballot)
    return is_latest and ack is not None and ack.value == final.outcome.digest


def _contradicts(slot: Slot, seat: int, final: Final) -> bool:
    """Whether a seat shows an ack of another value in the ballot of a final one, or higher.

    Above ballot 0 an ack is nothing without its proposal. In ballot 0 the next ballot settles it.
    """
    return any(
        ack.ballot >= final.record.ballot
        and ack.value != final.outcome.digest
        and (ack.ballot == 0 or (ack.ballot, ack.value) in slot.proposals)
        for ack in slot.acks.get(seat, {}).values()
    )
