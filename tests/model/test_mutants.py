"""The model finds faults: each that is planted in `consensus.py`, and none when nothing is planted."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

import pytest

from .explore import explore
from .live import live
from .mutants import MUTANTS, NEVER, STUCK, Mutant, plant
from .slot import Plan

THREE = Plan((0, 1, 2), (1, 2), ((0,), (0,)))
PLANS = {
    "honest": THREE,
    "proposer lies": replace(THREE, liars=(1,)),
    "due seat lies": replace(THREE, liars=(0,)),
    "forged": Plan((0, 1, 2), (0, 1), ((1,), (0,)), liars=(1,), forge=True),
    "four": Plan((0, 1, 2, 3), (1,), ((0,),)),
    "after a drop": Plan((1, 2, 3), (1,), ((3,),), liars=(0,), due=(1,), width=4),
}
"""Where faults are looked for."""

LIMIT = 3_000
"""States that are enough to find any of them."""


def hunt(mutant: Mutant) -> Iterable[str]:
    """The model's findings at a size where that fault shows."""
    if mutant.where == "live":
        return [STUCK] if any(hope.stuck for hope in live(replace(THREE, rulings=((0,), (1,))))) else []
    found = explore(replace(PLANS[mutant.where]), LIMIT, stop=mutant.found != NEVER)
    if mutant.found == NEVER:
        return [NEVER] if found.outcomes == {frozenset()} else []
    return found.broken


@pytest.mark.parametrize("mutant", MUTANTS, ids=lambda mutant: mutant.name)
def test_a_planted_fault_is_found(mutant: Mutant, monkeypatch: pytest.MonkeyPatch) -> None:
    """By the property that it breaks first."""
    plant(mutant, monkeypatch)
    assert mutant.found in hunt(mutant)
