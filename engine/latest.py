"""A cache of one result, for a function that is called repeatedly with the same state."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

S = TypeVar("S")
A = TypeVar("A")


def for_latest(function: Callable[[S], A]) -> Callable[[S], A]:
    """The same function with a cache for the latest state.

    One step of a game needs the pending step of one state several times. States are compared by identity, which is
    cheap; a larger cache would hash the whole state. The function has to be pure and states immutable.
    """
    latest: tuple[object, Any] = (object(), None)

    def answer(state: S) -> A:
        nonlocal latest
        known, found = latest  # read once: another thread may replace both meanwhile
        if known is not state:
            found = function(state)
            latest = (state, found)
        return found  # type: ignore[no-any-return]  # the function's

    return answer
