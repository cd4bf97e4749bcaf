"""Honest seats: the statements of each in a slot, and the product's `Acceptor`, which decides about further ones. Equal
seats are one object, so states are compared by identity, and consequences of a seat are computed once.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable
from dataclasses import dataclass, replace
from typing import TypeVar

from p2pgame.protocol.table import consensus
from p2pgame.protocol.table.consensus import Acceptor, Ack, BallotStatement, Promise, Proposal, Ruling

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Promised:
    """A promise that was sent, with the proposal that goes with it."""

    promise: Promise
    papers: Proposal | None


@dataclass(frozen=True, slots=True, eq=False)
class Seat:
    """One honest seat. Its statements are never taken back."""

    acceptor: Acceptor
    promises: tuple[Promised, ...]
    acks: tuple[Ack, ...]
    record: tuple[int, bytes] | None
    """Its record, if it is past the slot: the ballot in which that was final, and the value."""
    shape: str
    """All of this except for the number of the seat."""
    marks: tuple[int, ...]
    """A number for its promise in each ballot of the model, and one for all of its acks."""

    @property
    def number(self) -> int:
        """The number of the seat."""
        return self.acceptor.seat

    @property
    def written(self) -> bytes | None:
        """The value that it has written. It says nothing more in this slot."""
        return None if self.record is None else self.record[1]

    def promise_in(self, ballot: int) -> Promised | None:
        """The promise to a ballot, if there is one."""
        return next((said for said in self.promises if said.promise.ballot == ballot), None)

    def has_acked(self, ballot: int, value: bytes) -> bool:
        """Whether it has acked that."""
        return any((ack.ballot, ack.value) == (ballot, value) for ack in self.acks)


class Seats:
    """All seats that were ever made, with the seats that follow from each statement."""

    def __init__(self, ballots: Iterable[int]) -> None:
        """`ballots` are those that can be promised, rising."""
        self._ballots = tuple(ballots)
        self._known: dict[Hashable, Seat] = {}
        self._numbers: dict[Hashable, int] = {}
        self._next: dict[Hashable, Seat] = {}
        self._blamed: dict[Seat, bool] = {}

    def new(self, number: int) -> Seat:
        """A seat that has said nothing."""
        return self._seat(Acceptor(number), (), (), None)

    def ack(self, seat: Seat, ballot: int, value: bytes, proposal: Proposal | None) -> Seat:
        """After an ack."""
        return self._memo((seat, "ack", ballot, value), lambda: self._ack(seat, ballot, value, proposal))

    def promise(self, seat: Seat, ballot: int, ruling: Ruling | None, consents: bool) -> Seat:
        """After a promise."""
        key = (seat, "promise", ballot, ruling, consents)
        return self._memo(key, lambda: self._promise(seat, ballot, ruling, consents))

    def write(self, seat: Seat, ballot: int, value: bytes) -> Seat:
        """After it has written a value that was final in a ballot."""
        key = (seat, "write", ballot, value)
        return self._memo(key, lambda: self._seat(seat.acceptor, seat.promises, seat.acks, (ballot, value)))

    def renumbered(self, seat: Seat, number: int) -> Seat:
        """The same in another seat's place."""
        if seat.number == number:
            return seat
        return self._memo((seat, number), lambda: self._renumbered(seat, number))

    def adopted(self, seat: Seat) -> Seat:
        """A seat that was made elsewhere."""
        return self._seat(seat.acceptor, seat.promises, seat.acks, seat.record)

    def is_blamed(self, seat: Seat) -> bool:
        """Whether two statements of this seat pass for a proof that it has cheated."""
        if seat not in self._blamed:
            said: tuple[BallotStatement, ...] = (*seat.acks, *(each.promise for each in seat.promises))
            said += tuple(each.promise.latest for each in seat.promises if each.promise.latest is not None)
            self._blamed[seat] = any(consensus.contradiction(one, other) for one in said for other in said)
        return self._blamed[seat]

    def _ack(self, seat: Seat, ballot: int, value: bytes, proposal: Proposal | None) -> Seat:
        ack = Ack(seat.number, ballot, value, state_after(value))
        return self._seat(seat.acceptor.with_ack(ack, proposal), seat.promises, _with(seat.acks, ack), None)

    def _promise(self, seat: Seat, ballot: int, ruling: Ruling | None, consents: bool) -> Seat:
        promise = Promise(seat.number, ballot, ruling, consents, seat.acceptor.latest)
        said = Promised(promise, seat.acceptor.proposal)
        return self._seat(seat.acceptor.with_promise(promise), _with(seat.promises, said), seat.acks, None)

    def _renumbered(self, seat: Seat, number: int) -> Seat:
        def ack(each: Ack | None) -> Ack | None:
            return None if each is None else replace(each, seat=number)

        acceptor = replace(seat.acceptor, seat=number, latest=ack(seat.acceptor.latest))
        promises = [
            Promised(replace(said.promise, seat=number, latest=ack(said.promise.latest)), said.papers)
            for said in seat.promises
        ]
        acks = tuple(replace(each, seat=number) for each in seat.acks)
        return self._seat(acceptor, tuple(promises), acks, seat.record)

    def _seat(
        self,
        acceptor: Acceptor,
        promises: tuple[Promised, ...],
        acks: tuple[Ack, ...],
        record: tuple[int, bytes] | None,
    ) -> Seat:
        promises = tuple(sorted(promises, key=lambda said: said.promise.ballot))
        acks = tuple(sorted(acks, key=lambda ack: (ack.ballot, ack.value)))
        key = (acceptor, promises, acks, record)
        if key not in self._known:
            of_ballots = [tuple(said for said in promises if said.promise.ballot == ballot) for ballot in self._ballots]
            marks = tuple(self._number(each) for each in (*of_ballots, acks))
            self._known[key] = Seat(acceptor, promises, acks, record, _shape(*key), marks)
        return self._known[key]

    def _number(self, what: Hashable) -> int:
        return self._numbers.setdefault(what, len(self._numbers))

    def _memo(self, key: Hashable, make: Callable[[], Seat]) -> Seat:
        if key not in self._next:
            self._next[key] = make()
        return self._next[key]


def state_after(value: bytes) -> bytes:
    """The state hash that honest engines come to by a value."""
    return b"state after " + value


def _with(said: tuple[T, ...], new: T) -> tuple[T, ...]:
    """The earlier statements, and one that may be a repetition."""
    return said if new in said else (*said, new)


def _shape(
    acceptor: Acceptor, promises: tuple[Promised, ...], acks: tuple[Ack, ...], record: tuple[int, bytes] | None
) -> str:
    reports = [(said.promise, _report(said.promise.latest)) for said in promises]
    said = [(each.ballot, repr(each.ruling), each.consents, report) for each, report in reports]
    bound = (acceptor.promised, _report(acceptor.latest), acceptor.proposal is None)
    return repr((said, [_report(ack) for ack in acks], bound, record))


def _report(ack: Ack | None) -> tuple[int, bytes] | None:
    return None if ack is None else (ack.ballot, ack.value)
