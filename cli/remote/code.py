"""Coming in by a code that a person types, and may mistype."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import replace
from typing import TypeVar

import trio
from p2pgame.p2p.link import AskCode
from p2pgame.protocol.errors import Code, RefusedByPeer, RemoteError
from p2pgame.protocol.limits import WRONG_GUESSES
from p2pgame.protocol.pairing import CodeKeeper

from ..groups import leaves
from .front import Front
from .meant import Meant

T = TypeVar("T")

LOOK = 0.2
"""Seconds within which a new code is seen."""

READ = 5.0
"""Seconds for which a code stays on the screen at least: it is read out across a room."""

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


async def keep_shown(keeper: CodeKeeper, show: Callable[[], None]) -> None:
    """Call `show` when the table has a new code, until cancelled: within a moment, but no more often than every few
    seconds, as strangers may guess without end. The last code is always shown.
    """
    serial = keeper.serial
    while True:
        await trio.sleep(LOOK)
        if keeper.serial != serial:
            serial = keeper.serial
            show()
            await trio.sleep(READ)


def _problem(error: BaseException) -> str | None:
    """What was wrong with the code; None if it was something else."""
    found = [leaf for leaf in leaves(error) if isinstance(leaf, RemoteError)]
    reasons = [leaf.reason if isinstance(leaf, RefusedByPeer) else leaf.code for leaf in found]
    return next((_AGAIN[reason] for reason in reasons if reason in _AGAIN), None)
