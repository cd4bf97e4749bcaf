"""Does a slot come to an end? By search for states from which it cannot.

From every state that a slot may come to, a quorum of honest seats is left alone. All others have gone for good, the
liar too, and of what they have said nothing more arrives. One of the quorum may prepare one more ballot. A value must
be able to become final among them

- if they consent to the ruling, as far as enough of them may;
- if the missing inputs come, though nobody consents any more;
- with neither, if one of them has acked what was proposed, or if some value may be final already.

So whatever a fair schedule does, it stays in states from which the end can be reached.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import partial
from itertools import combinations

from .search import Search, hopeless
from .slot import Plan, Slot, State, World


@dataclass(frozen=True)
class Hope:
    """How a quorum that is left alone fares."""

    present: tuple[int, ...]
    hope: str
    """The remaining input: consent, answer, or neither."""
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
            yield Hope(present, hope, len(set(starts)), searched, len(stuck))


def _left(slot: Slot, state: State) -> State:
    """The rest of a state: these seats, and their acks."""
    seats = tuple(slot.seats.adopted(seat) for seat in state.seats if seat.number in slot.honest)
    acked = {(ack.ballot, ack.value) for seat in seats for ack in seat.acks}
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
