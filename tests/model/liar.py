"""The statements of lying seats: all that can be shown to be valid, and with `Plan.forge` also refused ones.

Each acks anything, reports any ack of its own, or none, and owns ballots in which it proposes several values. All lie
together: each has what the others sign. None can sign for honest seats. Their forgeries change nothing while `follows`
refuses them.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import chain, product
from typing import TYPE_CHECKING

from p2pgame.protocol.table import consensus
from p2pgame.protocol.table.consensus import Ack, Promise, Proposal, Ruling, RulingKind

from .search import subsets
from .seats import state_after

if TYPE_CHECKING:
    from .slot import Slot, State

Lower = tuple[tuple[int, bytes], ...]
"""Ballots below one, and the values proposed in them."""


def ack(seat: int, ballot: int, value: bytes) -> Ack:
    """An ack of a lying seat."""
    return Ack(seat, ballot, value, state_after(value))


def together(
    slot: Slot, state: State, ballot: int, ruling: Ruling | None, lower: Lower
) -> Iterator[tuple[Promise, ...]]:
    """All that the liars may promise to a ballot: of each one promise, or none."""
    each = [[(), *((one,) for one in _promises(slot, seat, state, ballot, ruling, lower))] for seat in slot.liars]
    yield from (tuple(chain.from_iterable(chosen)) for chosen in product(*each))


def _promises(
    slot: Slot, seat: int, state: State, ballot: int, ruling: Ruling | None, lower: Lower
) -> Iterator[Promise]:
    """A liar's promises to a ballot: it consents to anything, and reports what it likes."""
    reports: list[Ack | None] = [None, *(ack(seat, 0, value) for value in state.inputs)]
    reports += [ack(seat, *each) for each in lower]
    reports += _false_reports(slot, seat, ballot, lower)
    yield from (Promise(seat, ballot, ruling, True, report) for report in reports)


def _false_reports(slot: Slot, seat: int, ballot: int, lower: Lower) -> list[Ack]:
    """Acks of values that nobody can show: a ruling in ballot 0, a value in the promised ballot, a value that was not
    proposed."""
    value = next((ruling.digest for rulings in slot.plan.ballots.values() for ruling in rulings if ruling), b"nothing")
    false = [(0, value), (ballot, value), *((low, value) for low in slot.plan.ballots if low < ballot)]
    return [Ack(seat, *each, state_after(value)) for each in false if each not in lower]


def proposals(slot: Slot, state: State, ballot: int, lower: Lower) -> Iterator[Proposal]:
    """Every proposal in a ballot of a liar that `follows` accepts."""
    values = _values(slot, state, lower)
    unders = [None, *(slot.known[each] for each in lower)]
    for promises_shown in _shown(slot, state, ballot, lower):
        for value, under in product(values, unders):
            proposal = Proposal(slot.electorate.owner(ballot), ballot, value, promises_shown, under)
            if consensus.follows(slot.electorate, proposal, slot.are_inputs(state)):
                yield proposal


def _values(slot: Slot, state: State, lower: Lower) -> list[bytes]:
    rulings = [ruling for rulings in slot.plan.ballots.values() for ruling in rulings if ruling is not None]
    return sorted({*state.inputs, *(value for _, value in lower), *(ruling.digest for ruling in rulings)})


def _shown(slot: Slot, state: State, ballot: int, lower: Lower) -> Iterator[tuple[Promise, ...]]:
    for ruling in slot.plan.ballots[ballot]:
        lies = list(together(slot, state, ballot, ruling, lower))
        for group in subsets([each for each in _given(state, ballot) if each.ruling == ruling]):
            yield from ((*group, *told) for told in lies)


def _given(state: State, ballot: int) -> list[Promise]:
    return [each.promise for seat in state.seats if (each := seat.promise_in(ballot)) is not None]


def forgeries(slot: Slot, state: State, ballot: int, lower: Lower) -> Iterator[Proposal]:
    """Proposals in a ballot that `follows` must refuse, for any promises."""
    owner = slot.electorate.owner(ballot)
    for ruling in slot.plan.ballots[ballot]:
        given = [each for each in _given(state, ballot) if each.ruling == ruling]
        lies = [one for seat in slot.liars for one in _promises(slot, seat, state, ballot, ruling, lower)]
        for group in subsets(given):
            for forged in _forged(slot, state, group, lies):
                yield from _each(slot, state, owner, ballot, lower, forged)
            for lie in lies:
                if lie.seat != owner and len(group) + 1 >= slot.electorate.quorum:
                    yield from _each(slot, state, lie.seat, ballot, lower, (*group, lie))


def _each(
    slot: Slot, state: State, seat: int, ballot: int, lower: Lower, shown: tuple[Promise, ...]
) -> Iterator[Proposal]:
    for value, under in product(_values(slot, state, lower), [None, *(slot.known[each] for each in lower)]):
        yield Proposal(seat, ballot, value, shown, under)


def _forged(slot: Slot, state: State, group: tuple[Promise, ...], lies: list[Promise]) -> Iterator[tuple[Promise, ...]]:
    """Promises that are no quorum: too few, or made up by one that is counted twice or belongs elsewhere."""
    lacking = slot.electorate.quorum - len(group)
    if lacking == 1:
        yield group
        yield from ((*group, each) for each in group)
        yield from ((*group, replace(lies[0], seat=slot.electorate.width + 1)) for _ in lies[:1])
        yield from ((*group, replace(lie, ballot=lie.ballot + slot.electorate.width)) for lie in lies)
        yield from ((*group, replace(lie, ruling=Ruling(RulingKind.SKIP, lie.seat))) for lie in lies if group)
        yield from ((*group, replace(lie, latest=ack(lie.seat, lie.ballot, _ANY))) for lie in lies[:1])
    elif lacking == 2:
        yield from ((*group, lie) for lie in lies)
        yield from ((*group, one, other) for one, other in product(lies, lies) if one.seat == other.seat)


_ANY = b"a value that it is to report"
