"""Connections that have not come in yet: their number at once, the one that makes room, and the order of turns.

A stranger waits for a turn twice, and has a place in between:

1. it waits to prove its key, until there is a place;
2. it proves its key, and then has the code to give. At both points there are `STRANGERS` places. One stranger more than
   that ends the oldest of the greediest source (`sources.py`), which has had its place for `STAY` seconds at least;
3. it waits until its guess at the code is checked. A check costs arithmetic, and gives a chance to guess right. So
turns are `GUESS_SPACING` seconds apart;
4. its guess is checked. Where more wait for a turn than may, lots are drawn among the greediest source's. So a network
with a guesser, with any number of addresses, delays others by a turn; and among the addresses of one network all have
an equal chance.

An honest guest needs some milliseconds in its place, if its code is typed already. So a flood slows an honest guest
down and does not keep it out.
"""

from __future__ import annotations

import math
import random
from collections.abc import Callable, Generator
from contextlib import contextmanager
from dataclasses import dataclass, field

import trio

from .sources import Groups, Shares, groups_of

STRANGERS = 32
"""Connections in places at one point; each may use some 100 KiB."""

STAY = 0.25
"""Seconds for which a stranger may have its place before another one ends it: many times what an honest one needs. So
128 strangers a second get a place, of any number that come."""

LOOK = 0.01
"""Seconds between two looks whether there is a place."""

ENTRIES_WAITING = 64
"""Strangers that wait to prove themselves: the last of them waits half a second. Each is an open file."""

ENTRY_SPACING = 1 / 160
"""Seconds between two strangers that begin to prove their keys, after `STRANGERS` at once: a third of a processor."""

GUESS_SPACING = 0.04
"""Seconds between two guesses at a code that are checked: 90,000 an hour, and a third of a processor."""

GUESSES_WAITING = 16
"""Guesses that wait for their turn: the last of them waits less than a second."""


@dataclass(slots=True, eq=False)
class Stranger:
    """One connection that has not come in yet."""

    address: str
    """The address of the connection."""
    hardware: str | None = None
    """The hardware address of that machine, if it is known."""
    scope: trio.CancelScope = field(default_factory=trio.CancelScope)
    """Cancelling this ends it."""
    source: Groups = field(init=False)

    def __post_init__(self) -> None:
        self.source = groups_of(self.address, self.hardware)


def _source(stranger: Stranger) -> Groups:
    return stranger.source


class Point:
    """The strangers in places at one point of their way in."""

    def __init__(self, shares: Shares) -> None:
        self._shares = shares
        self._here: dict[Stranger, float] = {}
        """When each arrived, the oldest first."""

    def free_at(self) -> float:
        """The time at which one more has a place: now, or when another stranger has had its place for `STAY`
        seconds."""
        return -math.inf if len(self._here) < STRANGERS else self._here[self._next_to_go()] + STAY

    def enter(self, stranger: Stranger) -> None:
        """Add a stranger. If that is one too many, another one ends."""
        if len(self._here) >= STRANGERS:
            going = self._next_to_go()
            going.scope.cancel()
            self.leave(going)
        self._here[stranger] = trio.current_time()

    def leave(self, stranger: Stranger) -> None:
        """Remove a stranger, if it is here."""
        self._here.pop(stranger, None)

    def _next_to_go(self) -> Stranger:
        return self._shares.greediest(self._here, _source)[0]


class Pace:
    """Turns at equal intervals of seconds, except for some at once after a quiet time."""

    def __init__(self, spacing: float, at_once: int = 1) -> None:
        self._spacing = spacing
        self._ahead = (at_once - 1) * spacing
        self._due = -math.inf
        """The time of the next turn, if no turn was given at once."""

    def free_at(self) -> float:
        """The time of the next turn."""
        return self._due - self._ahead

    def take(self) -> None:
        """Note that a turn was given."""
        self._due = max(self._due, trio.current_time()) + self._spacing


