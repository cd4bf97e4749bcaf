"""The steps of a replay: one after another at some speed, or the one that is asked for."""

from __future__ import annotations

from collections.abc import Callable

from textual.screen import Screen
from textual.timer import Timer

from ...table.replay import ReplayTable

SPEEDS = (0.5, 1.0, 2.0, 4.0, 8.0, 16.0)
"""Steps a second."""


class Playback:
    """Goes through the steps of a log on a screen."""

    def __init__(self, screen: Screen[str], table: ReplayTable, speed: float, look: Callable[[], None]) -> None:
        """Begins at rest. `look` shows a changed speed, and whether it plays."""
        self._screen = screen
        self._table = table
        self._look = look
        self._speed = min(range(len(SPEEDS)), key=lambda place: abs(SPEEDS[place] - speed))
        self._timer: Timer | None = None

    @property
    def is_on(self) -> bool:
        """Whether the steps follow by themselves."""
        return self._timer is not None

    @property
    def described(self) -> str:
        """Whether it plays, and its speed."""
        return f"{'playing' if self.is_on else 'paused'} {SPEEDS[self._speed]:g}/s"

    @property
    def last(self) -> int:
        """The place of the last step."""
        return len(self._table.frames) - 1

    def go(self, to: int) -> None:
        """Stop, and show the step at a place."""
        self.stop()
        self._table.go(to)

    def go_on(self, by: int) -> None:
        """Stop, and show a step so many places on."""
        self.go(self._table.at + by)

    def play_or_stop(self) -> None:
        """Play from here, or from the first step if this is the last one; or stop."""
        if self.is_on:
            self.stop()
        else:
            if self._table.at == self.last:
                self._table.go(0)
            self._start()
        self._look()

    def faster(self, by: int) -> None:
        """Take a higher speed, or a lower one if `by` is negative."""
        self._speed = max(0, min(self._speed + by, len(SPEEDS) - 1))
        if self.is_on:
            self.stop()
            self._start()
        self._look()

    def stop(self) -> None:
        """Stay at this step."""
        if self._timer is not None:
            self._timer.stop()
            self._timer = None

    def _start(self) -> None:
        self._timer = self._screen.set_interval(1 / SPEEDS[self._speed], self._advance)

    def _advance(self) -> None:
        if self._table.at == self.last:
            self.stop()
        self._table.go(self._table.at + 1)
