"""Waits between attempts to dial a peer: short after a link that lasted, longer after each link that failed or ended
soon.

A peer that ends each link at once therefore costs one handshake in five seconds, not five a second.
"""

from __future__ import annotations

FIRST_WAIT = 0.2
LONGEST_WAIT = 5.0
"""Seconds between two attempts, at most; the wait doubles up to here. A dead link is replaced within seconds."""

LASTED = 10.0
"""Seconds after which the loss of a link counts as a new failure."""

PATIENCE = 3.0
"""Seconds that the earlier seat waits for the later one to dial."""


class Backoff:
    """The waits between attempts to reach one peer."""

    def __init__(self) -> None:
        self._next = FIRST_WAIT

    def wait(self, stood: float) -> float:
        """Seconds to wait before the next attempt. The last link `stood` for that many seconds, or 0."""
        wait = FIRST_WAIT if stood >= LASTED else self._next
        self._next = min(2 * wait, LONGEST_WAIT)
        return wait
