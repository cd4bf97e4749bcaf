"""Debounced keys: a key pressed twice answers one question, not the next one as well.

A person who presses a key twice, or holds it, means the question that they saw. So the last key does not answer a newer
question: not before that has been shown for a while, nor while the key is held. Any other key shows that the new
question has been seen.
"""

from __future__ import annotations

from dataclasses import dataclass

SETTLE = 0.4
"""Seconds that a question is shown before the same key answers it: two presses of a double press are closer."""

HELD = 0.1
"""Seconds: a key that comes again sooner is held; keyboards repeat faster than that, fingers do not."""


@dataclass(slots=True)
class KeyDebounce:
    """The last presses, and the time of the newest question. Times are those of events."""

    settle: float = SETTLE
    held: float = HELD
    _last: str = ""
    _at: float = 0.0
    _shown: float = 0.0
    _new: bool = False
    """Whether nothing has been pressed for the question yet that shows that it was seen."""

    def ask(self, at: float) -> None:
        """Note that a new question is on the screen since then; `inf` if nobody can see it yet."""
        self._shown, self._new = at, True

    def counts(self, key: str, at: float, answers: bool = True) -> bool:
        """Note a press; whether it counts. A press that `answers` nothing, such as an arrow, always does."""
        again = self._new and answers and key == self._last
        again = again and (at - self._shown < self.settle or at - self._at < self.held)
        self._new = again
        self._last, self._at = key, at
        return not again
