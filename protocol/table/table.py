"""A live table, sans I/O: one's own choices and other peers' messages in, effects out.

    choose(move)  ----+                          +--> Persist, Write (journal and log, before anything is acted on)
    receive(peer) ----+--> table --> ledger -----+--> Send           (to linked peers)
    tick()        ----+                          +--> news           (for the screen)

A table knows nothing of hosts and guests: after the genesis all peers are alike. This module only routes. What is
final stands in `ledger`, what is open in `slot`, and the rules of deciding in `consensus`; `liveness` knows who is
there, `sync` who lacks what, and `faults` who has cheated. Specified in `spec/table.md`.
"""

from __future__ import annotations

import json
from collections import Counter, defaultdict
from collections.abc import Iterable
from contextlib import suppress
from typing import Any

from ..wire.errors import Code, FalseState, LocalError, RemoteError, SeatError
from ..wire.limits import CHAT_LINES, CHECKS, RECORDS_PER_MESSAGE, REFUSALS_TOLD
from ..wire.rate_limiter import RateLimiter
from ..wire.sanitize import clean_chat
from .choices import Choices
from .consensus import Ack, Prepare, Promise, Ruling, RulingKind
from .decider import Decider
from .effects import (
    Away,
    ClaimMade,
    Effect,
    InputReceived,
    Refused,
    Said,
    Send,
    Stopped,
    TimeUp,
    Voted,
    Write,
)
from .faults import Dispute, Faults, other_states
from .genesis_check import GenesisCheck
from .journal import Word
from .kinds import DECISIONS, RECEIPTS, InputKind
from .ledger import Ledger
from .liveness import Liveness
from .messages import (
    Ask,
    AskState,
    Attested,
    Chat,
    Claimed,
    Have,
    Leave,
    Message,
    Papers,
    Recall,
    Recalled,
    Records,
    StateIs,
)
from .proofs import Proof
from .proofs import find as find_proof
from .reconcile import Finding, compare
from .records import Record, check_acks_of, check_record
from .signer import Signer
from .signing import Claim, Input, Place
from .slot import Final, Slot
from .speech import Speech
from .state import Due, TableState
from .sync import PeerView, Sync, papers_lacked

MOMENT = 2
"""Ticks for which a final value waits for linked seats that have not acked it. See rule 7 in `spec/table.md`."""

CLOSING = 10
"""Ticks that receipts of the end may take. The game is over without them."""

STRANGERS = b""
"""In place of a key: all peers without a seat, together. They come with as many keys as they like."""


