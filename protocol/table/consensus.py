"""One slot of a table's history as single-decree Paxos, with no I/O, no clock and no game.

    Ballot 0 belongs to the seats that the rules ask: its value is all of their inputs, and it needs no first phase.
    Every higher ballot belongs to one seat, which prepares it to have a ruling decided, or to finish what was begun:

    PREPARE --> a quorum of PROMISEs --> PROPOSE --> a quorum of ACKs of one value in one ballot: the value is final

The names are those of L. Lamport, "Paxos Made Simple" (2001); ballot 0 without a first phase, and values that only
some proposers may choose, are those of Y. Mao et al., "Mencius" (2008). Two things are added. A ruling needs the
consent of a quorum, and a promise says whether its seat consents. And everything is signed and carries what it rests
on, so that a seat that lies leaves a proof: see `contradiction`.

The same functions are explored exhaustively by `tests/model`. Specified in `spec/table.md` and `spec/table/ballots.md`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import IntEnum
from functools import cached_property

from ..wire.codec import digest


class RulingKind(IntEnum):
    """A quorum's decision in place of an answer. The numbers are wire and log form."""

    DROP = 0
    """The step ends, and the game continues without that seat."""
    SKIP = 1
    """That seat's time is up: it makes its default move, and the round continues without it."""


@dataclass(frozen=True, slots=True)
class Ruling:
    """A value that stands in for the inputs of a slot."""

    kind: RulingKind
    seat: int

    @property
    def digest(self) -> bytes:
        """The name of this value in acks and proposals: 32 bytes."""
        return digest("p2pgame ruling", self.kind, self.seat)


@dataclass(frozen=True, slots=True)
class Ack:
    """A seat has accepted a value in a ballot, and its program computed this state from it."""

    seat: int
    ballot: int
    value: bytes
    """The digest of the value."""
    state: bytes
    """The state hash after it."""
    signature: bytes = b""


@dataclass(frozen=True, slots=True)
class Prepare:
    """A seat asks for promises to a ballot of its own, for a ruling or only to finish what was begun."""

    seat: int
    ballot: int
    ruling: Ruling | None
    signature: bytes = b""


@dataclass(frozen=True, slots=True)
class Promise:
    """A seat accepts nothing in a lower ballot any more, and reports its latest ack."""

    seat: int
    ballot: int
    ruling: Ruling | None
    consents: bool
    """Whether the seat itself consents to the ruling."""
    latest: Ack | None
    signature: bytes = b""


@dataclass(frozen=True, slots=True)
class Proposal:
    """The owner of a ballot proposes a value. Ballot and value are signed; the rest shows that the proposal follows."""

    seat: int
    ballot: int
    value: bytes
    promises: tuple[Promise, ...] = ()
    under: Proposal | None = None
    """The proposal that the highest report among the promises names; None if that is ballot 0, or nothing."""
    signature: bytes = b""

    @property
    def chain(self) -> tuple[Proposal, ...]:
        """This proposal and all proposals that it rests on, the highest ballot first."""
        chain = [self]
        while chain[-1].under is not None:
            chain.append(chain[-1].under)
        return tuple(chain)

    @property
    def signatures(self) -> int:
        """The number of signatures in it and in all that it rests on."""
        promises = [promise for proposal in self.chain for promise in proposal.promises]
        return len(self.chain) + len(promises) + sum(promise.latest is not None for promise in promises)


BallotStatement = Ack | Prepare | Promise | Proposal


