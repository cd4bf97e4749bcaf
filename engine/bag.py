"""Drawing without replacement from counted kinds, one at a time.

A draw from a shuffled deck is a uniform draw among the cards not yet seen: an incremental Fisher-Yates shuffle, one
card at a time. A deck's order does not exist before it is needed, so nobody can read ahead. `spec/fairness.md` proves
the equivalence.
"""

from __future__ import annotations

from bisect import bisect
from collections.abc import Iterable, Sequence
from itertools import accumulate, compress

from .pending import Outcomes


def outcomes(labels: Iterable[str], counts: Sequence[int]) -> Outcomes:
    """The outcomes of drawing one thing: each kind's label, weighted by the number left; empty kinds left out."""
    return tuple(compress(zip(labels, counts, strict=True), counts))


def locate(weights: Iterable[int], value: int) -> int:
    """The index of the kind that the integer `value` (0 <= value < sum of the weights) falls on.

    Kinds take up as many integers as their weight, in order.

    Raises:
        ValueError: the value is outside of that range.
    """
    ends = tuple(accumulate(weights))
    if not ends or not 0 <= value < ends[-1]:
        raise ValueError("a draw outside of the bag")
    return bisect(ends, value)


def without(counts: Sequence[int], index: int) -> tuple[int, ...]:
    """The counts after one thing of that kind has been taken out."""
    return (*counts[:index], counts[index] - 1, *counts[index + 1 :])
