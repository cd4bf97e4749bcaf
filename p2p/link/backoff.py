"""When a peer is dialed again: soon after a link that lasted, ever later after links that did not stand or soon fell.

A peer that drops each link at once, or is refused on each, so costs a handshake in five seconds and not five a second.
"""

from __future__ import annotations

FIRST_WAIT = 0.2
LONGEST_WAIT = 5.0
"""Seconds between two attempts to dial a peer, doubling from the first: a dead link is mended within seconds."""

LASTED = 10.0
"""Seconds after which a link has stood for long enough that its loss is a new mishap."""

PATIENCE = 3.0
"""Seconds that the earlier seat waits for the later one to dial."""


class Backoff:
    """The waits between attempts to reach one peer."""

    def __init__(self) -> None:
        self._next = FIRST_WAIT

    def wait(self, stood: float) -> float:
        """Seconds to wait before the next attempt. A link has `stood` for so many seconds since the last, or 0."""
        wait = FIRST_WAIT if stood >= LASTED else self._next
        self._next = min(2 * wait, LONGEST_WAIT)
        return wait
