"""A record: a final value of a slot, with the evidence that it is final. Logs are made of records.

Specified in `spec/log.md`, "Form".
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

from ..wire.errors import Code, FalseState, RemoteError
from .consensus import Ack, Proposal, Ruling, consenting, follows
from .signing import Input, inputs_digest
from .state import Outcome, TableState, Value


@dataclass(frozen=True)
class Record:
    """A final value. Records of one slot by honest peers differ only in the acks that they happen to hold."""

    slot: int
    value: Value
    state_hash: bytes
    """After the value."""
    ballot: int = 0
    acks: tuple[tuple[int, bytes], ...] = ()
    """Seats, rising, and their signatures under an ack of this value and state in this ballot."""
    proposal: Proposal | None = None
    """The proposal that the acks answer, above ballot 0."""

    @property
    def inputs(self) -> tuple[Input, ...]:
        """The inputs in seat order; empty for a ruling."""
        return () if isinstance(self.value, Ruling) else self.value

    @cached_property
    def digest(self) -> bytes:
        """The name of the value in acks and heads."""
        return self.value.digest if isinstance(self.value, Ruling) else inputs_digest(self.value)

    @property
    def consenting(self) -> tuple[int, ...]:
        """The seats that consented, if this is a ruling."""
        if self.proposal is None or not isinstance(self.value, Ruling):
            return ()
        return consenting(self.proposal)

    @property
    def signatures(self) -> int:
        """The number of signatures in the record."""
        proposals = 0 if self.proposal is None else self.proposal.signatures
        return sum(each.signatures for each in self.inputs) + len(self.acks) + proposals


def check_record(state: TableState, record: Record) -> Outcome:
    """The outcome of another peer's record, after checking all of it against the table before it.

    Raises: RemoteError: it does not follow from the table, is not final, or something in it is invalid.
    """
    outcome = check_value(state, record)
    if record.state_hash != outcome.state_hash:
        raise FalseState(record.slot, outcome.state_hash)
    if not state.needs_acks:
        if record.ballot or record.acks or record.proposal is not None:
            raise RemoteError(Code.BROKEN_STEP, f"slot {record.slot} needs no acks, and has some")
        return outcome
    check_acks(state, record, outcome)
    if record.ballot == 0:
        if record.proposal is not None or isinstance(record.value, Ruling):
            raise RemoteError(Code.BROKEN_STEP, f"slot {record.slot} has a ruling that nobody proposed")
        return outcome
    _check_proposal(state, record, outcome)
    return outcome


def check_value(state: TableState, record: Record) -> Outcome:
    """The outcome of a record's value, without the evidence that it is final.

    Raises:
        RemoteError: the value is not allowed in that slot.
    """
    due = state.due
    if due is None:
        raise RemoteError(Code.BROKEN_STEP, "a slot after the end of the table")
    if record.slot != state.slot:
        raise RemoteError(Code.BROKEN_STEP, f"slot {record.slot} does not follow slot {state.slot - 1}")
    if isinstance(record.value, Ruling):
        if not state.allows(record.value):
            raise RemoteError(Code.BROKEN_STEP, f"slot {record.slot} has a ruling that is not allowed there")
    else:
        if tuple([each.seat for each in record.value]) != due.seats:
            raise RemoteError(Code.BROKEN_STEP, f"slot {record.slot} lacks inputs, or has them out of order")
        for each in record.value:
            state.admit(each)
    return state.outcome(record.value)


def check_acks_of(state: TableState, record: Record) -> None:
    """Return if a record with another state than ours is otherwise valid, as by another engine.

    Raises:
        RemoteError: it is not.
    """
    outcome = check_value(state, record)
    if state.needs_acks:
        check_acks(state, record, outcome)


def check_acks(state: TableState, record: Record, outcome: Outcome) -> None:
    """Return if a quorum has acked the record's value and state in its ballot.

    Raises:
        RemoteError: it has not.
    """
    seats = [seat for seat, _ in record.acks]
    if seats != sorted(seats) or not state.electorate.is_quorum(seats):
        raise RemoteError(Code.BROKEN_STEP, f"slot {record.slot} lacks a quorum of acks")
    for seat, signature in record.acks:
        state.check_signature(seat, Ack(seat, record.ballot, outcome.digest, record.state_hash, signature))


def _check_proposal(state: TableState, record: Record, outcome: Outcome) -> None:
    proposal = record.proposal
    if proposal is None or (proposal.ballot, proposal.value) != (record.ballot, outcome.digest):
        raise RemoteError(Code.BROKEN_STEP, f"slot {record.slot} was acked in a ballot without a proposal")
    inputs = None if isinstance(record.value, Ruling) else outcome.digest
    if not follows(state.electorate, proposal, lambda value: value == inputs):
        raise RemoteError(Code.BROKEN_STEP, f"slot {record.slot} has a proposal that does not follow")
    check_chain(state, proposal)


def check_chain(state: TableState, proposal: Proposal, known: Sequence[Proposal] = ()) -> None:
    """Return if a proposal and all that it rests on are signed, the reports in the promises included. `known` ones have
    been checked before.

    Raises:
        RemoteError: something is not signed.
    """
    for each in proposal.chain:
        if each in known:
            return
        state.check_signature(each.seat, each)
        for promise in each.promises:
            state.check_signature(promise.seat, promise)
            if promise.latest is not None:
                state.check_signature(promise.seat, promise.latest)
