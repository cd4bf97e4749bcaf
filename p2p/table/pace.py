"""A limit on reading a link, so that no peer keeps the whole program busy, and none stays silent for ever."""

from __future__ import annotations

import trio


class Pace:
    """Lets that many messages pass within each period, and delays the next one until the period is over.

    With each period the scope in which the link is read gets a new deadline: that costs less than one for each message.
    """

    def __init__(self, most: int, period: float, silence: float, scope: trio.CancelScope) -> None:
        """`period` is in seconds, and so is `silence`, after which the scope ends; at most a period later."""
        self._most = most
        self._period = period
        self._silence = silence
        self._scope = scope
        self._begin(trio.current_time())

    def _begin(self, now: float) -> None:
        """Begin a period."""
        self._began, self._count = now, 0
        self._scope.deadline = now + self._period + self._silence

    async def take(self) -> None:
        """Count a message that has passed; wait if the period has had enough of them."""
        now = trio.current_time()
        if now - self._began >= self._period:
            self._begin(now)
        self._count += 1
        if self._count >= self._most:
            await trio.sleep_until(self._began + self._period)
