"""The open slot: its statements so far, the bonds of one's own seat, and final values.

A slot decides nothing. It takes statements whose signatures and places are valid, and says what may be done next. The
rules are those of `consensus`; the meaning of values is that of `state`.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import product
from typing import NamedTuple

from ..wire.errors import Code, RemoteError
from ..wire.limits import ACKS_KEPT, BALLOT, BALLOT_CYCLES, NAMED
from . import consensus, proofs
from .consensus import Acceptor, Ack, Prepare, Promise, Proposal, Ruling
from .kinds import InputKind
from .proofs import Proof
from .records import Record, check_chain
from .signing import Input, inputs_digest
from .state import Outcome, TableState, Value


class Final(NamedTuple):
    """A final value, with its evidence."""

    ballot: int
    outcome: Outcome
    acks: tuple[Ack, ...]


class Slot:
    """One slot, from the end of the previous one until it is written."""

    def __init__(self, state: TableState, own: int | None, ignored: frozenset[int] = frozenset()) -> None:
        """`own` is one's own seat, None for a spectator. Inputs of `ignored` seats, the cheats, do not count."""
        self.state = state
        self.inputs: dict[int, Input] = {}
        """The inputs that count, by seat."""
        self.acks: dict[int, dict[int, Ack]] = {}
        """By seat and ballot."""
        self.proposals: dict[tuple[int, bytes], Proposal] = {}
        """The valid ones, by ballot and value."""
        self.promises: dict[int, list[Promise]] = {}
        """Those of each seat to the highest ballots, rising."""
        self.acceptor = None if own is None or own not in state.present or not state.needs_acks else Acceptor(own)
        """The bonds of one's own seat; None if it has nothing to decide."""
        self.missing: tuple[int, ...] = () if state.due is None else state.due.seats
        """The due seats whose inputs are still missing."""
        self.found: list[Proof] = []
        """Proofs that seats have cheated, to be taken away by the caller."""
        self.due = state.due
        """The inputs that the slot waits for."""
        self.own = own
        self._ignored = ignored
        self._variants: dict[int, list[Input]] = {}
        """The inputs of each seat so far: more than one only of a cheat, and more than two only if values with them
        were acked or proposed."""
        self._named: dict[int, list[bytes]] = {}
        """By seat the digests of values that it has acked or proposed."""
        self._outcomes: dict[bytes, Outcome] = {}
        self._has_new_inputs = True
        """Whether there may be values with unknown outcomes."""
        self._approached = 0
        """The ballot up to which this seat has come towards ballots that are out of reach."""
        self._second_acks: dict[int, list[Ack]] = {}
        """By seat the acks of cheats that contradict a known one. A quorum may hold them nevertheless."""
        self.changes = 0
        """The number of changes. While it stays, nothing new follows from the slot."""
        self._complete: Outcome | None = None
        self._finals: list[Final] | None = None
        """The answer of `finals`; None if it must be computed again."""

    def _change(self) -> None:
        """Count a change."""
        self.changes += 1
        self._finals = None

    @property
    def complete(self) -> Outcome | None:
        """The outcome of the inputs, if none is missing."""
        due = self.due
        if due is None or self.missing:
            return None
        if self._complete is None:  # no input that counts is ever replaced
            self._complete = self._outcome_of_inputs(tuple([self.inputs[seat] for seat in due.seats]))
        return self._complete

    @property
    def unacked(self) -> tuple[int, ...]:
        """The seats that have not confirmed yet, if all inputs are here and a quorum must confirm them."""
        if not self.state.needs_acks or self.missing:
            return ()
        return tuple(seat for seat in self.state.present if not self.acks.get(seat))

    @property
    def all_inputs(self) -> tuple[Input, ...]:
        """All inputs so far, also those that do not count."""
        return tuple([each for seat in sorted(self._variants) for each in self._variants[seat]])

    @property
    def all_acks(self) -> tuple[Ack, ...]:
        """All acks so far, seat by seat."""
        return tuple([acks[ballot] for _, acks in sorted(self.acks.items()) for ballot in sorted(acks)])

    @property
    def telling_acks(self) -> tuple[Ack, ...]:
        """Of each seat the acks in the lowest and in the highest ballot: enough for others to continue."""
        ends = [(acks, sorted({min(acks), max(acks)})) for _, acks in sorted(self.acks.items()) if acks]
        return tuple([acks[ballot] for acks, ballots in ends for ballot in ballots])

    @property
    def highest_proposal(self) -> Proposal | None:
        """The valid proposal of the highest ballot."""
        if not self.proposals:
            return None
        return max(self.proposals.values(), key=lambda each: (each.ballot, each.value))

    @property
    def highest_ballot(self) -> int:
        """The highest ballot that is known to bind a seat."""
        acks = [each.ballot for each in self.all_acks]
        promises = [each.ballot for each in self.all_promises]
        own = 0 if self.acceptor is None else self.acceptor.bound
        return max((own, self._approached, *acks, *promises, *(ballot for ballot, _ in self.proposals)))

    @property
    def all_promises(self) -> tuple[Promise, ...]:
        """The promises so far, seat by seat."""
        return tuple(each for seat in sorted(self.promises) for each in self.promises[seat])

    @property
    def is_disputed(self) -> bool:
        """Whether ballot 0 may not come to an end: a seat is bound by a higher one, or acks in it differ."""
        return self.highest_ballot > 0 or self.is_split

    @property
    def is_split(self) -> bool:
        """Whether acks in ballot 0 differ."""
        return len({(acks[0].value, acks[0].state) for acks in self.acks.values() if 0 in acks}) > 1

    def add_input(self, given: Input, beside: Sequence[Input] = (), *, is_own: bool = False) -> bool:
        """Take an input, which came with those `beside` it. Whether it is new.

        One's own input was made and signed a moment ago.

        Raises:
            RemoteError: it is invalid here, or that seat may not give another.
        """
        variants = self._variants.get(given.seat, [])
        if variants and any(each.content == given.content and each.kind is given.kind for each in variants):
            return False
        self.state.admit(given, is_own=is_own)
        if len(variants) >= 2 and not self._is_named(given, beside):
            return False
        if given.kind is InputKind.MOVE and not is_own:
            self._outcome_of_inputs((given,))  # so that a forbidden move is never taken
        for each in variants:
            self._note(given, each)
        self._change()
        self._variants.setdefault(given.seat, []).append(given)
        self._has_new_inputs = True
        if not variants and given.seat not in self._ignored:
            self.inputs[given.seat] = given
            self.missing = tuple([seat for seat in self.missing if seat != given.seat])
        return True

    def name(self, seat: int, value: bytes) -> None:
        """Note a value that a seat has acked or proposed, so that its inputs are taken, even if a cheat has sent every
        seat another one. Each seat may name a few: a liar's inventions keep out nothing that an honest seat has
        acked."""
        named = self._named.setdefault(seat, [])
        if len(named) < NAMED and value not in named:
            named.append(value)

    def is_surplus(self, given: Input) -> bool:
        """Whether an input is taken only if a value with it was named: its seat has given two others."""
        variants = self._variants.get(given.seat, ())
        return len(variants) >= 2 and all(each.content != given.content for each in variants)

    def _is_named(self, given: Input, beside: Sequence[Input]) -> bool:
        """Whether an input and the others make a named value that is not known here yet. Other cheats' inputs may have
        come beside it."""
        due = self.due
        assert due is not None
        named = {value for values in self._named.values() for value in values if value not in self._outcomes}
        others = [each for each in beside if self.is_surplus(each)] if named else []
        choices = [
            (given,)
            if seat == given.seat
            else (*self._variants.get(seat, ()), *(each for each in others if each.seat == seat))
            for seat in due.seats
        ]
        return bool(named) and any(inputs_digest(value) in named for value in product(*choices))

    def add_ack(self, ack: Ack) -> bool:
        """Take an ack whose signature has been checked; whether it is new."""
        known = self.acks.setdefault(ack.seat, {})
        if ack.ballot in known:
            self._note(ack, known[ack.ballot])
            self._keep_second(ack, known[ack.ballot], ACKS_KEPT)
            return False
        if ack.value not in self._outcomes:
            self.name(ack.seat, ack.value)
        for promise in self.promises.get(ack.seat, ()):
            self._note(ack, promise)
        self._change()
        known[ack.ballot] = ack
        if len(known) > ACKS_KEPT and ack.seat != self.own:
            del known[sorted(known)[1]]  # the ack in ballot 0 and the latest one matter most
        return True

    def _keep_second(self, ack: Ack, first: Ack, most: int | None = None) -> None:
        """Keep a second ack of a cheat, a limited number of each; other signatures on one body are one ack."""
        kept = self._second_acks.setdefault(ack.seat, [])
        if all(_body(ack) != _body(each) for each in (first, *kept)) and (most is None or len(kept) < most):
            self._change()
            kept.append(ack)

    def is_in_reach(self, ballot: int) -> bool:
        """Whether a ballot is few enough cycles above all known ones."""
        return ballot <= self.highest_ballot + BALLOT_CYCLES * self.state.electorate.width

    @property
    def next_ballot(self) -> int:
        """The lowest ballot of one's own above all known ones. In the upper half of the numbers it is few enough cycles
        above one's own bound: others can follow there, even if a liar leads this seat on for ever."""
        assert self.acceptor is not None
        electorate = self.state.electorate
        near = max(self.acceptor.bound, BALLOT // 2) + BALLOT_CYCLES * electorate.width
        return electorate.ballot_above(self.acceptor.seat, min(self.highest_ballot, near))

    def may_be_promised(self, ballot: int) -> bool:
        """Whether a seat may say that it has promised a ballot. The upper half of the numbers is reached step by step
        only, or a liar would leave nobody a higher one."""
        return ballot <= BALLOT // 2 or self.is_in_reach(ballot)

    def approach(self, ballot: int) -> None:
        """Come nearer to a ballot that a seat has promised and that is out of reach: a liar may have led an honest seat
        there step by step, while this one was not linked with them."""
        known = max(self.highest_ballot, BALLOT // 2)
        self._approached = min(ballot, known + BALLOT_CYCLES * self.state.electorate.width)

    def add_promise(self, promise: Promise) -> bool:
        """Take a promise whose signature, and that of the ack in it, have been checked; whether it is new."""
        known = self.promises.setdefault(promise.seat, [])
        if any(each.ballot == promise.ballot for each in known):
            return False
        self._change()
        if promise.latest is not None:
            self.add_ack(promise.latest)
        for ack in self.acks.get(promise.seat, {}).values():
            self._note(ack, promise)
        known.append(promise)
        known.sort(key=lambda each: each.ballot)  # a proposal may bring those that it rests on late
        if len(known) > ACKS_KEPT:
            del known[0]
        return True

    def add_proposal(self, proposal: Proposal) -> bool:
        """Take a proposal with all that it rests on; whether it is new.

        Raises:
            RemoteError: it is not signed, or does not follow from its promises.
        """
        if (proposal.ballot, proposal.value) in self.proposals:
            return False
        if not consensus.follows(self.state.electorate, proposal, self.are_inputs):  # its owner has not signed the rest
            raise RemoteError(Code.BROKEN_STEP, "a proposal that does not follow from the promises shown with it")
        check_chain(self.state, proposal, tuple(self.proposals.values()))
        if self.outcome(proposal.value) is None:
            raise RemoteError(Code.BROKEN_STEP, "a proposal whose value is not known here")
        for each in proposal.chain:
            self._add_link(each)
        return True

    def _add_link(self, proposal: Proposal) -> None:
        self._change()
        for (ballot, _), other in self.proposals.items():
            if ballot == proposal.ballot:
                self._note(proposal, other)
        self.proposals.setdefault((proposal.ballot, proposal.value), proposal)
        for promise in proposal.promises:
            self.add_promise(promise)

    def has(self, statement: proofs.Statement) -> bool:
        """Whether exactly that is known here."""
        match statement:
            case Input():
                return statement in self._variants.get(statement.seat, ())
            case Ack():
                return statement in self.acks.get(statement.seat, {}).values()
            case Promise():
                return statement in self.promises.get(statement.seat, ())
            case Proposal():
                return (statement.ballot, statement.value) in self.proposals

    def has_heard(self, statement: Input | Ack) -> bool:
        """Whether that seat has made a statement of this kind before."""
        said = self._variants if isinstance(statement, Input) else self.acks
        return statement.seat in said

    def is_old(self, statement: Promise | Prepare) -> bool:
        """Whether that seat is known to have moved on since. Otherwise a relay that repeats old statements could
        silence it."""
        promises = self.promises.get(statement.seat, [])
        if isinstance(statement, Prepare):  # the owner of a ballot promises it before it prepares it
            return bool(promises) and statement.ballot < promises[-1].ballot
        return len(promises) == ACKS_KEPT and statement.ballot < promises[0].ballot

    def knows(self, report: Ack | None) -> bool:
        """Whether what an ack in a promise answers is known here: inputs in ballot 0, a valid proposal above it."""
        if report is None:
            return True
        return (report.ballot, report.value) in self.proposals if report.ballot else self.are_inputs(report.value)

    def are_inputs(self, value: bytes) -> bool:
        """Whether a digest is that of a complete set of inputs that has come."""
        outcome = self.outcome(value)
        return outcome is not None and not isinstance(outcome.value, Ruling)

    def outcome(self, value: bytes) -> Outcome | None:
        """The outcome of the value with that digest; None if it is not known here."""
        if value not in self._outcomes and self._has_new_inputs:
            self._has_new_inputs = False
            for candidate in self._candidates():
                self._remember(candidate)
        return self._outcomes.get(value)

    def _candidates(self) -> Iterator[Value]:
        due = self.due
        if due is None:
            return
        yield from self.state.rulings
        if all(seat in self._variants for seat in due.seats):
            yield from product(*(self._variants[seat] for seat in due.seats))

    def _remember(self, value: Value) -> None:
        if isinstance(value, Ruling):
            if value.digest not in self._outcomes:
                self._outcomes[value.digest] = self.state.outcome(value)
        else:
            self._outcome_of_inputs(value)

    def _outcome_of_inputs(self, value: tuple[Input, ...]) -> Outcome:
        for known in self._outcomes.values():
            if known.value == value:
                return known
        outcome = self.state.outcome(value)
        return self._outcomes.setdefault(outcome.digest, outcome)

    def finals(self) -> list[Final]:
        """The final values here, the lowest ballot first, if the value is known and leads to the acked state."""
        if self._finals is None:
            self._finals = self._find_finals()
        return self._finals

    def _find_finals(self) -> list[Final]:
        if not self.state.needs_acks:
            complete = self.complete
            return [] if complete is None else [Final(0, complete, ())]
        if len(self.acks) < self.state.electorate.quorum:
            return []
        found = []
        held = [ack for acks in self.acks.values() for ack in acks.values()]
        held += [ack for acks in self._second_acks.values() for ack in acks]
        for acks in consensus.final(self.state.electorate, held):
            outcome = self.outcome(acks[0].value)
            if outcome is not None and outcome.state_hash == acks[0].state:
                found.append(Final(acks[0].ballot, outcome, acks))
        return found

    def record(self, final: Final) -> Record:
        """The record of a final value."""
        ballot, outcome, acks = final
        proposal = self.proposals.get((ballot, outcome.digest)) if ballot else None
        signatures = tuple([(ack.seat, ack.signature) for ack in acks])
        return Record(self.state.slot, outcome.value, outcome.state_hash, ballot, signatures, proposal)

    def learn(self, record: Record, outcome: Outcome) -> None:
        """Take the content of a checked record."""
        self._change()
        self._outcomes.setdefault(outcome.digest, outcome)
        for given in record.inputs:
            self.add_input(given)
        if record.proposal is not None:
            self.add_proposal(record.proposal)
        for seat, signature in record.acks:
            ack = Ack(seat, record.ballot, outcome.digest, record.state_hash, signature)
            if not self.add_ack(ack):  # a quorum holds it beside any others that its seat has signed
                self._keep_second(ack, self.acks[seat][ack.ballot])

    @property
    def is_agreed(self) -> bool:
        """Whether all acks name the value and the state to which the inputs lead."""
        complete = self.complete
        if complete is None:
            return False
        named = {(ack.value, ack.state) for acks in self.acks.values() for ack in acks.values()}
        return named <= {(complete.digest, complete.state_hash)}

    def states_of(self, outcome: Outcome, ballot: int) -> dict[int, bytes]:
        """The state hashes that seats have acked with a value in a ballot, by seat."""
        return {
            seat: acks[ballot].state
            for seat, acks in sorted(self.acks.items())
            if ballot in acks and acks[ballot].value == outcome.digest
        }

    def _note(self, one: proofs.Statement, other: proofs.Statement) -> None:
        proof = proofs.find(self.state.place, one, other)
        if proof is not None:
            self._change()
            self.found.append(proof)

    def take_proofs(self) -> list[Proof]:
        """The proofs found since the last call."""
        found, self.found = self.found, []
        return found


def _body(ack: Ack) -> tuple[int, bytes, bytes]:
    return ack.ballot, ack.value, ack.state