class Turns:
    """Strangers that wait for turns, up to a limit."""

    def __init__(
        self,
        most: int,
        shares: Shares,
        lots: random.Random,
        free_at: Callable[[], float],
        give: Callable[[Stranger], None],
    ) -> None:
        """`free_at` gives the time of the next turn, which may become earlier meanwhile. `give` is called with the
        stranger that has the turn."""
        self._most = most
        self._shares = shares
        self._lots = lots
        self._free_at = free_at
        self._give = give
        self._waiting: dict[Stranger, trio.Event] = {}
        """The turns by waiting time, the longest first."""
        self._came = trio.lowlevel.ParkingLot()

    async def run(self) -> None:
        """Give turns, until cancelled."""
        while True:
            while not self._waiting:
                await self._came.park()
            wait = self._free_at() - trio.current_time()
            if wait > 0:
                await trio.sleep(min(wait, LOOK))
            else:
                stranger = self._shares.neediest(self._waiting, _source)[0]
                self._give(stranger)
                self._waiting.pop(stranger).set()

    async def wait(self, stranger: Stranger) -> None:
        """Wait for a stranger's turn. If too many wait, this or another stranger ends."""
        turn = self._waiting[stranger] = trio.Event()
        self._came.unpark()
        if len(self._waiting) > self._most:
            going = self._lots.choice(self._shares.greediest(self._waiting, _source))
            del self._waiting[going]
            going.scope.cancel()
        try:
            await turn.wait()
        finally:
            self._waiting.pop(stranger, None)


class Crowd:
    """All strangers of one listener, on their way in."""

    def __init__(self, lots: random.Random | None = None) -> None:
        """`lots` decides between equal strangers. By default it is the system's randomness, which nobody can
        foresee."""
        lots = lots or random.SystemRandom()
        self._shares = Shares()
        self._entry_pace, self._guess_pace = Pace(ENTRY_SPACING, STRANGERS), Pace(GUESS_SPACING)
        self._proving, self._typing, self._judged = (Point(self._shares) for _ in range(3))
        self._entries = Turns(ENTRIES_WAITING, self._shares, lots, self._entry_free_at, self._enter)
        self._guesses = Turns(GUESSES_WAITING, self._shares, lots, self._guess_pace.free_at, self._judge)

    async def run(self) -> None:
        """Give turns, until cancelled."""
        async with trio.open_nursery() as nursery:
            nursery.start_soon(self._entries.run)
            nursery.start_soon(self._guesses.run)

    @contextmanager
    def counting(self, stranger: Stranger) -> Generator[None]:
        """Count a stranger while the block runs. Another stranger may cancel the block."""
        try:
            with stranger.scope:
                yield
        finally:
            self.leave(stranger)

    async def wait_to_enter(self, stranger: Stranger) -> None:
        """Wait until a stranger that has connected may prove its key."""
        await self._entries.wait(stranger)

    def note_proof(self, stranger: Stranger) -> None:
        """Note that a stranger has proved its key, and may be asked for the code."""
        self._proving.leave(stranger)
        self._typing.enter(stranger)

    async def wait_to_guess(self, stranger: Stranger) -> None:
        """Wait until a stranger's guess may be checked."""
        self._typing.leave(stranger)
        await self._guesses.wait(stranger)

    def _entry_free_at(self) -> float:
        return max(self._entry_pace.free_at(), self._proving.free_at())

    def _enter(self, stranger: Stranger) -> None:
        self._entry_pace.take()
        self._proving.enter(stranger)

    def _judge(self, stranger: Stranger) -> None:
        self._guess_pace.take()
        self._shares.count(stranger.source)
        self._judged.enter(stranger)

    def leave(self, stranger: Stranger) -> None:
        """Note that a stranger has come in, and is a stranger no longer."""
        for point in (self._proving, self._typing, self._judged):
            point.leave(stranger)
