"""The proof that a seat has signed twice: two different inputs for one round on one history. Anybody can check it."""

from __future__ import annotations

from dataclasses import dataclass

from ..contract.contract import Genesis
from ..wire.errors import Code, RemoteError, SeatError
from .inputs import Input
from .kinds import VOTES, Kind


@dataclass(frozen=True, slots=True)
class Proof:
    """Two inputs of one seat; the one with the lesser bytes first, so that one lie has one proof."""

    first: Input
    second: Input

    @classmethod
    def of(cls, one: Input, other: Input) -> Proof:
        """The proof that two inputs are, if they are one."""
        return cls(*sorted((one, other), key=lambda given: given.pair))

    @property
    def seat(self) -> int:
        """Who has signed twice."""
        return self.first.seat

    @property
    def step(self) -> int:
        """In which step."""
        return self.first.step

    def told(self, genesis: Genesis) -> SeatError:
        """What is proven, in words and by number."""
        name = genesis.contract.seats[self.seat].label
        return SeatError(Code.EQUIVOCATION, f"{name} signed two different answers to step {self.step}", self.seat)

    def check(self, genesis: Genesis) -> None:
        """Return if this proves what it says.

        Raises:
            RemoteError: it does not.
        """
        one, other = self.first, self.second
        seats = genesis.contract.seats
        if (one.table, one.step, one.seat, one.kind, one.head) != (
            other.table,
            other.step,
            other.seat,
            other.kind,
            other.head,
        ):
            raise RemoteError(Code.BROKEN_STEP, "two inputs that do not contradict each other were shown as a proof")
        if one.table != genesis.id:
            raise RemoteError(Code.FOREIGN_TABLE, "a proof for another table")
        if one.pair >= other.pair or one.kind in (*VOTES, Kind.STATE) or one.seat >= len(seats):
            raise RemoteError(Code.BROKEN_STEP, "a proof that proves nothing")
        for given in (one, other):
            given.check_signature(seats[one.seat].public)
