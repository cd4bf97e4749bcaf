"""Incoming statements about the open slot: each is checked, made to count, and passed on to peers that lack it.

Specified in `spec/table/messages.md`, "Refusals" and "Limits".
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Sequence

from ..wire.errors import Code, RemoteError
from ..wire.limits import CHECKS, SAID
from ..wire.rate_limiter import RateLimiter
from .consensus import Ack, Prepare, Promise, Proposal, Ruling
from .decider import Decider
from .effects import Effect, InputReceived, Send
from .messages import Papers
from .signing import Input
from .slot import Slot
from .sync import Sync

Consents = Callable[[Ruling], bool]
"""Whether one's own seat consents to a ruling now."""


class Intake:
    """Takes papers about the open slot of one table, from any peer."""

    def __init__(self, sync: Sync, out: list[Effect]) -> None:
        self._sync = sync
        self._out = out
        self._checked: defaultdict[bytes, RateLimiter] = defaultdict(RateLimiter)
        """Recent checks, by link."""
        self._said: defaultdict[int, RateLimiter] = defaultdict(RateLimiter)
        """Recent statements, by the seat that has signed them."""

    def take(
        self, peer: bytes, papers: Papers, slot: Slot, decider: Decider | None, consents: Consents, tick: int
    ) -> None:
        """Make the statements count. `decider` is None while one's own seat may not speak.

        Raises:
            RemoteError: a statement is invalid; those before it were taken.
        """
        if self._is_flood(peer, papers, slot, tick):
            return
        needs_acks = slot.state.needs_acks
        for ack in papers.acks if needs_acks else ():
            if not ack.ballot:  # before the inputs: a cheat's inputs are taken only if somebody has acked them
                self._take_ack(peer, ack, slot)
        if needs_acks and any(slot.is_surplus(given) for given in papers.inputs):
            _name_values(slot, papers)
        for given in papers.inputs:
            self._take_input(peer, given, papers.inputs, slot)
        if len(papers.inputs) > 1:  # some inputs of a cheat are taken only beside those of the others
            for given in papers.inputs:
                if not slot.has(given):
                    self._take_input(peer, given, papers.inputs, slot)
        if needs_acks:
            self._take_ballots(peer, papers, slot, decider, consents, tick)

    def _take_ballots(
        self, peer: bytes, papers: Papers, slot: Slot, decider: Decider | None, consents: Consents, tick: int
    ) -> None:
        """Take statements about ballots above 0."""
        if papers.proposal is not None:
            self._take_proposal(peer, papers.proposal, slot)
        for ack in papers.acks:
            if ack.ballot and (slot.knows(ack) or ack.seat == slot.own):  # the ack means nothing without its proposal
                self._take_ack(peer, ack, slot)
        for promise in papers.promises:
            self._take_promise(peer, promise, slot, decider, tick)
        if papers.prepare is not None:
            self._take_prepare(peer, papers.prepare, slot, decider, consents, tick)

    def _is_flood(self, peer: bytes, papers: Papers, slot: Slot, tick: int) -> bool:
        """Whether a link's statements exceed the checks of a tick. Known statements cost nothing, nor does the first
        input and the first ack of each seat. Papers beyond the limit are still read, or a long chain of proposals could
        never arrive."""
        said: tuple[Input | Ack, ...] = (*papers.inputs, *papers.acks)
        count = 0 if papers.prepare is None else 1
        for statement in said:
            if slot.has_heard(statement) and not slot.has(statement):
                count += 1
        for promise in papers.promises:
            if not slot.has(promise):
                count += 2
        for each in () if papers.proposal is None else papers.proposal.chain:
            if slot.has(each):
                break
            count += 1 + 2 * len(each.promises)
        return not self._checked[self._sync.holder(peer)].allows(Papers, CHECKS, tick, count)

    def _take_input(self, peer: bytes, given: Input, beside: Sequence[Input], slot: Slot) -> None:
        if slot.add_input(given, beside):
            self._relay(peer, given.seat, lambda: Papers(slot.state.place, inputs=(given,)))
            if slot.missing:
                self._out.append(InputReceived(given.seat, given.kind))

    def _take_ack(self, peer: bytes, ack: Ack, slot: Slot) -> None:
        if slot.has(ack):
            return
        _check_voter(slot, ack.seat)
        slot.state.check_signature(ack.seat, ack)
        if slot.add_ack(ack):
            self._relay(peer, ack.seat, lambda: _with_acked(slot, ack))

    def _take_proposal(self, peer: bytes, proposal: Proposal, slot: Slot) -> None:
        if slot.add_proposal(proposal):
            self._relay(peer, proposal.seat, lambda: Papers(slot.state.place, slot.all_inputs, proposal=proposal))

    def _take_promise(self, peer: bytes, promise: Promise, slot: Slot, decider: Decider | None, tick: int) -> None:
        if slot.has(promise) or slot.is_old(promise):
            return
        _check_voter(slot, promise.seat)
        slot.state.check_signature(promise.seat, promise)
        if promise.latest is not None:
            slot.state.check_signature(promise.seat, promise.latest)
        if not self._said[promise.seat].allows(Promise, SAID, tick):
            return
        if not slot.may_be_promised(promise.ballot):
            slot.approach(promise.ballot)
        elif (slot.knows(promise.latest) or promise.seat == slot.own) and slot.add_promise(promise):
            self._relay(peer, promise.seat, lambda: _with_promised(slot, promise))
            if decider is not None:
                decider.take_promise(promise)

    def _take_prepare(
        self, peer: bytes, prepare: Prepare, slot: Slot, decider: Decider | None, consents: Consents, tick: int
    ) -> None:
        if slot.is_old(prepare):
            return
        _check_voter(slot, prepare.seat)
        slot.state.check_signature(prepare.seat, prepare)
        if not self._said[prepare.seat].allows(Prepare, SAID, tick):
            return
        self._relay(peer, prepare.seat, lambda: Papers(slot.state.place, prepare=prepare))
        if decider is None:
            return
        decider.ack()
        is_for = prepare.ruling is not None and consents(prepare.ruling)
        if decider.answer(prepare, consents=is_for, tick=tick) is None:
            self._repeat(peer, slot, decider)

    def _repeat(self, peer: bytes, slot: Slot, decider: Decider) -> None:
        """Show a peer one's own bonds, so that it asks for a higher ballot the next time."""
        promise = decider.repeat_promise()
        if promise is not None:
            self._out.append(Send(_with_promised(slot, promise), peer))

    def _relay(self, source: bytes, origin: int, papers: Callable[[], Papers]) -> None:
        """Relay a seat's statements to those linked peers that have no link with that seat: most often to nobody."""
        lacking = self._sync.lacking(origin, source)
        if lacking:
            said = papers()
            self._out += [Send(said, peer) for peer in lacking]


