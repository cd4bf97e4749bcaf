"""How much of one kind a peer may say, or be sent, within a beat."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field


@dataclass(slots=True)
class RateLimiter:
    """Counts messages by kind, anew in each beat."""

    _beat: int = -1
    _messages: Counter[type] = field(default_factory=Counter)

    def allows(self, kind: type, most: int, beat: int) -> bool:
        """Whether one more message of that kind is among the first `most` of this beat; it is counted."""
        if self._beat != beat:
            self._beat = beat
            self._messages.clear()
        self._messages[kind] += 1
        return self._messages[kind] <= most
