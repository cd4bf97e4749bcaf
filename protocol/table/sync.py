"""Linked peers: the statements that each has or lacks, and early ones.

Specified in `spec/table/sync.md`, "Catching up", and `spec/table/messages.md`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field

from ..contract.contract import Contract
from ..wire.codec import encode
from ..wire.limits import EARLY_PAPERS, EARLY_SIGNATURES, RECORDS_BYTES, RECORDS_MESSAGES, RECORDS_PER_MESSAGE
from ..wire.rate_limiter import RateLimiter
from .consensus import Promise, Proposal
from .forms import record_form
from .messages import Have, Papers, Records
from .records import Record
from .signing import Input
from .slot import Slot

STRANGERS = b""
"""In place of a key: all peers without a seat, together."""


@dataclass(slots=True)
class PeerView:
    """The facts that are known about a linked peer."""

    have: Have | None = None
    """Its latest `have`."""
    slot: int = 0
    """Its open slot, by its own messages."""
    shown: tuple[int, bytes] | None = None
    """The slot of the last record that it has shown, and the digest of its value."""
    asked: int = -1
    """The tick in which it was last asked for records: once a tick is enough."""
    recalled: int | None = None
    """The slot in which it has sent all statements of our own seat; None if it was not asked, or has not answered."""
    state_due: int | None = None
    """The slot whose state it was asked for; any other is ignored, because a comparison is expensive."""
    pace: RateLimiter = field(default_factory=RateLimiter)
    """Its rate limits, for messages in both directions."""
    early: list[Papers] = field(default_factory=list)
    """Papers about later slots, the oldest first."""
    pending: list[Record] = field(default_factory=list)
    """Records of later slots, in order."""

    @property
    def links(self) -> int:
        """The seats that it is linked with; until it says so, all."""
        return -1 if self.have is None else self.have.links

    def keep_early(self, papers: Papers) -> None:
        """Keep papers until their slot opens, if there is room."""
        self.slot = max(self.slot, papers.place.slot)
        if len(self.early) < EARLY_PAPERS and _has_room(self.early, papers):
            self.early.append(papers)

    def take_early(self, slot: int) -> list[Papers]:
        """The papers that were kept for a slot; those of slots before it are forgotten."""
        if not self.early:
            return []
        found = [papers for papers in self.early if papers.place.slot == slot]
        self.early = [papers for papers in self.early if papers.place.slot > slot]
        return found

    def keep_pending(self, record: Record, now: int) -> None:
        """Keep a record until its slot opens, if it follows the kept ones; `now` is the open slot here."""
        self.slot = max(self.slot, record.slot + 1)
        while self.pending and self.pending[0].slot < now:
            del self.pending[0]
        follows = record.slot == now + len(self.pending)
        if follows and len(self.pending) < RECORDS_PER_MESSAGE and _has_room(self.pending, record):
            self.pending.append(record)

    def take_pending(self, slot: int) -> Record | None:
        """The record of a slot that was kept; those of slots before it are forgotten."""
        while self.pending and self.pending[0].slot < slot:
            del self.pending[0]
        return self.pending.pop(0) if self.pending and self.pending[0].slot == slot else None


def _has_room(kept: Sequence[Papers] | Sequence[Record], more: Papers | Record) -> bool:
    """Whether memory allows to keep more of a link."""
    return sum(each.signatures for each in kept) + more.signatures <= EARLY_SIGNATURES


class Sync:
    """The linked peers of one table."""

    def __init__(self, contract: Contract, own: int | None) -> None:
        self.views: dict[bytes, PeerView] = {}
        self._parted: dict[int, int] = {}
        """The open slot of each seat when its last link ended, by its own messages."""
        self._contract = contract
        self._own = own

    def seat_of(self, peer: bytes) -> int | None:
        """The seat of a peer, by its public key; None for a spectator."""
        return self._contract.seat_of(peer)

    def disconnect(self, peer: bytes) -> None:
        """Forget a peer whose link has ended; of a seat, how far it was is kept."""
        view, seat = self.views.pop(peer, None), self.seat_of(peer)
        if view is not None and seat is not None:
            self._parted[seat] = max(view.slot, self._parted.get(seat, 0))

    def are_past(self, slot: int, seats: Iterable[int]) -> bool:
        """Whether all linked peers, and these seats, linked or not, have shown that this slot is open for them."""
        linked = {seat for seat, _ in self.linked(seats)}
        apart = [seat for seat in seats if seat not in linked and seat != self._own]
        return all(view.slot >= slot for view in self.views.values()) and all(
            self._parted.get(seat, 0) >= slot for seat in apart
        )

    def holder(self, peer: bytes) -> bytes:
        """The holder of a link's limits: a seat, or all peers without one together, who come with ever new keys."""
        return peer if self.seat_of(peer) is not None else STRANGERS

    def linked(self, seats: Iterable[int]) -> Iterator[tuple[int, PeerView]]:
        """Those of these seats that are linked, with their views. Never one's own."""
        for seat in seats:
            view = self.views.get(self._contract.seats[seat].public)
            if view is not None and seat != self._own:
                yield seat, view

    @property
    def links(self) -> int:
        """The seats that one is linked with, bit n for seat n."""
        return sum(1 << seat for seat, _ in self.linked(range(len(self._contract.seats))))

    def relay_to(self, seat: int) -> int | None:
        """A linked seat that says it is linked with that one, so that it relays between both; None without any."""
        linked = self.linked(range(len(self._contract.seats)))
        return next((other for other, view in linked if other != seat and view.have and view.links >> seat & 1), None)

    def lacking(self, origin: int, source: bytes) -> list[bytes]:
        """The linked peers that get a seat's statement only if it is relayed: they have no link with that seat."""
        have_it = source, self._contract.seats[origin].public
        return [peer for peer, view in self.views.items() if peer not in have_it and not view.links >> origin & 1]

    def records(self, view: PeerView, records: list[Record], first: int, tick: int) -> Records | None:
        """As many records from one slot on as fit into a message; None without any, or if enough were sent."""
        chosen: list[Record] = []
        size = 0
        for record in records[first : first + RECORDS_PER_MESSAGE]:
            size += len(encode(record_form(record)))
            if chosen and size > RECORDS_BYTES:
                break
            chosen.append(record)
        if chosen and view.pace.allows(Records, RECORDS_MESSAGES, tick):
            return Records(tuple(chosen))
        return None


def papers_lacked(slot: Slot, have: Have) -> Papers | None:
    """The statements that a peer in the same slot lacks, by its own report; None without any."""
    if not slot.changes:
        return None  # there are no statements
    inputs: tuple[Input, ...] = tuple([given for given in slot.all_inputs if not have.inputs >> given.seat & 1])
    acks = tuple([ack for ack in slot.telling_acks if ack.ballot + 1 > _acked(have, ack.seat)])
    proposal: Proposal | None = slot.highest_proposal
    if proposal is not None and have.proposed >= proposal.ballot:
        proposal = None
    promises: tuple[Promise, ...] = ()
    acceptor = slot.acceptor
    if acceptor is not None and acceptor.promised > max(have.proposed, 0):
        promises = tuple(each for each in slot.promises.get(acceptor.seat, ()) if each.ballot == acceptor.promised)
    if proposal is not None or any(ack.ballot for ack in acks) or promises or slot.is_split:
        inputs = slot.all_inputs  # the values of these statements
    if not (inputs or acks or proposal is not None or promises):
        return None
    return Papers(slot.state.place, inputs, acks, proposal, promises)


def _acked(have: Have, seat: int) -> int:
    return have.acks[seat] if seat < len(have.acks) else 0
