"""Coming in by a code that a person types, and may mistype."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import replace
from typing import TypeVar

from p2pgame.p2p.link import AskCode
from p2pgame.protocol.errors import Code, RefusedByPeer, RemoteError
from p2pgame.protocol.limits import WRONG_GUESSES

from ..groups import leaves
from .front import Front
from .meant import Meant

T = TypeVar("T")

_AGAIN: Mapping[int, str] = {
    Code.WRONG_CODE: "that is not the code of this table: read it from the host's screen",
    Code.CODE_CHANGED: "the table has a new code by now: read it from the host's screen",
}
"""What may be put right by typing a code once more, in words."""


async def with_code(front: Front, meant: Meant, come_in: Callable[[Meant, AskCode], Awaitable[T]]) -> T:
    """Come in; who sits at the keys and has typed a wrong code is asked again, for as many guesses as a code allows.

    A table for which a code was given, or which has asked for one, is known to have one.

    Raises:
        What `come_in` raises.
    """
    problem: str | None = None
    meant = replace(meant, coded=meant.coded or front.has_code)
    for left in reversed(range(WRONG_GUESSES)):

        async def ask(slip: str | None, problem: str | None = problem) -> str:
            return await front.ask_code(slip or problem)

        try:
            return await come_in(meant, ask)
        except* RemoteError as group:
            problem = _problem(group)
            if problem is None or not left or not front.asks_again:
                raise
            meant = replace(meant, coded=True)
    raise AssertionError("the last guess raises")


def _problem(error: BaseException) -> str | None:
    """What was wrong with the code; None if it was something else."""
    found = [leaf for leaf in leaves(error) if isinstance(leaf, RemoteError)]
    reasons = [leaf.reason if isinstance(leaf, RefusedByPeer) else leaf.code for leaf in found]
    return next((_AGAIN[reason] for reason in reasons if reason in _AGAIN), None)