class Table:
    """One peer's view of a table. `signer` is None for a spectator, who never signs anything.

    `Table(ledger, signer)` is a table that has just begun; `resumed` makes one that goes on.
    """

    def __init__(self, ledger: Ledger, signer: Signer | None) -> None:
        own = None if signer is None else signer.seat
        contract = ledger.genesis.contract
        self.ledger = ledger
        self.signer = signer
        self.liveness = Liveness(contract, own)
        self.sync = Sync(contract, own)
        self.faults = Faults(ledger)
        self.refused: Counter[bytes] = Counter()
        """Messages that have been refused, by the peer whose link they came over."""
        self._genesis_check = GenesisCheck(ledger.genesis)
        self._choices = None if signer is None else Choices(signer)
        self._recalling = False
        """Whether the journal was lost, so that nothing may be signed before the others have said what they have."""
        self._final_since: int | None = None
        self._late: set[int] = set()
        """Seats that let a final value wait for their acks: they are not waited for until they ack in time again."""
        self._away: set[int] = set()
        self._consents_told: set[tuple[int, int]] = set()
        self._claims: set[tuple[int, int]] = set()
        self._checked: defaultdict[bytes, RateLimiter] = defaultdict(RateLimiter)
        self._chat: defaultdict[int | None, RateLimiter] = defaultdict(RateLimiter)
        self._out: list[Effect] = []
        self._open(same_step=False)

    @classmethod
    def resumed(
        cls,
        ledger: Ledger,
        signer: Signer | None,
        words: Iterable[Word] = (),
        proofs: Iterable[Proof] = (),
        *,
        journal_lost: bool = False,
    ) -> Table:
        """A table taken up again from its log, which `ledger` holds, and from what its journal holds.

        With `journal_lost`, nothing is signed until every seat present has told, on a link made since, all that one's
        own seat has signed in the open slot.
        """
        table = cls(ledger, signer)
        table.faults.proofs = {proof.seat: proof for proof in proofs}
        table._open(same_step=False)
        table._recalling = journal_lost and signer is not None
        for word in words:
            table._restore(word)
        return table

    # What one's own side asks and says

    @property
    def due(self) -> Due | None:
        """What the table waits for; None when it is closed or stopped."""
        return None if self.stopped is not None else self.slot.due

    @property
    def stopped(self) -> Stopped | None:
        """Why the table cannot go on here."""
        return self.faults.stopped

    @property
    def awaited(self) -> tuple[int, ...]:
        """The seats whose inputs are still missing."""
        return () if self.stopped is not None else self.slot.missing

    @property
    def unacked(self) -> tuple[int, ...]:
        """The seats that have not confirmed an answer that is complete."""
        return () if self.stopped is not None else self.slot.unacked

    @property
    def asks_me(self) -> bool:
        """Whether the rules wait for a decision of one's own seat."""
        due = self.due
        if due is None or self.signer is None or self._recalling:
            return False
        return due.kind in DECISIONS and self.signer.seat in self.slot.missing

    @property
    def is_over(self) -> bool:
        """Whether nothing is left to wait for: the table is closed, or its receipts have not come in time."""
        due = self.slot.due
        return due is None or (due.kind is InputKind.CLOSE and self.liveness.slot_age >= CLOSING)

    @property
    def droppable(self) -> tuple[int, ...]:
        """The seats that one's own may vote to drop, or claim to have gone: the table waits for them, their grace time is
        over, and of more than two seats enough are heard of to decide it."""
        due = self.due
        if due is None or self.signer is None or due.kind in RECEIPTS or self.signer.seat not in self._present:
            return ()
        return tuple(seat for seat in self.slot.missing if self._is_droppable(seat, due))

    def _is_droppable(self, seat: int, due: Due) -> bool:
        if self.liveness.has_voted(seat) or not self.liveness.is_grace_over(seat, due, owes=True):
            return False
        if not self.slot.state.needs_acks:
            return self._may_claim(seat)
        here = sum(self.liveness.is_heard(other) for other in self._present if other != seat)
        return here >= self.slot.state.electorate.quorum

    @property
    def everybody_has_all(self) -> bool:
        """Whether everybody linked, spectators included, has shown that it has all that is here."""
        if self.sync.views and self.stopped is not None and self.stopped.error.code is Code.OTHER_TABLE:
            return False
        return all(view.slot >= self.ledger.now.slot for view in self.sync.views.values())

    def begin(self) -> list[Effect]:
        """Take part: give what needs no decision. Call once, when the log stands open."""
        self._advance()
        return self._take()

    def choose(self, move: Any) -> list[Effect]:
        """Make the decision that `asks_me` asks for.

        Raises:
            LocalError: nothing is asked of one's own seat now.
            IllegalMove: the rules forbid the move; with the reason.
        """
        if self.signer is None or self._choices is None or not self.asks_me:
            raise LocalError("nothing is asked of you now")
        game = self.ledger.game
        game.check(self.ledger.now.state, self.signer.seat, move)
        self._choices.decide(self.ledger.now, game.format(move).encode("ascii"))
        self._advance()
        return self._take()

    def vote_out(self, seat: int) -> list[Effect]:
        """Vote to go on without a seat. Of two seats this is a claim: the table stops, and can be resumed.

        Raises:
            LocalError: it may not be dropped now.
        """
        if seat not in self.droppable:
            raise LocalError(f"{self.ledger.now.name(seat)} may not be dropped now")
        self.liveness.vote(seat)
        if not self.slot.state.needs_acks:
            self._claim()
        self._advance()
        return self._take()

    def wait_for(self, seat: int) -> list[Effect]:
        """Wait for a seat, however long it takes: one's own program does not consent to drop it by itself."""
        self.liveness.wait(seat)
        return self._take()

    def say(self, text: str) -> list[Effect]:
        """Send a line of chat."""
        return [Send(Chat(clean_chat(text)))]

    def connected(self, peer: bytes) -> list[Effect]:
        """A link with that peer (its public key) stands."""
        self.sync.views[peer] = PeerView()
        self._hear(peer)
        self._out += [Send(proof, peer) for proof in self.faults.proofs.values()]
        if self._recalling:
            self._out.append(Send(Recall(), peer))
        self._out.append(Send(self._have(), peer))
        return self._take()

    def disconnected(self, peer: bytes) -> None:
        """The link with that peer is gone."""
        self.sync.views.pop(peer, None)
        seat = self.sync.seat_of(peer)
        self._genesis_check.forget(seat)
        if seat is None:  # there may be ever more of them
            self.refused.pop(peer, None)

    def tick(self) -> list[Effect]:
        """Let time pass and say what is here, so that whatever got lost is sent again. Call about once a second."""
        self.liveness.count()
        elsewhere = self._genesis_check.find(self.slot.missing, self.liveness.tick)
        if elsewhere is not None and self.ledger.now.slot == 0:
            self._out += self.faults.stop(elsewhere)
        self._out += self.faults.give_up_waiting(self.liveness.tick)
        self._choose_by_default()
        self._tell_away()
        self._prepare()
        self._advance()
        return [*self._take(), Send(self._have())]

    # What comes from others

    def receive(self, peer: bytes, message: Message) -> list[Effect]:
        """Deal with a message that came over the link with `peer`. Nothing in it can do harm."""
        self._hear(peer)
        view = self.sync.views.get(peer)
        if view is not None:
            try:
                self._receive(peer, view, message)
            except RemoteError as error:
                self._refuse(peer, error)
        self._advance()
        return self._take()

    def _receive(self, peer: bytes, view: PeerView, message: Message) -> None:
        match message:
            case Papers():
                self._take_papers(peer, view, message)
            case Have():
                self._compare(peer, view, message)
            case Records(records):
                self._take_records(peer, view, records)
            case Chat(text):
                self._hear_chat(peer, clean_chat(text))
            case Proof():
                self._take_proof(message)
            case Ask(first):
                self._send_records(peer, view, first)
            case AskState(slot):
                self._send_state(peer, view, slot)
            case StateIs(slot, position):
                self._take_state(peer, view, slot, position)
            case Claimed():
                self._take_claim(message)
            case Attested():
                self._take_attested(peer, view, message)
            case Recall():
                self._recall(peer, view)
            case Recalled(slot):
                view.recalled = slot
            case Leave():
                pass

    def _take_papers(self, peer: bytes, view: PeerView, papers: Papers) -> None:
        """Take statements about the open slot, keep those about later ones, and answer those about earlier ones.

        Raises:
            RemoteError: a statement does not hold; those before it were taken.
        """
        place, now = papers.place, self.ledger.now
        if place.table != now.genesis.id:
            self._genesis_check.note(self.sync.seat_of(peer), papers, now.slot, self.liveness.tick)
        view.slot = max(view.slot, place.slot)
        if place.slot > now.slot:
            view.keep_early(papers)
        elif place.slot < now.slot:
            self._answer_late(peer, view, papers)
        elif place.head != now.head:
            self._ask(peer, view)
            raise RemoteError(Code.DIVERGED, f"statements on another history or state before slot {place.slot}")
        elif self.stopped is None and not self._is_flood(peer, papers):
            self._take_statements(peer, papers)

    def _is_flood(self, peer: bytes, papers: Papers) -> bool:
        """Whether more would have to be checked of ballots above 0 than a tick allows for whoever shows these. Inputs and
        acks of ballot 0 are as few as there are seats; what is falsely signed is refused, and ends the link."""
        holder = peer if self.sync.seat_of(peer) is not None else STRANGERS
        chain = () if papers.proposal is None else papers.proposal.chain
        count = sum(1 + 2 * len(each.promises) for each in chain) + 2 * len(papers.promises)
        count += sum(ack.ballot > 0 for ack in papers.acks) + (papers.prepare is not None)
        return not all(self._checked[holder].allows(Papers, CHECKS, self.liveness.tick) for _ in range(count))

    def _take_statements(self, peer: bytes, papers: Papers) -> None:
        slot, state = self.slot, self.ledger.now
        for given in papers.inputs:
            if slot.add_input(given):
                self._after_input(peer, given)
        if not state.needs_acks:
            return
        for ack in papers.acks:
            if ack not in slot.acks.get(ack.seat, {}).values():
                self._check_voter(ack.seat)
                state.check_signature(ack.seat, ack)
                if slot.add_ack(ack):
                    self._relay(peer, ack.seat, Papers(state.place, acks=(ack,)))
        if papers.proposal is not None and slot.add_proposal(papers.proposal):
            inputs = slot.all_inputs
            self._relay(peer, papers.proposal.seat, Papers(state.place, inputs=inputs, proposal=papers.proposal))
        for promise in papers.promises:
            self._take_promise(peer, promise)
        if papers.prepare is not None:
            self._take_prepare(peer, papers.prepare)

    def _after_input(self, peer: bytes, given: Input) -> None:
        self._relay(peer, given.seat, Papers(self.ledger.now.place, inputs=(given,)))
        if self.slot.missing:
            self._out.append(InputReceived(given.seat, given.kind))

    def _check_voter(self, seat: int) -> None:
        """Return if a seat has a say in this slot.

        Raises:
            RemoteError: it was dropped, or there is no such seat.
        """
        if seat not in self._present:
            raise RemoteError(Code.WRONG_SEAT, f"seat {seat} has no say in slot {self.ledger.now.slot}")

    def _take_promise(self, peer: bytes, promise: Promise) -> None:
        slot, state = self.slot, self.ledger.now
        if any(each == promise for each in slot.promises.get(promise.seat, ())):
            return
        self._check_voter(promise.seat)
        state.check_signature(promise.seat, promise)
        if promise.latest is not None:
            state.check_signature(promise.seat, promise.latest)
        if slot.has_proposal_for(promise.latest) and slot.add_promise(promise):
            self._relay(peer, promise.seat, Papers(state.place, promises=(promise,), proposal=slot.highest_proposal))
            if self._decider is not None:
                self._decider.take_promise(promise)

    def _take_prepare(self, peer: bytes, prepare: Prepare) -> None:
        self._check_voter(prepare.seat)
        self.ledger.now.check_signature(prepare.seat, prepare)
        decider = self._speaking
        if decider is None:
            return
        decider.ack()
        consents = prepare.ruling is not None and self._consents(prepare.ruling)
        if decider.answer(prepare, consents=consents, tick=self.liveness.tick) is None:
            repeated = decider.repeat_promise()
            if repeated is not None:
                proposal = self.slot.highest_proposal
                self._out.append(Send(Papers(self.ledger.now.place, promises=(repeated,), proposal=proposal), peer))
        self._relay(peer, prepare.seat, Papers(self.ledger.now.place, prepare=prepare))

    def _relay(self, source: bytes, origin: int, papers: Papers) -> None:
        """Pass on what a seat has signed to those linked peers that have no link with that seat."""
        self._out += [Send(papers, peer) for peer in self.sync.lacking(origin, source)]

    def _answer_late(self, peer: bytes, view: PeerView, papers: Papers) -> None:
        """Whoever is past a slot answers anything about it with its record. A second input is a proof all the same."""
        slot = papers.place.slot
        record, before = self.ledger.records[slot], self.ledger.before(slot)
        if papers.place.head == before.head:
            for given in papers.inputs:
                known = next((each for each in record.inputs if each.seat == given.seat), None)
                if known is not None and known.kind is given.kind and known.content != given.content:
                    self._prove_by(before.place, known, given)
        self._send_records(peer, view, slot)

    def _prove_by(self, place: Place, known: Input, given: Input) -> None:
        proof = find_proof(place, known, given)
        if proof is not None and given.seat not in self.faults.proofs:
            proof.check(self.ledger.genesis)
            self._out += self.faults.prove(proof)

    def _compare(self, peer: bytes, view: PeerView, have: Have) -> None:
        """Send what the peer lacks, and note what it consents to."""
        view.have, view.slot = have, max(view.slot, have.slot)
        voter = self.sync.seat_of(peer)
        if voter in self._present:
            for seat in range(len(self.ledger.genesis.contract.seats)):
                if have.links >> seat & 1:
                    self.liveness.hear(seat)
        if have.slot < self.ledger.now.slot:
            self._send_records(peer, view, have.slot)
        elif have.slot == self.ledger.now.slot:
            if have.head != self.ledger.now.head:
                self._ask(peer, view)
                return
            self._note_consents(voter, have)
            papers = papers_lacked(self.slot, have)
            if papers is not None:
                self._out.append(Send(papers, peer))

    def _note_consents(self, voter: int | None, have: Have) -> None:
        """Tell once in a slot that a seat consents to drop another one."""
        if voter is None:
            return
        for seat in self._present:
            if have.drops >> seat & 1 and (voter, seat) not in self._consents_told:
                self._consents_told.add((voter, seat))
                self._out.append(Voted(voter, seat))

    def _take_records(self, peer: bytes, view: PeerView, records: tuple[Record, ...]) -> None:
        """Take over records that a peer has written, whoever sends them: what shows them final is checked.

        Raises:
            RemoteError: one does not hold, or differs from ours.
        """
        now = self.ledger.now
        for record in records:
            if record.slot < now.slot:
                if not self._agrees(peer, view, record):
                    return
            elif record.slot == now.slot + len(view.pending):
                view.pending.append(record)
        view.slot = max(view.slot, records[-1].slot + 1)
        self._learn(view)

    def _learn(self, view: PeerView) -> None:
        """Take what a peer's record of the open slot shows.

        Raises:
            RemoteError: it does not hold.
        """
        record = view.take_pending(self.ledger.now.slot)
        if record is None or self.stopped is not None:
            return
        try:
            outcome = check_record(self.ledger.now, record)
        except RemoteError:
            view.pending.clear()
            raise
        view.shown = record.slot, outcome.digest
        self.slot.learn(record, outcome)

    def _agrees(self, peer: bytes, view: PeerView, theirs: Record) -> bool:
        """Whether a peer's record of a slot that is written here is ours; if not, do what follows from that.

        Raises:
            RemoteError: its record does not hold.
        """
        ours, before = self.ledger.records[theirs.slot], self.ledger.before(theirs.slot)
        if ours.digest == theirs.digest and ours.state_hash == theirs.state_hash:
            return True
        if self.stopped is not None:
            return False
        finding = self._find_difference(before, ours, theirs)
        seat = self.sync.seat_of(peer)
        if finding is Finding.OTHER_STATE and seat is not None:
            self._attest(before, ours)
            view.state_due = ours.slot
            self._out.append(Send(AskState(ours.slot), peer))
        elif isinstance(finding, Proof):
            finding.check(self.ledger.genesis)
            self._out += self.faults.prove(finding)
            self._out += self.faults.stop(
                SeatError(
                    Code.FORKED, f"by a cheat of {before.name(finding.seat)} there are two histories", finding.seat
                )
            )
        return False

    def _find_difference(self, before: TableState, ours: Record, theirs: Record) -> Finding | Proof:
        """What two records of one slot show, after checking theirs.

        Raises:
            RemoteError: theirs does not hold.
        """
        try:
            check_record(before, theirs)
        except FalseState:
            check_acks_of(before, theirs)
        return compare(before.place, ours, theirs)

    def _attest(self, before: TableState, ours: Record) -> None:
        """Sign to which state our program came in a slot, and say so."""
        if self.signer is None:
            return
        ack = self.signer.sign(before.place, Ack(self.signer.seat, 0, ours.digest, ours.state_hash))
        self._out += self.faults.attest(before.place, ack)
        self._out.append(Send(Attested(before.place, ack)))

    def _take_attested(self, peer: bytes, view: PeerView, attested: Attested) -> None:
        """A seat signs to which state its program came in a slot: a dispute, if ours came to another.

        Raises:
            RemoteError: it has not signed that.
        """
        place, ack = attested.place, attested.ack
        if place.table != self.ledger.genesis.id or place.slot >= len(self.ledger.records):
            return
        before, ours = self.ledger.before(place.slot), self.ledger.records[place.slot]
        if place.head != before.head or ack.value != ours.digest or ack.state == ours.state_hash:
            return
        before.check_signature(ack.seat, ack)
        outcome = before.outcome(ours.value)
        alone = len(before.present) <= 2 or not before.needs_acks
        self._dispute(peer, view, Dispute(place, before.step, outcome, ack, self.liveness.tick, must_stop=alone))
        self._attest(before, ours)

    def _dispute(self, peer: bytes, view: PeerView | None, dispute: Dispute) -> None:
        self._out += self.faults.dispute(dispute, self._own_ack(dispute))
        if view is not None and self.sync.seat_of(peer) == dispute.theirs.seat:
            view.state_due = dispute.place.slot
            self._out.append(Send(AskState(dispute.place.slot), peer))

    def _own_ack(self, dispute: Dispute) -> Ack | None:
        if self.signer is None:
            return None
        known = self.slot.acks.get(self.signer.seat, {})
        return known.get(dispute.theirs.ballot) if dispute.place.slot == self.ledger.now.slot else None

    def _send_state(self, peer: bytes, view: PeerView, slot: int) -> None:
        """Show the position after a slot; that of the open one if all of its inputs are here."""
        if not view.pace.allows(StateIs, 1, self.liveness.tick):
            return
        if slot < len(self.ledger.records):
            state = self.ledger.before(slot + 1).state
        elif slot == self.ledger.now.slot and self.slot.complete is not None:
            state = self.slot.complete.state
        else:
            return
        self._out.append(Send(StateIs(slot, json.dumps(self.ledger.game.position(state))), peer))

    def _take_state(self, peer: bytes, view: PeerView, slot: int, position: str) -> None:
        dispute = self.faults.disputed(self.sync.seat_of(peer), slot)
        if dispute is None or view.state_due != slot or self.stopped is not None:
            return
        view.state_due = None
        self._out += self.faults.settle(dispute, peer, position)

    def _send_records(self, peer: bytes, view: PeerView, first: int) -> None:
        records = self.sync.records(view, self.ledger.records, first, self.liveness.tick)
        if records is not None:
            self._out.append(Send(records, peer))

    def _ask(self, peer: bytes, view: PeerView) -> None:
        """Ask a peer for its records, to find the first that differs from ours."""
        if view.asked != self.liveness.tick:
            view.asked = self.liveness.tick
            self._out.append(Send(Ask(max(0, self.ledger.now.slot - RECORDS_PER_MESSAGE)), peer))

    def _hear_chat(self, peer: bytes, text: str) -> None:
        """Show a line, unless there have been too many of late or nothing is left of it."""
        seat = self.sync.seat_of(peer)
        if text and self._chat[seat].allows(Chat, CHAT_LINES, self.liveness.tick):
            self._out.append(Said(peer, seat, text))

    def _take_proof(self, proof: Proof) -> None:
        """A peer shows that a seat has cheated.

        Raises:
            RemoteError: it does not show that.
        """
        if proof.seat not in self.faults.proofs:
            proof.check(self.ledger.genesis)
            self._out += self.faults.prove(proof)

    def _take_claim(self, claimed: Claimed) -> None:
        """Of two seats one says that the other has gone: that is kept and told. Nobody follows it.

        Raises:
            RemoteError: the seat has not signed it.
        """
        place, seat = claimed.place, claimed.claim.seat
        if place.table != self.ledger.genesis.id or place.slot > self.ledger.now.slot:
            return
        before = self.ledger.before(place.slot)
        if place.head != before.head or len(before.present) != 2 or seat not in before.present:
            return
        if (place.slot, seat) not in self._claims:
            before.check_signature(seat, claimed.claim)
            self._claims.add((place.slot, seat))
            self._out += [Write(claimed), ClaimMade(claimed)]

    def _recall(self, peer: bytes, view: PeerView) -> None:
        """A peer has lost its journal: send all that its seat has signed in the open slot, and forget what is unread."""
        seat = self.sync.seat_of(peer)
        if seat is None or not view.pace.allows(Recall, 1, self.liveness.tick):
            return
        for other in self.sync.views.values():
            other.early.clear()
        slot = self.slot
        papers = Papers(
            self.ledger.now.place,
            tuple(each for each in slot.all_inputs if each.seat == seat),
            tuple(slot.acks.get(seat, {}).values()),
            slot.highest_proposal,
            tuple(slot.promises.get(seat, ())),
        )
        self._out += [Send(papers, peer), Send(Recalled(self.ledger.now.slot), peer)]

    def _hear(self, peer: bytes) -> None:
        seat = self.sync.seat_of(peer)
        if seat is not None:
            self.liveness.hear(seat)

    def _refuse(self, peer: bytes, error: RemoteError) -> None:
        self.refused[peer] += 1
        who = peer if self.sync.seat_of(peer) is not None else STRANGERS
        if who == STRANGERS:
            self.refused[who] += 1
        if self.refused[who] <= REFUSALS_TOLD:
            self._out.append(Refused(peer, error))

    # What follows

    @property
    def _present(self) -> tuple[int, ...]:
        return self.ledger.now.present

    @property
    def _speaking(self) -> Decider | None:
        """What speaks for one's own seat in ballots; None while nothing may be signed."""
        return None if self._recalling or self.stopped is not None else self._decider

    def _open(self, *, same_step: bool) -> None:
        """Begin the slot that is open in the ledger."""
        own = None if self.signer is None else self.signer.seat
        self.slot = Slot(self.ledger.now, own, self.faults.cheats)
        self._speech = Speech(self.ledger.now.place)
        self._decider = None if self.signer is None else Decider(self.slot, self.signer, self._speech)
        self._final_since = None
        self._away.clear()
        self._consents_told.clear()
        self.liveness.open_slot(same_step=same_step)

    def _advance(self) -> None:
        """Do what follows from what is here now, slot by slot."""
        while True:
            self._stop_recalling()
            self._give()
            decider = self._speaking
            if decider is not None:
                decider.ack()
                decider.propose()
            self._out += self._speech.flush()
            self._prove_found()
            self._look_at_states()
            final = None if self.stopped is not None else self._writable()
            if final is None:
                return
            self._write(final)

    def _give(self) -> None:
        """Give what one's own seat owes, if that needs no decision or the decision is made."""
        signer, choices, state = self.signer, self._choices, self.ledger.now
        if signer is None or choices is None or self._recalling or self.stopped is not None:
            return
        if signer.seat not in self.slot.missing:
            return
        content = choices.content(state)
        if content is None or state.due is None:
            return
        given = signer.sign(state.place, Input(signer.seat, state.due.kind, content))
        self.slot.add_input(given)
        self._speech.give(given, choices.opening_of(given))
        if self.slot.missing:
            self._out.append(InputReceived(given.seat, given.kind))

    def _writable(self) -> Final | None:
        """A final value that may be written now. Rule 7 of `spec/table.md`.

        Every linked seat must have acked it in its ballot, or shown its own record of it. After a moment that is not
        waited for, unless a linked seat shows an ack of another value there or higher.
        """
        finals = self.slot.finals()
        if not finals:
            return None
        if not self.slot.state.needs_acks:
            return finals[0]
        if self._final_since is None:
            self._final_since = self.liveness.tick
        return next((final for final in reversed(finals) if self._may_write(final)), None)

    def _may_write(self, final: Final) -> bool:
        ballot, latest = final.record.ballot, None if self.slot.acceptor is None else self.slot.acceptor.latest
        is_latest = latest is None or ballot >= latest.ballot
        linked = [each for each in self.sync.linked(self._present) if each[0] not in self.faults.proofs]
        lacking = [seat for seat, view in linked if not self._has_it(seat, view, final, is_latest=is_latest)]
        if not lacking:
            return is_latest or bool(linked)
        if not is_latest or any(self._contradicts(seat, final) for seat, _ in linked):
            return False
        assert self._final_since is not None
        if self.liveness.tick - self._final_since >= MOMENT:
            self._late.update(lacking)
        return self._late.issuperset(lacking)

    def _has_it(self, seat: int, view: PeerView, final: Final, *, is_latest: bool) -> bool:
        """Whether a linked seat has acked a final value in its ballot, or has shown it as its record of the slot."""
        if view.shown == (final.record.slot, final.outcome.digest):
            return True
        ack = self.slot.acks.get(seat, {}).get(final.record.ballot)
        return is_latest and ack is not None and ack.value == final.outcome.digest

    def _contradicts(self, seat: int, final: Final) -> bool:
        """Whether a seat shows an ack of another value in the ballot of a final one, or higher."""
        acks = self.slot.acks.get(seat, {}).values()
        return any(ack.ballot >= final.record.ballot and ack.value != final.outcome.digest for ack in acks)

    def _write(self, final: Final) -> None:
        """Write a final value, and open the next slot with what came for it early."""
        self._late.difference_update(ack.seat for ack in final.acks)
        before = self.ledger.now
        step = self.ledger.write(final.record, final.outcome)
        self._out.append(Write(final.record))
        if isinstance(final.record.value, Ruling) and final.record.value.kind is RulingKind.SKIP:
            self._out.append(TimeUp(final.record.value.seat))
        if step is not None:
            self._out.append(step)
        self._open(same_step=self.ledger.now.step == before.step)
        self._take_early()

    def _take_early(self) -> None:
        for peer, view in list(self.sync.views.items()):
            try:
                self._learn(view)
            except RemoteError as error:
                self._refuse(peer, error)
            for papers in view.take_early(self.ledger.now.slot):
                try:
                    self._take_papers(peer, view, papers)
                except RemoteError as error:
                    self._refuse(peer, error)

    def _prove_found(self) -> None:
        for proof in self.slot.take_found():
            self._out += self.faults.prove(proof)

    def _look_at_states(self) -> None:
        """Find the seats whose programs came to another state by a value of the open slot."""
        for ack, outcome, must_stop in other_states(self.slot):
            dispute = Dispute(
                self.slot.state.place, self.slot.state.step, outcome, ack, self.liveness.tick, must_stop=must_stop
            )
            peer = self.ledger.genesis.contract.seats[ack.seat].public
            self._dispute(peer, self.sync.views.get(peer), dispute)

    def _choose_by_default(self) -> None:
        """When the turn time is over, one's own program makes the default move of its seat."""
        if self.signer is None or self._choices is None or not (self.asks_me and self.liveness.is_time_up):
            return
        game, state = self.ledger.game, self.ledger.now
        self._choices.decide(state, game.format(game.default(state.state, self.signer.seat)).encode("ascii"))
        self._out.append(TimeUp(self.signer.seat))

    def _tell_away(self) -> None:
        for seat in self.droppable:
            if seat not in self._away:
                self._away.add(seat)
                self._out.append(Away(seat, self.liveness.is_heard(seat)))

    def _consents(self, ruling: Ruling) -> bool:
        """Whether one's own seat consents to a ruling now."""
        if not self.slot.state.allows(ruling):
            return False
        return self.liveness.consents(ruling, self.due, self.slot.missing, self.faults.cheats)

    def _own_consents(self, kind: RulingKind) -> int:
        """The seats about which one's own seat consents to such a ruling, bit n for seat n."""
        return sum(1 << seat for seat in self._present if self._consents(Ruling(kind, seat)))

    def _quorum_ruling(self) -> Ruling | None:
        """The first ruling to which a quorum consents, by its own word."""
        for ruling in (Ruling(kind, seat) for kind in RulingKind for seat in self._present):
            votes = int(self._consents(ruling))
            for _, view in self.sync.linked(self._present):
                have = view.have
                if have is not None and have.slot == self.ledger.now.slot:
                    said = have.drops if ruling.kind is RulingKind.DROP else have.skips
                    votes += said >> ruling.seat & 1
            if votes >= self.slot.state.electorate.quorum and self.slot.state.allows(ruling):
                return ruling
        return None

    def _prepare(self) -> None:
        """Begin a ballot, if there is a reason and it is one's own turn. Rule 4 of `spec/table.md`."""
        decider, signer = self._speaking, self.signer
        if decider is None or signer is None or not self.slot.state.needs_acks or signer.seat not in self._present:
            return
        ruling = self._quorum_ruling()
        is_stuck = self.slot.complete is not None and self.slot.is_disputed
        has_reason = ruling is not None or is_stuck or self.slot.highest_proposal is not None
        here = [seat for seat in self._present if self.liveness.is_heard(seat)]
        turn = here.index(signer.seat), len(here)
        consents = ruling is not None and self._consents(ruling)
        decider.prepare(ruling, has_reason=has_reason, consents=consents, turn=turn, tick=self.liveness.tick)

    def _claim(self) -> None:
        """Of two seats: say that the other has gone, and stop."""
        assert self.signer is not None
        place = self.ledger.now.place
        claimed = Claimed(place, self.signer.sign(place, Claim(self.signer.seat)))
        self._claims.add((place.slot, self.signer.seat))
        other = next(seat for seat in self._present if seat != self.signer.seat)
        sentence = f"{self.ledger.now.name(other)} has gone, as you say: the game is saved, and can be resumed"
        self._out += [Write(claimed), Send(claimed), ClaimMade(claimed)]
        self._out += self.faults.stop(SeatError(Code.CLAIMED, sentence, other))

    def _may_claim(self, seat: int) -> bool:
        """Whether one's own seat may claim that the other of two has gone: it owes an input, and one's own does not."""
        own = None if self.signer is None else self.signer.seat
        return len(self._present) == 2 and own not in self.slot.missing and seat in self.slot.missing

    def _stop_recalling(self) -> None:
        """Sign again once every seat present has told all that one's own has signed in the open slot."""
        if not self._recalling or self.signer is None:
            return
        others = [seat for seat in self._present if seat != self.signer.seat]
        told = [view.recalled for _, view in self.sync.linked(others)]
        if len(told) == len(others) and all(slot is not None and slot <= self.ledger.now.slot for slot in told):
            self._recalling = False
            self._take_over()

    def _take_over(self) -> None:
        """Be bound by what the others have told of one's own seat's statements in the open slot."""
        slot, signer = self.slot, self.signer
        if signer is None or slot.acceptor is None:
            return
        acceptor = slot.acceptor
        for promise in slot.promises.get(signer.seat, ()):
            acceptor = acceptor.with_promise(promise)
        for ack in slot.acks.get(signer.seat, {}).values():
            acceptor = acceptor.with_ack(ack, slot.proposals.get((ack.ballot, ack.value)))
        slot.restore(acceptor)

    def _restore(self, word: Word) -> None:
        """Stand by a word that was put into the journal before a restart, if its slot is still open."""
        slot, signer = self.slot, self.signer
        if word.place != self.ledger.now.place or signer is None or word.statement.seat != signer.seat:
            return
        with suppress(RemoteError):  # a file that somebody has changed holds nothing that was ever sent
            self.ledger.now.check_signature(signer.seat, word.statement)
            for given in word.inputs:
                slot.add_input(given)
            if word.proposal is not None:
                slot.add_proposal(word.proposal)
            match word.statement:
                case Input():
                    slot.add_input(word.statement)
                    if self._choices is not None:
                        self._choices.restore(self.ledger.now, word.opening)
                case Promise():
                    slot.add_promise(word.statement)
                case Ack():
                    slot.add_ack(word.statement)
            self._take_over()

    def _have(self) -> Have:
        slot, now = self.slot, self.ledger.now
        acceptor = slot.acceptor
        proposal = slot.highest_proposal
        seats = range(len(now.genesis.contract.seats))
        return Have(
            now.slot,
            now.head,
            sum(1 << seat for seat in slot.inputs),
            0 if acceptor is None else acceptor.promised,
            0 if proposal is None else proposal.ballot,
            tuple(max(slot.acks.get(seat, {}), default=-1) + 1 for seat in seats),
            self._own_consents(RulingKind.DROP),
            self._own_consents(RulingKind.SKIP),
            self.sync.links,
        )

    def _take(self) -> list[Effect]:
        out, self._out = self._out, []
        return out
