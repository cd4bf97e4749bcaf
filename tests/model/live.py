"""Does a slot come to an end? By search for states from which it cannot.

From every state that a slot may come to, a quorum of honest seats is left alone. All others have gone for good, the
liar too, and nothing more of their statements arrives. One of the quorum may prepare one more ballot. A value must be
able to become final among them

- if they consent to the ruling, as far as enough of them may;
- if the missing inputs come, though nobody consents any more;
- with neither, if one of them has acked what was proposed, or if some value may be final already.

So any fair schedule stays in states from which the end can be reached.

`beside_liars` looks at liars that do not go: they stay linked, and are silent behind one ack that nothing proves false.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import partial
from itertools import combinations

from .search import Search, hopeless
from .slot import Plan, Slot, State, World
from .writing import beside


@dataclass(frozen=True)
class Hope:
    """How a quorum that is left alone fares."""

    present: tuple[int, ...]
    hope: str
    """The remaining input: consent, answer, or neither."""
    shown: tuple[int, bytes] | None
    """The ack that a linked liar shows."""
    of: int
    """How many different states it was left in."""
    states: int
    """How many were searched."""
    stuck: int


HOPES = {
    "consent": World(lies=False, answers=False),
    "answer": World(lies=False, consents=False),
    "neither": World(lies=False, answers=False, consents=False),
}


def live(plan: Plan) -> Iterator[Hope]:
    """How every quorum fares. If the plan has a rule for writing, all honest seats are left and must write."""
    begun = Slot(plan)
    states = list(Search([begun.start], begun.steps))
    quorums = combinations(plan.honest, plan.electorate.quorum) if plan.write is None else [plan.honest]
    for present in quorums:
        ruled = plan.rulings[0][0]
        able = [seat for seat in present if seat != ruled]
        longer = replace(plan, owners=(*plan.owners, able[0]), rulings=(*plan.rulings, (ruled,)))
        for hope, world in HOPES.items():
            if hope == "consent" and len(able) < plan.electorate.quorum:
                continue
            left = Slot(longer, replace(world, present=present))
            left.known.update(begun.known)
            starts = [_left(left, state) for state in states if hope != "neither" or _is_begun(begun, state, present)]
            stuck, searched = hopeless(starts, left.steps, partial(_is_done, left))
            yield Hope(present, hope, None, len(set(starts)), searched, len(stuck))


def beside_liars(plan: Plan, *, disputes_end: bool = True) -> Iterator[Hope]:
    """How all honest seats fare beside liars that stay linked, for each ack that a liar may show. All must write."""
    begun = Slot(replace(plan, write=beside(None)))
    states = list(Search([begun.start], begun.steps))
    ruled = plan.rulings[0][0]
    able = [seat for seat in plan.honest if seat != ruled]
    longer = replace(plan, owners=(*plan.owners, able[0]), rulings=(*plan.rulings, (ruled,)))
    for shown in (None, *sorted({each for state in states for each in _acks(state)})):
        for hope, world in HOPES.items():
            if hope == "consent" and len(able) < plan.electorate.quorum:
                continue
            left = Slot(replace(longer, write=beside(shown, disputes_end=disputes_end)), world)
            left.known.update(begun.known)
            fit = [state for state in states if shown is None or shown in _acks(state)]
            if hope == "neither":
                fit = [state for state in fit if _is_begun(begun, state, plan.honest)]
            starts = [_left(left, state, shown) for state in fit]
            stuck, searched = hopeless(starts, left.steps, partial(_is_done, left))
            yield Hope(plan.honest, hope, shown, len(set(starts)), searched, len(stuck))


def _acks(state: State) -> list[tuple[int, bytes]]:
    """All that a liar may have acked, with its inputs or its proposal."""
    return [*((0, value) for value in state.inputs), *state.proposed]


def _left(slot: Slot, state: State, shown: tuple[int, bytes] | None = None) -> State:
    """The rest of a state: these seats and their acks, and the ack that is shown, with the value that it answers."""
    seats = tuple(slot.seats.adopted(seat) for seat in state.seats if seat.number in slot.honest)
    acked = {(ack.ballot, ack.value) for seat in seats for ack in seat.acks} | ({shown} if shown else set())
    proposed = tuple(sorted(each for each in acked if each[0] > 0))
    values = {value for _, value in acked}
    return State(tuple(value for value in state.inputs if value in values), seats, proposed)


def _is_begun(slot: Slot, state: State, present: tuple[int, ...]) -> bool:
    if slot.finals(state):
        return True
    return any(ack.ballot > 0 for seat in state.seats if seat.number in present for ack in seat.acks)


def _is_done(slot: Slot, state: State) -> bool:
    if slot.plan.write is not None:
        return all(seat.written is not None for seat in state.seats)
    return bool(slot.finals(state))
