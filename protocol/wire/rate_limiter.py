"""Limits how much of one kind a peer may send, or be sent, within a tick."""

from __future__ import annotations

from dataclasses import dataclass, field


@dataclass(slots=True)
class RateLimiter:
    """Counts messages by kind; each tick starts at 0."""

    _tick: int = -1
    _messages: dict[type, int] = field(default_factory=dict)

    def allows(self, kind: type, most: int, tick: int, count: int = 1) -> bool:
        """Whether fewer than `most` of that kind were counted in this tick.

        Then `count` more are counted. A message that counts as several is allowed if its first one is.
        """
        if self._tick != tick:
            self._tick = tick
            self._messages.clear()
        before = self._messages.get(kind, 0)
        self._messages[kind] = before + count
        return before < most
