"""Comparison of two histories that differ: the meaning of the first slot in which they do.

Specified in `spec/table/sync.md`, "Histories that differ".
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from enum import Enum, auto
from itertools import product
from typing import Any, TypeAlias

from ..wire.sanitize import clean_chat
from . import proofs
from .consensus import Ack, Promise, Proposal
from .proofs import Proof
from .records import Record
from .signing import Input, Place


class Finding(Enum):
    """The meaning of two peers' records of one slot, on the same head."""

    SAME = auto()
    """Nothing: the values and states are equal. The acks that the records hold may differ."""
    OTHER_STATE = auto()
    """The same value, and another state: one of the two engines deviates."""
    FORKED = auto()
    """Two values, both final, and no proof in these records."""


Verdict: TypeAlias = Finding | Proof


def compare(place: Place, ours: Record, theirs: Record) -> Verdict:
    """The difference between two records of one slot; the signatures in `theirs` must have been checked."""
    if ours.digest == theirs.digest:
        return Finding.SAME if ours.state_hash == theirs.state_hash else Finding.OTHER_STATE
    for one, other in product(statements(ours), statements(theirs)):
        proof = proofs.find(place, one, other)
        if proof is not None:
            return proof
    return Finding.FORKED


def statements(record: Record) -> Iterator[Input | Ack | Promise | Proposal]:
    """All signed statements in a record."""
    yield from record.inputs
    yield from (Ack(seat, record.ballot, record.digest, record.state_hash, signed) for seat, signed in record.acks)
    for proposal in () if record.proposal is None else record.proposal.chain:
        yield proposal
        yield from proposal.promises
        yield from (promise.latest for promise in proposal.promises if promise.latest is not None)


SHOWN = 60
"""Characters of a value in a sentence: it may be a whole position."""


def displayed(value: Any) -> str:
    """A JSON-able value in a form for a sentence: safe, and cut if it is long."""
    text = clean_chat(json.dumps(value))
    return text if len(text) <= SHOWN else f"{text[: SHOWN - 4]} ..."


@dataclass(frozen=True, slots=True)
class Difference:
    """The first place in which two positions differ, and its content in each."""

    place: str
    ours: Any
    theirs: Any


def first_difference(ours: Any, theirs: Any, place: str = "position") -> Difference | None:
    """The first difference of two JSON-able values, in the order of ours; None if they are equal."""
    if isinstance(ours, dict) and isinstance(theirs, dict) and ours.keys() == theirs.keys():
        pairs = ((f"{place}.{key}", ours[key], theirs[key]) for key in ours)
    elif isinstance(ours, list) and isinstance(theirs, list) and len(ours) == len(theirs):
        pairs = ((f"{place}[{n}]", mine, other) for n, (mine, other) in enumerate(zip(ours, theirs, strict=True)))
    else:
        same = type(ours) is type(theirs) and ours == theirs
        return None if same else Difference(place, ours, theirs)
    return next((found for where, mine, other in pairs if (found := first_difference(mine, other, where))), None)
