"""How much of one kind a peer may say, or be sent, within a beat."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field


@dataclass(slots=True)
class RateLimiter:
    """Counts messages by kind, anew in each beat."""

    _beat: int = -1
    _messages: Counter[type] = field(default_factory=Counter)

    def allows(self, kind: type, most: int, beat: int, count: int = 1) -> bool:
        """Whether fewer than `most` of that kind were counted in this beat. So many more are counted now: of a message
        that counts as several only the first one need be among those allowed."""
        if self._beat != beat:
            self._beat = beat
            self._messages.clear()
        before = self._messages[kind]
        self._messages[kind] = before + count
        return before < most
