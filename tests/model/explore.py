"""Explore one slot: how many states there are, and which of them break a promise."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field

from p2pgame.protocol.table.consensus import ProofKind, Ruling

from .proofs import proofs
from .search import Search
from .seats import Seat
from .slot import Plan, Slot, State
from .writing import Final


@dataclass
class Findings:
    """The findings. Anything that `broken` counts must not happen."""

    states: int = 0
    complete: bool = True
    """Whether these are all states."""
    outcomes: set[frozenset[bytes]] = field(default_factory=set)
    """The sets of values that are final at once."""
    forks: int = 0
    """States with two final values. Without a liar there must be none, with liars each must hold a proof."""
    proofs: Counter[ProofKind] = field(default_factory=Counter)
    """In how many forks a way to show them holds which proof."""
    broken: Counter[str] = field(default_factory=Counter)
    trace: list[State] = field(default_factory=list)
    """The way to the first state that breaks something."""


def explore(plan: Plan, limit: int | None = None, stop: bool = False) -> Findings:
    """Every state of a slot, at most `limit`. `stop` ends at the first that breaks something."""
    slot, found = Slot(plan), Findings()

    def steps(state: State) -> list[State]:
        return (
            []
            if plan.write is None and len({final.value for final in slot.finals(state)}) > 1
            else [*slot.steps(state)]
        )

    search = Search([slot.start], steps, limit)
    for state in search:
        broken = _broken(slot, state, found)
        found.broken.update(broken)
        if broken and not found.trace:
            found.trace = search.path(state)
        if stop and (broken or slot.refused or slot.accepted):
            break
    found.states, found.complete = search.found, search.complete
    if slot.refused:
        found.broken["an honest proposal is refused"] = len(slot.refused)
    if slot.accepted:
        found.broken["a forged proposal is followed"] = len(slot.accepted)
    return found


def _broken(slot: Slot, state: State, found: Findings) -> list[str]:
    broken = []
    if any(slot.seats.is_blamed(seat) for seat in state.seats):
        broken.append("an honest seat is blamed")
    if len({seat.written for seat in state.seats} - {None}) > 1:
        broken.append("two logs")
    if any(_lacks_consent(slot, state, final) for final in slot.finals(state)):
        broken.append("a ruling without consent")
    values = frozenset(final.value for final in slot.finals(state))
    found.outcomes.add(values)
    if len(values) > 1:
        found.forks += 1
        kinds = proofs(slot, state) if slot.plan.liars else {None}
        found.proofs.update(kind for kind in kinds if kind is not None)
        if None in kinds:
            broken.append("two final values without a proof")
    return broken


def _lacks_consent(slot: Slot, state: State, final: Final) -> bool:
    """Whether a ruling is final that no quorum can have consented to, the liars included."""
    for rulings in slot.plan.ballots.values():
        for ruling in rulings:
            if ruling is None or ruling.digest != final.value:
                continue
            consenting = [seat.number for seat in state.seats if _has_consented(seat, ruling)]
            consenting += [seat for seat in slot.liars if seat in slot.electorate.seats and seat != ruling.seat]
            return not slot.electorate.is_quorum(consenting)
    return False


def _has_consented(seat: Seat, ruling: Ruling) -> bool:
    return any(said.promise.ruling == ruling and said.promise.consents for said in seat.promises)
