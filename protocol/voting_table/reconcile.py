"""Two histories that differ: what the first step in which they do says about who is to blame, and who goes back.

Specified in `spec/table.md`, "Histories that differ".
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum, auto
from typing import Any, TypeAlias

from ..wire.sanitize import clean_chat
from .inputs import Input
from .kinds import VOTES, Kind
from .ledger import Step
from .votes import Vote, read_vote, votes_needed


class Finding(Enum):
    """What two peers' records of one step show."""

    SAME = auto()
    """Nothing: they are equal, or differ only in which votes dropped the same seat."""
    EARLIER = auto()
    """They differ already before this step."""
    OTHER_STATE = auto()
    """The same inputs, and another state: one of the two engines deviates."""
    THEY_VOTED = auto()
    """Theirs has votes that decide it where ours has answers, or votes on a later seat: ours may have to give way."""
    WE_VOTED = auto()
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
    if ours == theirs:
        return Finding.SAME
    if not theirs.inputs or ours.inputs[0].head != theirs.inputs[0].head:
        return Finding.EARLIER
    if ours.is_drop or theirs.is_drop:
        return _compare_drops(ours, theirs)
    twice = _two_answers(ours, theirs)
    if twice is not None:
        return twice
    if set(theirs.skipped) - set(ours.skipped):
        return Finding.THEY_VOTED
    if ours.skipped != theirs.skipped:
        return Finding.WE_VOTED
    if [given.pair for given in ours.answers] == [given.pair for given in theirs.answers]:
        return Finding.SAME if ours.state_hash == theirs.state_hash else Finding.OTHER_STATE
    return Finding.UNEXPLAINED


def _two_answers(ours: Step, theirs: Step) -> TwoAnswers | None:
    known = {(given.kind, given.seat): given for given in ours.answers}
    for given in theirs.answers:
        first = known.get((given.kind, given.seat))
        if first is not None and first.pair != given.pair and first.head == given.head:
            return TwoAnswers(first, given)
    return None


def _compare_drops(ours: Step, theirs: Step) -> Finding:
    if not theirs.is_drop:
        return Finding.WE_VOTED
    dropped = _dropped(theirs)
    if dropped is None:
        return Finding.UNEXPLAINED
    if not ours.is_drop or dropped < ours.inputs[0].content[0]:
        return Finding.THEY_VOTED
    if dropped > ours.inputs[0].content[0]:
        return Finding.WE_VOTED
    return Finding.SAME if ours.state_hash == theirs.state_hash else Finding.OTHER_STATE


def _dropped(step: Step) -> int | None:
    """The seat that a step's votes drop, if they are votes of one ballot and nothing else."""
    said = {read_vote(given) for given in step.inputs}
    vote = said.pop()
    return None if said or vote is None or vote.motion.kind is not Kind.DROP else vote.motion.target


def decisions(step: Step) -> list[tuple[Vote, tuple[Input, ...]]]:
    """What was decided in a step, each with its votes; those that are malformed are left out."""
    found: dict[Vote, list[Input]] = {}
    for given in step.inputs:
        vote = read_vote(given) if given.kind in VOTES else None
        if vote is not None and vote.yes:
            found.setdefault(vote, []).append(given)
    return [(vote, tuple(votes)) for vote, votes in found.items()]


def suffice(votes: Sequence[Input], present: Sequence[int], head: bytes) -> bool:
    """Whether votes on a motion are as many as it takes of those present, each one's once and on that head."""
    voters = {given.seat for given in votes if given.seat in present and given.head == head}
    return len(voters) == len(votes) >= votes_needed(len(present))


SHOWN = 60
"""Characters of a value that a sentence shows: it may be a whole position."""


def shown(value: Any) -> str:
    """A JSON-able value as a sentence shows it: safe, and cut where it is long."""
    text = clean_chat(json.dumps(value))
    return text if len(text) <= SHOWN else f"{text[: SHOWN - 4]} ..."


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
