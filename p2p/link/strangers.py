"""Connections that have not come in yet: how many there may be at once, which one makes room, and whose turn it is.

A stranger passes three points. At each there is room for a bounded number, and no address crowds out the others:

1. It proves its key. If there is no room, the oldest stranger of the address with the most ends.
2. It is asked for the code. The same rule holds.
3. Its guess at the code waits for a check. That costs arithmetic and a chance, so guesses have turns: one each
   `GUESS_SPACING` seconds, and each address in turn.

An honest guest needs some milliseconds at the first two points, if its code is typed already, and each stranger stays
for `STAY` at least. So a flood slows an honest guest down and does not keep it out.
"""

from __future__ import annotations

from collections import Counter, OrderedDict, deque
from collections.abc import Generator
from contextlib import contextmanager
from dataclasses import dataclass, field

import trio

STRANGERS = 32
"""Connections at one of the first two points; each may use some 100 KiB."""

STAY = 0.25
"""Seconds for which a stranger is safe at a point: many times what an honest one needs."""

GUESS_SPACING = 0.04
"""Seconds between two guesses that are checked: 90,000 an hour, and a third of a processor."""

GUESSES_WAITING = 16
"""Guesses that wait for their turn: the last of them waits less than a second."""

REMEMBERED = 1 << 12
"""Addresses whose turns are counted: more than have a turn in two minutes."""


@dataclass(slots=True, eq=False)
class Stranger:
    """One connection that has not come in yet."""

    address: str
    """The address that it comes from."""
    scope: trio.CancelScope = field(default_factory=trio.CancelScope)
    """Cancelling this ends it."""


class Point:
    """The strangers at one point of their way in."""

    def __init__(self, most: int = STRANGERS) -> None:
        self._most = most
        self._here: dict[Stranger, float] = {}
        """The strangers by time of arrival, the oldest first."""
        self._left = trio.lowlevel.ParkingLot()

    async def room(self) -> None:
        """Wait until one more may come: until there is room, or until one has stayed for long enough."""
        while len(self._here) >= self._most:
            wait = self._here[self._next_to_go()] + STAY - trio.current_time()
            if wait <= 0:
                return
            with trio.move_on_after(wait):
                await self._left.park()

    def enter(self, stranger: Stranger) -> None:
        """Add a stranger; if that is one too many, another one ends."""
        if len(self._here) >= self._most:
            self._next_to_go().scope.cancel()
            self.leave(self._next_to_go())
        self._here[stranger] = trio.current_time()

    def leave(self, stranger: Stranger) -> None:
        """Remove a stranger, if it is still here."""
        if self._here.pop(stranger, None) is not None:
            self._left.unpark()

    def _next_to_go(self) -> Stranger:
        """The oldest stranger of the address with the most."""
        counted = Counter(stranger.address for stranger in self._here)
        most = max(counted.values())
        return next(stranger for stranger in self._here if counted[stranger.address] == most)


class Turns:
    """Guesses at the code that wait for a check, one after the other, each address in turn."""

    def __init__(self) -> None:
        self._waiting: OrderedDict[str, deque[tuple[Stranger, trio.Event]]] = OrderedDict()
        self._had: OrderedDict[str, int] = OrderedDict()
        """How many turns each address has had, the latest last."""
        self._came = trio.lowlevel.ParkingLot()

    async def run(self) -> None:
        """Give turns, until cancelled."""
        while True:
            while not self._waiting:
                await self._came.park()
            self._next().set()
            await trio.sleep(GUESS_SPACING)

    async def wait(self, stranger: Stranger) -> None:
        """Wait for a stranger's turn.

        If too many wait, the latest guess of the busiest address ends. Busiest counts past and wanted turns, so that
        many addresses of one guesser crowd out nobody else.
        """
        turn = trio.Event()
        waiter = stranger, turn
        self._waiting.setdefault(stranger.address, deque()).append(waiter)
        self._came.unpark()
        if sum(map(len, self._waiting.values())) > GUESSES_WAITING:
            latest = self._waiting[max(reversed(self._waiting), key=self._wanted)][-1]
            self._forget(latest)
            latest[0].scope.cancel()
        try:
            await turn.wait()
        finally:
            self._forget(waiter)

    def _next(self) -> trio.Event:
        """The next turn: the longest wait at the address that has waited longest."""
        address, queue = self._waiting.popitem(last=False)
        _, turn = queue.popleft()
        if queue:
            self._waiting[address] = queue
        self._had[address] = self._had.pop(address, 0) + 1
        if len(self._had) > REMEMBERED:
            self._had.popitem(last=False)
        return turn

    def _wanted(self, address: str) -> int:
        """Past and waiting turns of an address."""
        return self._had.get(address, 0) + len(self._waiting[address])

    def _forget(self, waiter: tuple[Stranger, trio.Event]) -> None:
        """Remove a waiter that had its turn or ends."""
        address = waiter[0].address
        queue = self._waiting.get(address, deque())
        if waiter in queue:
            queue.remove(waiter)
            if not queue:
                del self._waiting[address]


class Crowd:
    """All strangers of one listener, on their way in."""

    def __init__(self) -> None:
        self._proving = Point()
        self._typing = Point()
        self._turns = Turns()

    async def run(self) -> None:
        """Let guesses have their turns, until cancelled."""
        await self._turns.run()

    async def room(self) -> None:
        """Wait until one more connection may be accepted."""
        await self._proving.room()

    @contextmanager
    def here(self, stranger: Stranger) -> Generator[None]:
        """Count a stranger while the block runs; another one may end it."""
        self._proving.enter(stranger)
        try:
            with stranger.scope:
                yield
        finally:
            self.came_in(stranger)

    async def proven(self, stranger: Stranger) -> None:
        """Wait until a stranger that has proved its key may be asked for the code."""
        await self._typing.room()
        self._proving.leave(stranger)
        self._typing.enter(stranger)

    async def guesses(self, stranger: Stranger) -> None:
        """Wait until a stranger's guess may be checked."""
        self._typing.leave(stranger)
        await self._turns.wait(stranger)
        await self._typing.room()
        self._typing.enter(stranger)

    def came_in(self, stranger: Stranger) -> None:
        """Stop counting a stranger that has come in."""
        self._proving.leave(stranger)
        self._typing.leave(stranger)
