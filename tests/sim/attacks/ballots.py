"""Attacks on ballots: acks apart, promises that lie, proposals that do not follow, and ballots without end."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace

from p2pgame.protocol.table.consensus import Ack, Prepare, Promise, Proposal, Ruling, RulingKind
from p2pgame.protocol.table.messages import Have, Message, Papers
from p2pgame.protocol.table.table import Table
from p2pgame.protocol.wire.limits import BALLOT, BALLOT_CYCLES

from .attack import Attack, Sent
from .choices import Apart


class AcksApart(Apart):
    """Confirms something else to every second seat: another value, or another state."""

    def papers(self, table: Table, papers: Papers, to: int) -> Iterator[Sent]:
        own = [each for each in papers.acks if each.seat == self.seat]
        if own and self.is_apart(to):
            self.done += 1
            other = [self.sign(papers.place, replace(each, value=bytes([to]) * 32, signature=b"")) for each in own]
            kept = tuple(each for each in papers.acks if each.seat != self.seat)
            papers = replace(papers, acks=(*kept, *other))
        yield from super().papers(table, papers, to)


class WithheldAcks(Attack):
    """Confirms nothing, so that the others wait a moment for it."""

    def papers(self, table: Table, papers: Papers, to: int) -> Iterator[Sent]:
        others = tuple(each for each in papers.acks if each.seat != self.seat)
        self.done += len(papers.acks) - len(others)
        yield from super().papers(table, replace(papers, acks=others), to)


class LyingPromises(Attack):
    """Promises everything: it hides what it has acked, or reports what nobody has proposed."""

    def tick(self, table: Table, to: int) -> Iterator[Sent]:
        place, ballots = table.ledger.now.place, {each.ballot for each in table.slot.all_promises}
        if not table.slot.state.needs_acks:
            return
        ballots |= {1 + to, 1 + to + self.count}
        for ballot in sorted(ballots):
            self.done += 1
            ruling = Ruling(RulingKind.DROP, (to + 1) % self.count)
            made_up = self.sign(place, Ack(self.seat, ballot - 1, bytes(32), bytes(32)))
            for latest in (None, made_up):
                promise = Promise(self.seat, ballot, ruling, True, latest)
                yield Papers(place, promises=(self.sign(place, promise),))


class FalseProposals(Attack):
    """Proposes what does not follow: with too few promises, with forged ones, and without any."""

    def tick(self, table: Table, to: int) -> Iterator[Sent]:
        state = table.slot.state
        if not state.needs_acks:
            return
        self.done += 1
        place, ballot = state.place, state.electorate.ballot_above(self.seat, table.slot.highest_ballot)
        ruling = Ruling(RulingKind.DROP, to)
        own = self.sign(place, Promise(self.seat, ballot, ruling, True, None))
        forged = [self.sign(place, Promise(seat, ballot, ruling, True, None)) for seat in state.present if seat != to]
        for promises in ((), (own,), (own, own), tuple(forged)):
            yield Papers(place, proposal=self.sign(place, Proposal(self.seat, ballot, ruling.digest, promises)))
        inputs = table.slot.complete
        if inputs is not None:
            proposal = Proposal(self.seat, ballot, inputs.digest, (own,))
            yield Papers(place, table.slot.all_inputs, proposal=self.sign(place, proposal))


class PreparingForEver(Attack):
    """Prepares a ballot at every tick, and never proposes."""

    def tick(self, table: Table, to: int) -> Iterable[Sent]:
        state = table.slot.state
        if not state.needs_acks:
            return ()
        self.done += 1
        ballot = state.electorate.ballot_above(self.seat, table.slot.highest_ballot)
        prepare = self.sign(state.place, Prepare(self.seat, ballot, Ruling(RulingKind.DROP, to)))
        return (Papers(state.place, table.slot.all_inputs, prepare=prepare),)


class HighBallots(Attack):
    """Prepares and promises ballots at the limit of promises, at the limit of numbers, and above."""

    def outgoing(self, table: Table, message: Message, to: int) -> Iterable[Sent]:
        if isinstance(message, Have):
            message = replace(message, promised=BALLOT, proposed=BALLOT, acks=(BALLOT,) * len(message.acks))
        return super().outgoing(table, message, to)

    def tick(self, table: Table, to: int) -> Iterator[Sent]:
        state = table.slot.state
        if not state.needs_acks:
            return
        self.done += 1
        place, electorate = state.place, state.electorate
        known = table.slot.highest_ballot
        for above in (known + (BALLOT_CYCLES - 1) * self.count, known + BALLOT_CYCLES * self.count, BALLOT - 99):
            ballot = electorate.ballot_above(self.seat, above)
            yield Papers(place, table.slot.all_inputs, prepare=self.sign(place, Prepare(self.seat, ballot, None)))
            promise = Promise(self.seat, ballot, None, False, None)
            yield Papers(place, promises=(self.sign(place, promise),))
