"""A limit on reading a link, so that no peer keeps the whole program busy."""

from __future__ import annotations

import trio


class Pace:
    """Lets so many messages pass within each period, and delays the next one until the period is over."""

    def __init__(self, most: int, period: float) -> None:
        """`period` is in seconds."""
        self._most = most
        self._period = period
        self._count = 0
        self._began = trio.current_time()

    async def take(self) -> None:
        """Count a message that has passed; wait if the period has had enough of them."""
        now = trio.current_time()
        if now - self._began >= self._period:
            self._began, self._count = now, 0
        self._count += 1
        if self._count >= self._most:
            await trio.sleep_until(self._began + self._period)
