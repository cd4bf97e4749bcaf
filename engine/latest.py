"""Answers that are asked for again while the state is the same one."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

S = TypeVar("S")
A = TypeVar("A")


def for_latest(function: Callable[[S], A]) -> Callable[[S], A]:
    """The same function, keeping its answer for the state that it was asked about last.

    One step of a game asks several times what one state waits for. States are compared by identity, which costs
    nothing, where a cache would hash all that lies on the table. The function has to be pure and states immutable.
    """
    latest: tuple[S, A] | None = None

    def answer(state: S) -> A:
        nonlocal latest
        known = latest  # looked at once: another thread may put its own there meanwhile
        if known is None or known[0] is not state:
            latest = known = (state, function(state))
        return known[1]

    return answer
