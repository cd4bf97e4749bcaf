"""A cache of one result, for a function that is called repeatedly with the same state."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

S = TypeVar("S")
A = TypeVar("A")


def for_latest(function: Callable[[S], A]) -> Callable[[S], A]:
    """The same function with a cache for the latest state.

    One step of a game needs the pending step of one state several times. States are compared by identity, which is
    cheap; a larger cache would hash the whole state. The function has to be pure and states immutable.
    """
    latest: tuple[S, A] | None = None

    def answer(state: S) -> A:
        nonlocal latest
        known = latest  # read once: another thread may replace it meanwhile
        if known is None or known[0] is not state:
            latest = known = (state, function(state))
        return known[1]

    return answer
