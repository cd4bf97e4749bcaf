"""One slot: what honest seats may do in it, by rules 2 to 6 and by the product's `consensus`.

Statements are never taken back, and may be received at any time or never. So loss, delay, reordering, repetition,
partition and kill with a sound disk need no steps of their own.

The driver decides only when a seat is asked. Its possible answers come from `Acceptor`, the proposal of its ballot from
`choose`; the check of one from `follows`, final values from `final`. It replaces the table in these points:

- Ballot 0 is acked if all inputs are here. The last missing input may come at any time.
- A promise is given by consent, at any time, but never to a ruling on oneself; or if all inputs were shown, by a seat
  that is not free (a free one acks ballot 0 first); or if a proposal of a lower ballot was shown. If a seat may consent
  and reports an ack, its promise says that it consents: `choose` and `follows` must not care.
- Promises are given to ballots that were prepared: the owner has promised first, or lies.
- The owner of a ballot proposes once, by any promises that have reached it, with the inputs or without. A promise that
  reports inputs which it does not know has not reached it.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import chain
from typing import NamedTuple, TypeVar

from p2pgame.protocol.table import consensus
from p2pgame.protocol.table.consensus import Electorate, Promise, Proposal, Ruling, RulingKind
from p2pgame.protocol.wire.codec import digest

from . import liar
from .search import subsets
from .seats import Seat, Seats
from .writing import Final, WriteRule

T = TypeVar("T")

INPUTS = digest("model inputs")
"""All inputs, each the first that its seat has signed."""
OTHER_INPUTS = digest("model other inputs")
"""All inputs, the second one of a lying seat among them."""


class State(NamedTuple):
    """Everything that has happened in a slot so far."""

    inputs: tuple[bytes, ...]
    """The digests of the complete sets of inputs that are signed."""
    seats: tuple[Seat, ...]
    """The honest seats, rising."""
    proposed: tuple[tuple[int, bytes], ...]
    """Ballots and the values proposed in them, rising."""


class Paper(NamedTuple):
    """All that matters about the papers of a proposal that may have been shown: what its promises report at most, and
    the promises of lying seats among them. Honest promises prove nothing against anybody."""

    highest: int
    lies: tuple[Promise, ...]


Papers = dict[bytes, frozenset[Paper]]


@dataclass(frozen=True)
class Plan:
    """Everything that may happen in a slot. Seats are numbers of the electorate."""

    seats: tuple[int, ...]
    owners: tuple[int, ...]
    """Of each ballot above 0 its owner, in rising order. The ballots are those that the product numbers so."""
    rulings: tuple[tuple[int | None, ...], ...]
    """Of each of these ballots the seats that it may be prepared to drop; None to finish only. An honest owner prepares
    each for one ruling."""
    liars: tuple[int, ...] = ()
    """The seats that lie. One may be outside of the electorate: a seat that was dropped before."""
    due: tuple[int, ...] = (0,)
    """The seats that owe inputs."""
    write: WriteRule | None = None
    """When a seat writes; None if it never does."""
    width: int = 0
    """The seats of the genesis; 0 for as many as there are now."""
    forge: bool = False
    """Whether proposals are forged, too, which `follows` must refuse."""
    merge: bool = True
    """Whether states that differ only in which of several equal seats did what are one."""
    ballots: dict[int, tuple[Ruling | None, ...]] = field(init=False, hash=False)
    """The ballots above 0 with the rulings that each may be prepared for."""

    def __post_init__(self) -> None:
        ballots: dict[int, tuple[Ruling | None, ...]] = {}
        for owner, targets in zip(self.owners, self.rulings, strict=True):
            ballot = self.electorate.ballot_above(owner, max(ballots, default=0))
            assert ballot > max(ballots, default=0), "a ballot must be above those before it"
            ballots[ballot] = tuple(None if seat is None else Ruling(RulingKind.DROP, seat) for seat in targets)
        object.__setattr__(self, "ballots", ballots)

    @cached_property
    def electorate(self) -> Electorate:
        """The seats that decide."""
        return Electorate(self.seats, self.width or len(self.seats))

    @cached_property
    def honest(self) -> tuple[int, ...]:
        """All seats but those that lie."""
        return tuple(seat for seat in self.seats if seat not in self.liars)

    @cached_property
    def special(self) -> frozenset[int | None]:
        """The seats that are not like others: they own ballots, or may be ruled on."""
        return frozenset({*self.owners, *chain.from_iterable(self.rulings)})

    @property
    def answers(self) -> tuple[bytes, ...]:
        """The complete sets of inputs that there can be."""
        return (INPUTS, OTHER_INPUTS) if any(seat in self.due for seat in self.liars) else (INPUTS,)


@dataclass(frozen=True)
class World:
    """Everything that may still happen outside the seats. By default, anything."""

    present: tuple[int, ...] | None = None
    """The honest seats that still act; None for all."""
    lies: bool = True
    """Whether the liars act, if there are any."""
    answers: bool = True
    """Whether missing inputs may still come."""
    consents: bool = True
    """Whether seats may still consent."""


class Slot:
    """The states of one slot, and the states that may follow each."""

    def __init__(self, plan: Plan, world: World = World()) -> None:
        self.plan = plan
        self.world = world
        self.electorate = plan.electorate
        self.seats = Seats(plan.ballots)
        self.honest = plan.honest if world.present is None else world.present
        self.liars = plan.liars if world.lies else ()
        alike = [index for index, seat in enumerate(self.honest) if plan.merge and seat not in plan.special]
        self._alike = tuple(alike) if len(alike) > 1 else ()
        """The places of honest seats that nothing tells apart: states that differ only in which of them did what are
        one."""
        self.start = State((), tuple(self.seats.new(seat) for seat in self.honest), ())
        self.known: dict[tuple[int, bytes], Proposal] = {}
        """One whole proposal that `follows` has accepted, by ballot and value. For the seats any other with these is as
        good; for proofs all are considered, see `papers`."""
        self.refused: list[Proposal] = []
        """Proposals by honest seats that `follows` refuses."""
        self.accepted: list[Proposal] = []
        """Forged proposals that `follows` accepts."""
        self._memo: dict[object, object] = {}

    def steps(self, state: State, acting: Collection[int] | None = None) -> Iterator[State]:
        """Every state that may follow a state, by these honest seats, and the liars."""
        acting = self.honest if acting is None else acting
        if not state.inputs and self.world.answers and (acting or any(seat in self.plan.due for seat in self.liars)):
            yield State(self.plan.answers, state.seats, state.proposed)
        prepared = self._prepared(state)
        for index, seat in enumerate(state.seats):
            if seat.written is None and seat.number in acting:
                yield from (self._with(state, index, new) for new in self._said(seat, state, prepared))
        yield from self._proposals(state, acting)
        if self.plan.write is not None:
            yield from self.writes(state, self.plan.write)

    def _said(self, seat: Seat, state: State, prepared: tuple[int, ...]) -> list[Seat]:
        key = (seat, state.inputs, state.proposed, prepared)
        return self._once(key, lambda: [*self._acks(seat, state), *self._promises(seat, state, prepared)])

    def _acks(self, seat: Seat, state: State) -> Iterator[Seat]:
        if seat.acceptor.may_ack(0):
            yield from (self.seats.ack(seat, 0, value, None) for value in state.inputs)
        for ballot, value in state.proposed:
            if seat.acceptor.may_ack(ballot):
                yield self.seats.ack(seat, ballot, value, self.known[ballot, value])

    def _promises(self, seat: Seat, state: State, prepared: tuple[int, ...]) -> Iterator[Seat]:
        acceptor = seat.acceptor
        for ballot, rulings in self.plan.ballots.items():
            own = self.electorate.owner(ballot) == seat.number
            if not acceptor.may_promise(ballot) or not (own or ballot in prepared):
                continue
            shown = (state.inputs and not acceptor.is_free) or any(lower < ballot for lower, _ in state.proposed)
            for ruling in rulings:
                consenting = self.world.consents and ruling is not None and ruling.seat != seat.number
                if consenting:
                    yield self.seats.promise(seat, ballot, ruling, True)
                if shown and not (consenting and acceptor.latest is not None):
                    yield self.seats.promise(seat, ballot, ruling, False)

    def _proposals(self, state: State, acting: Collection[int]) -> Iterator[State]:
        for ballot in self.plan.ballots:
            owner = self.electorate.owner(ballot)
            if owner in self.liars:
                new = [value for value in self.papers(state, ballot) if (ballot, value) not in state.proposed]
                yield from (self._with_proposal(state, ballot, value) for value in new)
                continue
            index = self.honest.index(owner) if owner in self.honest and owner in acting else None
            if index is not None and self._may_propose(state, index, ballot):
                for value in self.papers(state, ballot):
                    seat = self.seats.ack(state.seats[index], ballot, value, self.known[ballot, value])
                    yield self._with(self._with_proposal(state, ballot, value), index, seat)

    def _may_propose(self, state: State, index: int, ballot: int) -> bool:
        seat = state.seats[index]
        if seat.written is not None or seat.promise_in(ballot) is None or not seat.acceptor.may_ack(ballot):
            return False
        return all(ballot != proposed for proposed, _ in state.proposed)

    def writes(self, state: State, rule: WriteRule) -> Iterator[State]:
        """The effects on the seats that may write."""
        for final in self.finals(state):
            for index in range(len(state.seats)):
                if rule.may_write(state.seats, index, final):
                    yield self._with(state, index, self.seats.write(state.seats[index], final.ballot, final.value))

    def finals(self, state: State) -> tuple[Final, ...]:
        """Every value that is final, if the lying seats ack everything that helps.

        If they have gone, they have at least acked what honest seats have written: their records show it.
        """
        acks = tuple((seat.marks[-1], seat.record) for seat in state.seats)
        return self._once((acks, state.proposed, state.inputs), lambda: tuple(self._finals(state)))

    def _finals(self, state: State) -> Iterator[Final]:
        acks = [ack for seat in state.seats for ack in seat.acks]
        values = (*((0, value) for value in state.inputs), *state.proposed)
        told = [each for each in values if self.liars or _is_written(state, each)]
        acks += [liar.ack(seat, *each) for seat in self.plan.liars for each in told]
        for group in consensus.final(self.electorate, acks):
            honest = tuple(ack.seat for ack in group if ack.seat not in self.plan.liars)
            yield Final(group[0].ballot, group[0].value, honest, max(0, self.electorate.quorum - len(honest)))

    def are_inputs(self, state: State) -> Callable[[bytes], bool]:
        """Whether a digest is that of a complete set of inputs in a state."""
        return lambda value: value in state.inputs

    def papers(self, state: State, ballot: int) -> Papers:
        """The possible proposals of a ballot after all statements so far, with their papers.

        Earlier proposals are among them, because promises and inputs only get more.
        """
        lower = tuple(each for each in state.proposed if each[0] < ballot)
        number = list(self.plan.ballots).index(ballot)
        marks = tuple(seat.marks[number] for seat in state.seats)
        return self._once((ballot, marks, lower, state.inputs), lambda: self._papers(state, ballot, lower))

    def _papers(self, state: State, ballot: int, lower: tuple[tuple[int, bytes], ...]) -> Papers:
        if self.electorate.owner(ballot) in self.plan.liars:
            found = liar.proposals(self, state, ballot, lower)
        else:
            found = self._honest_proposals(state, ballot, lower)
        if self.plan.forge:
            forged, are_inputs = liar.forgeries(self, state, ballot, lower), self.are_inputs(state)
            self.accepted += [each for each in forged if consensus.follows(self.electorate, each, are_inputs)]
        papers: dict[bytes, set[Paper]] = {}
        for proposal in found:
            self.known.setdefault((ballot, proposal.value), proposal)
            papers.setdefault(proposal.value, set()).add(self._paper(proposal))
        return {value: frozenset(found) for value, found in sorted(papers.items())}

    def _paper(self, proposal: Proposal) -> Paper:
        reports = [each.latest.ballot for each in proposal.promises if each.latest is not None]
        lies = tuple(each for each in proposal.promises if each.seat in self.plan.liars)
        return Paper(max(reports, default=-1), lies)

    def _honest_proposals(self, state: State, ballot: int, lower: tuple[tuple[int, bytes], ...]) -> Iterator[Proposal]:
        """The proposals of the honest owner of a ballot: with any promises that have come, and with the inputs or
        without."""
        (ruling,) = self.plan.ballots[ballot]
        owner = self.electorate.owner(ballot)
        said = [each for seat in state.seats if (each := seat.promise_in(ballot)) is not None]
        others = [each for each in said if each.promise.seat != owner]
        own = [each for each in said if each.promise.seat == owner]
        together = liar.together(self, state, ballot, ruling, lower)
        told = [lies for lies in together if all(_is_known(state, lie) for lie in lies)]
        for group in subsets(others):
            for lies in told:
                heard = [*own, *group]
                promises = [*(each.promise for each in heard), *lies]
                papers = [each.papers for each in heard if each.papers is not None]
                papers += [self.known[key] for each in lies if (key := _named(each)) in lower]
                proposals = {(each.ballot, each.value): each for each in papers}
                for inputs in (None, *state.inputs):
                    yield from self._chosen(state, ballot, promises, inputs, proposals)

    def _chosen(
        self,
        state: State,
        ballot: int,
        promises: Sequence[Promise],
        inputs: bytes | None,
        proposals: dict[tuple[int, bytes], Proposal],
    ) -> Iterator[Proposal]:
        chosen = consensus.choose(self.electorate, promises, inputs, proposals)
        if chosen is None:
            return
        value, quorum, under = chosen
        proposal = Proposal(self.electorate.owner(ballot), ballot, value, quorum, under)
        if consensus.follows(self.electorate, proposal, self.are_inputs(state)):
            yield proposal
        else:
            self.refused.append(proposal)

    def _prepared(self, state: State) -> tuple[int, ...]:
        liars = [ballot for ballot in self.plan.ballots if self.electorate.owner(ballot) in self.liars]
        owned = [
            said.promise.ballot
            for seat in state.seats
            for said in seat.promises
            if self.electorate.owner(said.promise.ballot) == seat.number
        ]
        return tuple(sorted((*liars, *owned)))

    def _with(self, state: State, index: int, seat: Seat) -> State:
        seats = (*state.seats[:index], seat, *state.seats[index + 1 :])
        return State(state.inputs, self._ordered(seats) if index in self._alike else seats, state.proposed)

    def _ordered(self, seats: tuple[Seat, ...]) -> tuple[Seat, ...]:
        ordered = list(seats)
        for place, seat in zip(self._alike, sorted((seats[place] for place in self._alike), key=_shape), strict=True):
            ordered[place] = self.seats.renumbered(seat, self.honest[place])
        return tuple(ordered)

    def _with_proposal(self, state: State, ballot: int, value: bytes) -> State:
        return State(state.inputs, state.seats, tuple(sorted({*state.proposed, (ballot, value)})))

    def _once(self, key: object, make: Callable[[], T]) -> T:
        if key not in self._memo:
            self._memo[key] = make()
        return self._memo[key]  # type: ignore[return-value]


def _is_written(state: State, final: tuple[int, bytes]) -> bool:
    return any(seat.record == final for seat in state.seats)


def _shape(seat: Seat) -> str:
    return seat.shape


def _is_known(state: State, promise: Promise) -> bool:
    report = promise.latest
    return report is None or report.ballot > 0 or report.value in state.inputs


def _named(promise: Promise) -> tuple[int, bytes] | None:
    return None if promise.latest is None else (promise.latest.ballot, promise.latest.value)
