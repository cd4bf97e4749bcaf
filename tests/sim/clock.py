"""A clock that jumps to the next event when there is nothing left to do."""

from __future__ import annotations

from collections.abc import Callable
from heapq import heappop, heappush

SECOND = 1000
"""Times are whole milliseconds."""


class Clock:
    """Future events, by time; of equal times, the first one requested comes first."""

    def __init__(self) -> None:
        self.now = 0
        self._queue: list[tuple[int, int, Callable[[], None]]] = []
        self._count = 0
        self._stopped = False

    def after(self, delay: int, what: Callable[[], None]) -> None:
        """Do something that many milliseconds from now."""
        self._count += 1
        heappush(self._queue, (self.now + delay, self._count, what))

    def stop(self) -> None:
        """Nothing more is to happen."""
        self._stopped = True

    def run(self) -> None:
        """Continue until it is stopped, or nothing is left to happen."""
        while self._queue and not self._stopped:
            self.now, _, what = heappop(self._queue)
            what()
