"""The actions of one's own seat in the open slot: it acks, promises, prepares ballots and proposes. Rules 2 to 6 of
`spec/table.md`.

Its statements go through its `Speech`, and count in its own slot at once.
"""

from __future__ import annotations

from . import consensus
from .consensus import Ack, Prepare, Promise, Proposal, Ruling
from .proposer import Lease, Proposer
from .signer import Signer
from .signing import Input
from .slot import Slot
from .speech import Speech


class Decider:
    """The acceptor and proposer of one's own seat in one slot. It does nothing in a slot that needs no acks."""

    def __init__(self, slot: Slot, signer: Signer, speech: Speech) -> None:
        self._slot = slot
        self._signer = signer
        self._speech = speech
        self._proposer = Proposer()
        self._lease = Lease()

    def ack(self) -> None:
        """Ack the proposal of the highest ballot, or all inputs if nothing binds this seat."""
        acceptor = self._slot.acceptor
        if acceptor is None:
            return
        proposal = self._slot.highest_proposal
        if proposal is not None and acceptor.may_ack(proposal.ballot):
            self._ack(proposal.ballot, proposal.value, proposal)
        elif acceptor.is_free and (complete := self._slot.complete) is not None:
            self._ack(0, complete.digest, None)

    def _ack(self, ballot: int, value: bytes, proposal: Proposal | None) -> None:
        acceptor, outcome = self._slot.acceptor, self._slot.outcome(value)
        assert acceptor is not None
        assert outcome is not None
        ack = self._signer.sign(self._slot.state.place, Ack(acceptor.seat, ballot, value, outcome.state_hash))
        self._slot.acceptor = acceptor.with_ack(ack, proposal)
        self._slot.add_ack(ack)
        self._speech.ack(ack, self._inputs(value), proposal)

    def answer(self, prepare: Prepare, *, consents: bool, tick: int) -> Promise | None:
        """Promise a ballot that another seat prepares, if the rules allow it; None if not.

        The ballot must be few cycles higher, and this seat's lease must admit its owner. There must be a reason, too:
        the seat consents to the ruling, or knows all inputs, or a proposal of a lower ballot.
        """
        acceptor = self._slot.acceptor
        if acceptor is None or not self._is_in_reach(prepare) or not acceptor.may_promise(prepare.ballot):
            return None
        knows = any(ballot < prepare.ballot for ballot, _ in self._slot.proposals)
        if not (consents or knows or self._slot.complete is not None) or not self._lease.admits(prepare.seat, tick):
            return None
        self._lease.give(prepare.seat, tick)
        return self._promise(prepare.ballot, prepare.ruling, consents=consents)

    def _is_in_reach(self, prepare: Prepare) -> bool:
        electorate = self._slot.state.electorate
        if prepare.seat not in electorate.seats or electorate.owner(prepare.ballot) != prepare.seat:
            return False
        return self._slot.is_in_reach(prepare.ballot)

    def _promise(self, ballot: int, ruling: Ruling | None, *, consents: bool) -> Promise:
        acceptor = self._slot.acceptor
        assert acceptor is not None
        unsigned = Promise(acceptor.seat, ballot, ruling, consents, acceptor.latest)
        promise = self._signer.sign(self._slot.state.place, unsigned)
        self._slot.acceptor = acceptor.with_promise(promise)
        self._slot.add_promise(promise)
        self._speech.promise(promise, acceptor.proposal)
        return promise

    def repeat_promise(self) -> Promise | None:
        """One's own latest promise: the answer to a seat that asks for an impossible one."""
        acceptor = self._slot.acceptor
        if acceptor is None or not acceptor.promised:
            return None
        own = self._slot.promises.get(acceptor.seat, ())
        return next((each for each in own if each.ballot == acceptor.promised), None)

    def prepare(
        self, ruling: Ruling | None, *, has_reason: bool, consents: bool, turn: tuple[int, int], tick: int
    ) -> None:
        """Begin a ballot of one's own when it is this seat's turn, or ask again for one that waits for promises.

        `turn` is this seat's place among the reachable seats, and their number.
        """
        acceptor, proposer = self._slot.acceptor, self._proposer
        if acceptor is None:
            return
        is_waiting = proposer.is_waiting(tick)
        if is_waiting and self._slot.highest_ballot <= proposer.ballot:
            self._ask()
        elif is_waiting or (
            proposer.is_turn(tick, *turn, has_reason=has_reason) and not self._lease.is_taken(acceptor.seat, tick)
        ):
            self._begin(acceptor.seat, ruling, consents=consents, tick=tick, count=turn[1])

    def _begin(self, own: int, ruling: Ruling | None, *, consents: bool, tick: int, count: int) -> None:
        """Prepare the next ballot of one's own, and promise it."""
        self.ack()
        ballot = self._slot.next_ballot
        self._proposer.begin(ballot, ruling, tick, count)
        self._lease.give(own, tick)
        self._proposer.take(self._promise(ballot, ruling, consents=consents))
        self._ask()

    def _ask(self) -> None:
        place, proposer = self._slot.state.place, self._proposer
        prepare = self._signer.sign(place, Prepare(self._signer.seat, proposer.ballot, proposer.ruling))
        self._speech.prepare(prepare, self._slot.all_inputs, self._slot.highest_proposal)

    def take_promise(self, promise: Promise) -> None:
        """Take another seat's promise; it counts if it is to one's own ballot."""
        self._proposer.take(promise)

    def propose(self) -> None:
        """Propose as soon as the promises to one's own ballot allow a value. One's own ack comes first."""
        acceptor, proposer = self._slot.acceptor, self._proposer
        if acceptor is None or not proposer.ballot or proposer.has_proposed or acceptor.bound != proposer.ballot:
            return
        complete = self._slot.complete
        inputs = None if complete is None else complete.digest
        chosen = consensus.choose(self._slot.state.electorate, proposer.promises.values(), inputs, self._slot.proposals)
        if chosen is None or self._slot.outcome(chosen[0]) is None:
            return
        value, promises, under = chosen
        unsigned = Proposal(acceptor.seat, proposer.ballot, value, promises, under)
        proposal = self._signer.sign(self._slot.state.place, unsigned)
        proposer.has_proposed = True
        self._slot.add_proposal(proposal)
        self._ack(proposal.ballot, value, proposal)
        self._speech.propose(proposal, self._inputs(value))

    def _inputs(self, value: bytes) -> tuple[Input, ...]:
        outcome = self._slot.outcome(value)
        return () if outcome is None or isinstance(outcome.value, Ruling) else outcome.value
