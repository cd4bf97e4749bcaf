"""Histories that differ: other peers' records against ours, and programs with other states.

Specified in `spec/table/sync.md`, "Histories that differ" and "Programs that differ".
"""

from __future__ import annotations

import json
from itertools import product

from ..wire.errors import Code, FalseState, RemoteError, SeatError
from ..wire.limits import RECORDS_PER_MESSAGE, SEATS
from . import proofs
from .consensus import Ack
from .effects import Effect, Send
from .faults import Dispute, Faults, other_states
from .ledger import Ledger
from .messages import Ask, AskState, Attested, Papers, StateIs
from .proofs import Proof
from .reconcile import Finding, compare
from .records import Record, check_acks_of, check_record
from .signer import Signer
from .signing import Place, check_signature
from .slot import Slot
from .state import TableState
from .sync import PeerView, Sync


class Histories:
    """Finds differences between this table's history and a peer's, and acts on them."""

    def __init__(self, ledger: Ledger, signer: Signer | None, sync: Sync, faults: Faults, out: list[Effect]) -> None:
        self._ledger = ledger
        self._signer = signer
        self._sync = sync
        self._faults = faults
        self._out = out

    def ask(self, peer: bytes, view: PeerView, tick: int) -> None:
        """Ask a peer for its records, to find the first that differs from ours. Once a tick is enough."""
        if view.asked != tick:
            view.asked = tick
            self._out.append(Send(Ask(max(0, self._ledger.now.slot - RECORDS_PER_MESSAGE)), peer))

    def send_records(self, peer: bytes, view: PeerView, first: int, tick: int) -> None:
        """Send a peer our records from one slot on."""
        records = self._sync.records(view, self._ledger.records, first, tick)
        if records is not None:
            self._out.append(Send(records, peer))

    def answer_late(self, peer: bytes, view: PeerView, papers: Papers, tick: int) -> None:
        """Answer papers about a written slot with its record, unless the peer is past it as well.

        A second input in them is still a proof.
        """
        slot, place = papers.place.slot, papers.place
        if place.head == self._ledger.heads[slot]:
            for given, known in product(papers.inputs, self._ledger.records[slot].inputs):
                proof = proofs.find(place, known, given)
                if proof is not None and given.seat not in self._faults.proofs:
                    proof.check(self._ledger.genesis)
                    self._out += self._faults.prove(proof)
        if view.slot <= slot:
            self.send_records(peer, view, slot, tick)

    def agrees(self, peer: bytes, view: PeerView, theirs: Record) -> bool:
        """Whether a peer's record of a written slot equals ours; if not, act on the difference.

        Raises:
            RemoteError: its record is invalid.
        """
        ours = self._ledger.records[theirs.slot]
        if ours.digest == theirs.digest and ours.state_hash == theirs.state_hash:
            return True
        if self._faults.stopped is not None:
            return False
        before = self._ledger.before(theirs.slot)
        finding = _find_difference(before, ours, theirs)
        if isinstance(finding, Proof):
            finding.check(self._ledger.genesis)
            self._out += self._faults.prove(finding)
            sentence = f"{before.name(finding.seat)} has cheated, so there are two histories"
            self._out += self._faults.stop(SeatError(Code.FORKED, sentence, finding.seat))
        elif finding is Finding.FORKED:
            sentence = f"from slot {ours.slot} on there are two histories, and nothing shows who caused that"
            self._out += self._faults.stop(RemoteError(Code.FORKED, sentence))
        elif finding is Finding.OTHER_STATE and self._sync.seat_of(peer) is not None:
            self._attest(before, ours)
        return False

    def _attest(self, before: TableState, ours: Record) -> None:
        """Show our program's state in a written slot: by the ack in our record. A new ack is signed only if no acks are
        needed, and so none was given; elsewhere it might contradict this seat's promises in the slot."""
        ack = self._own_ack(before, ours)
        if ack is not None:
            written = self._faults.attest(before.place, ack)
            if written:  # only once: otherwise two programs that differ would answer each other for ever
                self._out += [*written, Send(Attested(before.place, ack))]

    def _own_ack(self, before: TableState, ours: Record) -> Ack | None:
        if self._signer is None:
            return None
        own = self._signer.seat
        if not before.needs_acks:
            return self._signer.sign(before.place, Ack(own, 0, ours.digest, ours.state_hash))
        found = [signature for seat, signature in ours.acks if seat == own]
        return Ack(own, ours.ballot, ours.digest, ours.state_hash, found[0]) if found else None

    def take_attested(self, peer: bytes, view: PeerView, attested: Attested, tick: int) -> None:
        """Take a seat's signature under its state of a slot: a dispute, if ours is another.

        Raises:
            RemoteError: it has not signed that.
        """
        place, ack = attested.place, attested.ack
        if not self._is_other_state(place, ack) or not self._faults.may_dispute(ack.seat):
            return
        if not view.pace.allows(Attested, SEATS, tick):
            return
        self._ledger.now.check_seat(ack.seat)
        check_signature(self._ledger.genesis.contract.seats[ack.seat].public, place, ack)
        before, ours = self._ledger.before(place.slot), self._ledger.records[place.slot]
        if ack.seat in before.present:
            must_stop = len(before.present) == 2  # of more seats a quorum stands against one
            dispute = Dispute(place, before.step, before.outcome(ours.value), ack, tick, must_stop=must_stop)
            self._begin(peer, view, dispute, None)
            self._attest(before, ours)

    def _is_other_state(self, place: Place, ack: Ack) -> bool:
        """Whether an ack names another state than ours after the value of a written slot."""
        ledger = self._ledger
        if place.table != ledger.genesis.id or place.slot >= len(ledger.records):
            return False
        ours = ledger.records[place.slot]
        return (place.head, ack.value) == (ledger.heads[place.slot], ours.digest) and ack.state != ours.state_hash

    def look_at_states(self, slot: Slot, tick: int) -> None:
        """Find the seats whose programs computed another state from a value of the open slot."""
        for ack, outcome, must_stop in other_states(slot):
            dispute = Dispute(slot.state.place, slot.state.step, outcome, ack, tick, must_stop=must_stop)
            peer = self._ledger.genesis.contract.seats[ack.seat].public
            own = None if self._signer is None else slot.acks.get(self._signer.seat, {}).get(ack.ballot)
            self._begin(peer, self._sync.views.get(peer), dispute, own)

    def _begin(self, peer: bytes, view: PeerView | None, dispute: Dispute, own: Ack | None) -> None:
        if not self._faults.may_dispute(dispute.theirs.seat):
            return
        self._out += self._faults.dispute(dispute, own)
        if view is not None and self._sync.seat_of(peer) == dispute.theirs.seat:
            view.state_due = dispute.place.slot
            self._out.append(Send(AskState(dispute.place.slot), peer))

    def take_other_state(self, record: Record, slot: Slot, tick: int) -> None:
        """Take a record of the open slot with another state than ours.

        If a quorum has acked that state, ours is outside: the table stops here. With two seats nobody has acked it, so
        the inputs count, and the next head shows the difference.

        Raises:
            RemoteError: the record is invalid.
        """
        check_acks_of(slot.state, record)
        if not slot.state.needs_acks:
            for given in record.inputs:
                slot.add_input(given)
            return
        seat, signature = record.acks[0]
        theirs = Ack(seat, record.ballot, record.digest, record.state_hash, signature)
        outcome = slot.state.outcome(record.value)
        dispute = Dispute(slot.state.place, slot.state.step, outcome, theirs, tick, must_stop=True)
        peer = self._ledger.genesis.contract.seats[seat].public
        own = None if self._signer is None else slot.acks.get(self._signer.seat, {}).get(record.ballot)
        self._begin(peer, self._sync.views.get(peer), dispute, own)

    def send_state(self, peer: bytes, view: PeerView, number: int, slot: Slot, tick: int) -> None:
        """Show the position after a slot; that of the open one if all of its inputs are here. Once a tick, because it
        is expensive."""
        if not view.pace.allows(StateIs, 1, tick):
            return
        complete = slot.complete if number == slot.state.slot else None
        if complete is not None:
            state = complete.state
        elif number < len(self._ledger.records):
            state = self._ledger.before(number + 1).state
        else:
            return
        self._out.append(Send(StateIs(number, json.dumps(self._ledger.game.position(state))), peer))

    def take_state(self, peer: bytes, view: PeerView, number: int, position: str) -> None:
        """Take the state in which a seat's program differs.

        Raises:
            RemoteError: it is no state, or equals ours.
        """
        dispute = self._faults.disputed(self._sync.seat_of(peer), number)
        if dispute is not None and view.state_due == number and self._faults.stopped is None:
            view.state_due = None
            self._out += self._faults.settle(dispute, peer, position)


def _find_difference(before: TableState, ours: Record, theirs: Record) -> Finding | Proof:
    """The difference between two records of one slot, after checking theirs.

    Raises:
        RemoteError: theirs is invalid.
    """
    try:
        check_record(before, theirs)
    except FalseState:
        check_acks_of(before, theirs)
    return compare(before.place, ours, theirs)
