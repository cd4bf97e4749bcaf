"""A proof that a seat has cheated: two of its own statements that contradict each other. Anybody can check it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

from ..contract.contract import Genesis
from ..wire.errors import Code, RemoteError, SeatError
from .consensus import Ack, Promise, ProofKind, Proposal, contradiction
from .signing import Input, Place, check_signature

Statement: TypeAlias = Input | Ack | Promise | Proposal
"""The statements of proofs."""

_WORDS = {
    ProofKind.INPUTS: "two different answers",
    ProofKind.ACKS: "two different confirmations",
    ProofKind.PROPOSALS: "two different proposals",
    ProofKind.HIDDEN_ACK: "a promise that hides an earlier confirmation",
}


@dataclass(frozen=True, slots=True)
class Proof:
    """Two statements of one seat at one place, the one with the lesser signature first where their kinds are equal."""

    place: Place
    kind: ProofKind
    first: Statement
    second: Statement

    @property
    def seat(self) -> int:
        """The seat that has cheated."""
        return self.first.seat

    def error(self, genesis: Genesis) -> SeatError:
        """The proven fault, in words and by number."""
        name = genesis.contract.seats[self.seat].label
        sentence = f"{name} signed {_WORDS[self.kind]} in slot {self.place.slot}"
        return SeatError(Code.EQUIVOCATION, sentence, self.seat)

    def check(self, genesis: Genesis) -> None:
        """Return if the proof is valid.

        Raises:
            RemoteError: it is not.
        """
        seats = genesis.contract.seats
        if self.place.table != genesis.id:
            raise RemoteError(Code.FOREIGN_TABLE, "a proof for another table")
        if self.seat >= len(seats) or find(self.place, self.first, self.second) != self:
            raise RemoteError(Code.BROKEN_STEP, "two statements that do not contradict each other came as a proof")
        for statement in (self.first, self.second):
            check_signature(seats[self.seat].public, self.place, statement)


def find(place: Place, one: Statement, other: Statement) -> Proof | None:
    """The proof in two statements at one place; None if an honest seat may have signed both.

    A proof has only the signed part of a proposal.
    """
    if one.seat != other.seat:
        return None
    one, other = bare(one), bare(other)
    if isinstance(one, Input) or isinstance(other, Input):
        return _of_inputs(place, one, other)
    for first, second in ((one, other), (other, one)):
        kind = contradiction(first, second)
        if kind is ProofKind.HIDDEN_ACK:
            return Proof(place, kind, first, second)
        if kind is not None:
            return _ordered(place, kind, first, second)
    return None


def _of_inputs(place: Place, one: Statement, other: Statement) -> Proof | None:
    if not (isinstance(one, Input) and isinstance(other, Input)):
        return None
    if one.kind is other.kind and one.content == other.content:
        return None
    return _ordered(place, ProofKind.INPUTS, one, other)


def _ordered(place: Place, kind: ProofKind, one: Statement, other: Statement) -> Proof:
    first, second = (one, other) if one.signature < other.signature else (other, one)
    return Proof(place, kind, first, second)


def bare(statement: Statement) -> Statement:
    """A statement as in a proof: of a proposal only the signed part."""
    if isinstance(statement, Proposal):
        return Proposal(statement.seat, statement.ballot, statement.value, signature=statement.signature)
    return statement
