"""Two histories that differ: what the first step in which they do says about who is to blame, and who goes back.

Specified in `spec/table.md`, "Histories that differ".
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from enum import Enum, auto
from typing import Any, TypeAlias

from .inputs import Input
from .kinds import VOTES
from .ledger import Step


class Finding(Enum):
    """What two peers' records of one step show."""

    SAME = auto()
    """Nothing: they are equal, or differ only in which votes dropped the same seat."""
    EARLIER = auto()
    """They differ already before this step."""
    OTHER_STATE = auto()
    """The same inputs, and another state: one of the two engines deviates."""
    THEY_DROPPED = auto()
    """Theirs ends with votes, ours with answers, or with votes against a later seat: ours may have to give way."""
    WE_DROPPED = auto()
    """The other way round."""
    UNEXPLAINED = auto()
    """Other inputs, and nobody has signed two: theirs is made up, or lacks something."""


@dataclass(frozen=True, slots=True)
class TwoAnswers:
    """A seat has signed two different inputs for one round on one history: the proof."""

    first: Input
    second: Input


Verdict: TypeAlias = Finding | TwoAnswers


def compare(ours: Step, theirs: Step) -> Verdict:
    """What the two records of a step show; the signatures in `theirs` need not have been checked."""
    if not theirs.inputs or ours.inputs[0].head != theirs.inputs[0].head:
        return Finding.EARLIER
    if ours.is_drop or theirs.is_drop:
        return _compare_drops(ours, theirs)
    if [given.pair for given in ours.inputs] == [given.pair for given in theirs.inputs]:
        return Finding.SAME if ours.state_hash == theirs.state_hash else Finding.OTHER_STATE
    known = {(given.kind, given.seat): given for given in ours.inputs}
    for given in theirs.inputs:
        first = known.get((given.kind, given.seat))
        if first is not None and first.pair != given.pair and first.head == given.head:
            return TwoAnswers(first, given)
    return Finding.UNEXPLAINED


def _compare_drops(ours: Step, theirs: Step) -> Finding:
    if not theirs.is_drop:
        return Finding.WE_DROPPED
    if not ours.is_drop or theirs.inputs[0].content < ours.inputs[0].content:
        return Finding.THEY_DROPPED
    if theirs.inputs[0].content > ours.inputs[0].content:
        return Finding.WE_DROPPED
    return Finding.SAME if ours.state_hash == theirs.state_hash else Finding.OTHER_STATE


def went_on(voters: Iterable[Input], after: Iterable[Step]) -> bool:
    """Whether one of these voters has answered a later step of our history: then its vote came too late to count."""
    seats = {given.seat for given in voters}
    return any(given.seat in seats and given.kind not in VOTES for step in after for given in step.inputs)


@dataclass(frozen=True, slots=True)
class Difference:
    """The first place in which two positions differ, and what stands there in each."""

    place: str
    ours: Any
    theirs: Any


def first_difference(ours: Any, theirs: Any, place: str = "position") -> Difference | None:
    """Where two JSON-able values differ first, in the order in which ours is written; None if they are equal."""
    if isinstance(ours, dict) and isinstance(theirs, dict) and ours.keys() == theirs.keys():
        pairs = ((f"{place}.{key}", ours[key], theirs[key]) for key in ours)
    elif isinstance(ours, list) and isinstance(theirs, list) and len(ours) == len(theirs):
        pairs = ((f"{place}[{n}]", mine, other) for n, (mine, other) in enumerate(zip(ours, theirs, strict=True)))
    else:
        same = type(ours) is type(theirs) and ours == theirs
        return None if same else Difference(place, ours, theirs)
    return next((found for where, mine, other in pairs if (found := first_difference(mine, other, where))), None)