def _with_acked(slot: Slot, ack: Ack) -> Papers:
    """An ack, with the proposal that it answers."""
    proposal = slot.proposals.get((ack.ballot, ack.value))
    return Papers(slot.state.place, () if proposal is None else slot.all_inputs, (ack,), proposal)


def _with_promised(slot: Slot, promise: Promise) -> Papers:
    """A promise, with everything that may be its ground."""
    return Papers(slot.state.place, slot.all_inputs, proposal=slot.highest_proposal, promises=(promise,))


def _name_values(slot: Slot, papers: Papers) -> None:
    """Note the values that the papers' seats have acked, reported or proposed: the inputs beside them are of these
    values.

    Raises:
        RemoteError: a seat has not signed it.
    """
    reports = [promise.latest for promise in papers.promises if promise.latest is not None]
    statements: list[Ack | Proposal] = [*papers.acks, *reports]
    if papers.proposal is not None:
        statements.append(papers.proposal)
    for said in statements:
        if not slot.has(said) and slot.outcome(said.value) is None:
            _check_voter(slot, said.seat)
            slot.state.check_signature(said.seat, said)
            slot.name(said.seat, said.value)


def _check_voter(slot: Slot, seat: int) -> None:
    """Return if a seat has a say in a slot.

    Raises:
        RemoteError: it was dropped, or there is no such seat.
    """
    if seat not in slot.state.present:
        raise RemoteError(Code.WRONG_SEAT, f"seat {seat} has no say in slot {slot.state.slot}")
