"""Coming in with a code that a person types, and may mistype."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, replace
from typing import TypeVar

import trio
from p2pgame.p2p.link.link import AskCode, CutEarly, CutShort
from p2pgame.protocol.link.pairing import CodeKeeper
from p2pgame.protocol.wire.errors import Code, RefusedByPeer, RemoteError
from p2pgame.protocol.wire.limits import WRONG_GUESSES

from ..system.groups import leaves
from .front import Front
from .join_target import JoinTarget

T = TypeVar("T")

LOSSES = 90
"""Times that a host may hang up before it checks a code: a host does so while strangers flood it. Some ten seconds."""

EARLY_LOSSES = 20
"""Times that it may hang up before it has proved its key: another program does so as well. Some two seconds."""

PAUSE = 0.1
"""Seconds before the next attempt."""

LOOK = 0.2
"""Seconds within which a new code is noticed."""

READ = 5.0
"""Seconds for which a code stays on the screen at least: it is read out across a room."""

_AGAIN: Mapping[int, str] = {
    Code.WRONG_CODE: "that is not the code of this table: see the host's screen",
    Code.CODE_CHANGED: "the table has a new code now: see the host's screen",
}
"""Problems that another try with the code may solve, in words."""


async def with_code(front: Front, target: JoinTarget, come_in: Callable[[JoinTarget, AskCode], Awaitable[T]]) -> T:
    """Come in. A person who types a wrong code is asked again, for as many guesses as a code allows.

    A table that has asked for a code, or for which a code was given, is known to have one. A host that strangers flood
    may hang up before it has proved its key, or before it checks a code; then the same is tried again without asking. A
    code that has changed meanwhile costs no guess.

    Raises:
        The errors of `come_in`.
    """
    typed, guesses, losses = _Typed(front), WRONG_GUESSES, _Losses()
    target = replace(target, coded=target.coded or front.has_code)
    while True:
        pause = 0.0
        try:
            return await come_in(target, typed.ask)
        except* RemoteError as group:
            if losses.allow(group):
                pause = PAUSE
            else:
                guesses -= Code.CODE_CHANGED not in _reasons(group)
                typed.problem = _problem(group)
                if typed.problem is None or not guesses or not front.asks_again:
                    raise
            typed.unheard = typed.unheard or _is(group, CutShort)
            target = replace(target, coded=target.coded or not _is(group, CutEarly))
        await trio.sleep(pause)


@dataclass
class _Losses:
    """The number of times that a host may hang up and is dialed again."""

    late: int = LOSSES
    early: int = EARLY_LOSSES

    def allow(self, error: BaseException) -> bool:
        """Count an error; whether it is one by which the host only made room."""
        if _is(error, CutEarly) and self.early:
            self.early -= 1
            return True
        if _is(error, CutShort) and self.late:
            self.late -= 1
            return True
        return False


def _is(error: BaseException, kind: type[BaseException]) -> bool:
    return any(isinstance(leaf, kind) for leaf in leaves(error))


@dataclass
class _Typed:
    """The typed code, kept until a host has received something that depends on it."""

    front: Front
    problem: str | None = None
    """The fault of the previous one."""
    unheard: bool = False
    code: str = ""

    async def ask(self, slip: str | None) -> str:
        """The code; `slip` says why the typed text cannot be one."""
        if not self.unheard or slip is not None:
            self.code = await self.front.ask_code(slip or self.problem)
        self.unheard = False
        return self.code


async def keep_shown(keeper: CodeKeeper, show: Callable[[], None]) -> None:
    """Call `show` when the table has a new code, until cancelled: within a moment, but at most every few seconds,
    because strangers may guess without end. The last code is always shown."""
    serial = keeper.serial
    while True:
        await trio.sleep(LOOK)
        if keeper.serial != serial:
            serial = keeper.serial
            show()
            await trio.sleep(READ)


def _problem(error: BaseException) -> str | None:
    """The problem with the code; None if it was another one."""
    return next((_AGAIN[reason] for reason in _reasons(error) if reason in _AGAIN), None)


def _reasons(error: BaseException) -> list[int]:
    """The reasons of a refusal, by the other side or here."""
    found = [leaf for leaf in leaves(error) if isinstance(leaf, RemoteError)]
    return [leaf.reason if isinstance(leaf, RefusedByPeer) else leaf.code for leaf in found]
