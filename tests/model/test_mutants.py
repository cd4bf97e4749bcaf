"""The model finds faults: each that is planted in `consensus.py`, and none when nothing is planted."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from .explore import explore
from .live import live
from .mutants import MUTANTS, NEVER, STUCK, Mutant, plant
from .slot import Plan

SMALL = (
    Plan((0, 1, 2), (1, 2), ((0,), (0,)), forge=True),
    Plan((0, 1, 2), (1, 2), ((0,), (0,)), liar=1, forge=True),
    Plan((0, 1, 2), (1, 2), ((0,), (0,)), liar=0, forge=True),
    Plan((0, 1, 2, 3), (1,), ((0,),)),
)
"""Where a fault is looked for, in this order."""

AFTER_A_DROP = Plan((1, 2, 3), (1,), ((3,),), liar=0, due=(1,), width=4)
"""Seat 0 was dropped before, and lies."""


def hunt(expected: str) -> str | None:
    """What the model finds first, by looking for a property of that kind."""
    return next(_found(expected), None)


def _found(expected: str) -> Iterator[str]:
    if expected == NEVER:
        if explore(AFTER_A_DROP).outcomes == {frozenset()}:
            yield NEVER
    elif expected == STUCK:
        if any(hope.stuck for hope in live(SMALL[0])):
            yield STUCK
    else:
        for plan in SMALL:
            yield from explore(plan, stop=True).broken


@pytest.mark.parametrize("mutant", MUTANTS, ids=lambda mutant: mutant.name)
def test_a_planted_fault_is_found(mutant: Mutant, monkeypatch: pytest.MonkeyPatch) -> None:
    """By the property that it breaks first."""
    plant(mutant, monkeypatch)
    assert hunt(mutant.found) == mutant.found