@dataclass(frozen=True)
class Electorate:
    """The seats that decide a slot: those present before it. `width` counts the seats of the genesis."""

    seats: tuple[int, ...]
    width: int

    @cached_property
    def quorum(self) -> int:
        """More than half: 2 of 3, 3 of 4, 3 of 5. A seat that is ruled on counts."""
        return len(self.seats) // 2 + 1

    def owner(self, ballot: int) -> int:
        """The seat that owns a ballot; ballot 0 belongs to no single seat.

        Raises:
            ValueError: for ballot 0.
        """
        if ballot < 1:
            raise ValueError("ballot 0 has no owner")
        return (ballot - 1) % self.width

    def ballot_above(self, seat: int, ballot: int) -> int:
        """The lowest ballot of a seat above the given one."""
        first = 1 + seat
        return first if first > ballot else first + ((ballot - first) // self.width + 1) * self.width

    def is_quorum(self, seats: Sequence[int]) -> bool:
        """Whether these are different seats of the electorate, and enough to decide."""
        return len(set(seats)) == len(seats) >= self.quorum and all(seat in self.seats for seat in seats)


@dataclass(frozen=True, slots=True)
class Acceptor:
    """A seat's promises and acks in a slot. They must be on the disk before anybody learns of them."""

    seat: int
    promised: int = 0
    """The highest ballot promised; 0 for none."""
    latest: Ack | None = None
    """The ack in the highest ballot."""
    proposal: Proposal | None = None
    """The proposal that the latest ack answers; None if that was in ballot 0."""

    @property
    def bound(self) -> int:
        """The ballot below which nothing may be acked."""
        return max(self.promised, self.latest.ballot if self.latest is not None else 0)

    @property
    def is_free(self) -> bool:
        """Whether nothing was promised or acked, so that ballot 0 may be acked."""
        return self.promised == 0 and self.latest is None

    def may_promise(self, ballot: int) -> bool:
        """Whether a promise to that ballot contradicts nothing."""
        return ballot > self.bound

    def may_ack(self, ballot: int) -> bool:
        """Whether a value that was proposed in that ballot may be acked. Ballot 0 only by a seat that is free."""
        if ballot == 0:
            return self.is_free
        return ballot >= self.bound and (self.latest is None or self.latest.ballot < ballot)

    def with_promise(self, promise: Promise) -> Acceptor:
        """The acceptor after a promise of its own."""
        return Acceptor(self.seat, max(self.promised, promise.ballot), self.latest, self.proposal)

    def with_ack(self, ack: Ack, proposal: Proposal | None) -> Acceptor:
        """The acceptor after an ack of its own."""
        if self.latest is not None and self.latest.ballot >= ack.ballot:
            return self
        return Acceptor(self.seat, self.promised, ack, proposal)


def choose(
    electorate: Electorate,
    promises: Iterable[Promise],
    inputs: bytes | None,
    proposals: Mapping[tuple[int, bytes], Proposal],
) -> tuple[bytes, tuple[Promise, ...], Proposal | None] | None:
    """The value that promises to one ballot and one ruling allow, with the quorum of them that shows it; None without
    one. The value is a digest.

    It is the value of the highest reported ballot. Without a report it is that of all inputs, `inputs`, if they are
    known; otherwise the ruling, if a whole quorum consents to it in these promises. `proposals` are the known valid
    ones, by ballot and value; a promise that reports another counts for nothing, and so does one by a seat that does
    not decide. Reports of ballot 0 must be of known inputs. So the choice always follows.
    """
    usable = [
        promise
        for promise in sorted(promises, key=lambda promise: promise.seat)
        if promise.seat in electorate.seats and _is_shown(promise, proposals)
    ]
    if len(usable) < electorate.quorum:
        return None
    reporting = [promise for promise in usable if promise.latest is not None]
    if reporting:
        highest = max(reporting, key=_report_ballot)
        assert highest.latest is not None
        others = [promise for promise in usable if promise is not highest]
        quorum = sorted((highest, *others[: electorate.quorum - 1]), key=lambda promise: promise.seat)
        return highest.latest.value, tuple(quorum), _named(highest.latest, proposals)
    if inputs is not None:
        return inputs, tuple(usable[: electorate.quorum]), None
    ruling = usable[0].ruling
    consenting = [promise for promise in usable if _consents(promise, ruling)]
    if ruling is None or len(consenting) < electorate.quorum:
        return None
    return ruling.digest, tuple(consenting[: electorate.quorum]), None


def follows(electorate: Electorate, proposal: Proposal, are_inputs: Callable[[bytes], bool]) -> bool:
    """Whether a proposal follows from its promises, down to ballot 0. No signature is checked here.

    `are_inputs` says if a digest is that of a complete and valid set of the slot's inputs.
    """
    return all(_follows(electorate, each, are_inputs) for each in proposal.chain)


def _follows(electorate: Electorate, proposal: Proposal, are_inputs: Callable[[bytes], bool]) -> bool:
    promises, under = proposal.promises, proposal.under
    if proposal.ballot < 1 or electorate.owner(proposal.ballot) != proposal.seat:
        return False
    if proposal.seat not in electorate.seats or not electorate.is_quorum([promise.seat for promise in promises]):
        return False
    ruling = promises[0].ruling
    if any((promise.ballot, promise.ruling) != (proposal.ballot, ruling) for promise in promises):
        return False
    reports = [promise.latest for promise in promises if promise.latest is not None]
    if any(report.ballot >= proposal.ballot for report in reports):
        return False
    if not reports:
        if under is not None:
            return False
        return are_inputs(proposal.value) or _is_consented(proposal.value, ruling, promises)
    best = max(report.ballot for report in reports)
    if proposal.value not in [report.value for report in reports if report.ballot == best]:
        return False
    if best == 0:
        return under is None and are_inputs(proposal.value)
    return under is not None and (under.ballot, under.value) == (best, proposal.value)


def _is_consented(value: bytes, ruling: Ruling | None, promises: Sequence[Promise]) -> bool:
    """Whether a value is the ruling that all of these seats consent to, the ruled one not among them."""
    if ruling is None or value != ruling.digest:
        return False
    return all(_consents(promise, ruling) for promise in promises)


def _consents(promise: Promise, ruling: Ruling | None) -> bool:
    """Whether a promise counts for a ruling: no seat consents to one on itself."""
    return promise.consents and ruling is not None and promise.seat != ruling.seat


def consenting(proposal: Proposal) -> tuple[int, ...]:
    """The seats that consented to the ruling of a valid proposal, rising."""
    return tuple(promise.seat for promise in proposal.chain[-1].promises if promise.consents)


def final(electorate: Electorate, acks: Iterable[Ack]) -> list[tuple[Ack, ...]]:
    """The final values by these acks: each time the acks of one ballot, value and state by a quorum, in seat order.

    Acks by seats that do not decide, such as a dropped one, do not count. There is more than one group only if values
    were acked again in higher ballots, or a seat lied. The lowest ballot comes first.
    """
    groups: dict[tuple[int, bytes, bytes], dict[int, Ack]] = {}
    for ack in acks:
        if ack.seat not in electorate.seats:
            continue
        groups.setdefault((ack.ballot, ack.value, ack.state), {})[ack.seat] = ack
    return [
        tuple(group[seat] for seat in sorted(group))
        for key, group in sorted(groups.items())
        if electorate.is_quorum(tuple(group))
    ]


class ProofKind(IntEnum):
    """The kinds of contradictions between two statements of one seat, about one slot on one head. Wire and log form."""

    INPUTS = 1
    """Two inputs with other contents."""
    ACKS = 2
    """Two acks in one ballot, of other values or other states."""
    PROPOSALS = 3
    """Two proposals in one ballot, of other values."""
    HIDDEN_ACK = 4
    """An ack, and a promise to a higher ballot that reports nothing, or only a lower ballot."""


def contradiction(first: BallotStatement, second: BallotStatement) -> ProofKind | None:
    """The contradiction between two statements; None if an honest seat may have made both.

    Both must be by one seat in one slot on one head. A hidden ack is found with the ack first.
    """
    match first, second:
        case Ack(), Ack() if first.ballot == second.ballot and (first.value, first.state) != (
            second.value,
            second.state,
        ):
            return ProofKind.ACKS
        case Proposal(), Proposal() if first.ballot == second.ballot and first.value != second.value:
            return ProofKind.PROPOSALS
        case Ack(), Promise() if first.ballot < second.ballot and (
            second.latest is None or second.latest.ballot < first.ballot
        ):
            return ProofKind.HIDDEN_ACK
    return None


def _report_ballot(promise: Promise) -> int:
    return -1 if promise.latest is None else promise.latest.ballot


def _is_shown(promise: Promise, proposals: Mapping[tuple[int, bytes], Proposal]) -> bool:
    """Whether the reported ack was possible above ballot 0: its value was validly proposed in a lower ballot."""
    report = promise.latest
    if report is None or report.ballot == 0:
        return True
    return report.ballot < promise.ballot and _named(report, proposals) is not None


def _named(report: Ack, proposals: Mapping[tuple[int, bytes], Proposal]) -> Proposal | None:
    return proposals.get((report.ballot, report.value)) if report.ballot else None
