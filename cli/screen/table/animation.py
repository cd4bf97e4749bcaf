"""Motion on a table's screen: pictures on the way to a state, and points that count up, one frame after another."""

from __future__ import annotations

import time

from textual.screen import Screen

from ...profile.person import settings
from .. import motion
from .body import TableBody


class Animation:
    """Shows one frame after another while the terminal keeps up."""

    def __init__(self, screen: Screen[str], body: TableBody) -> None:
        self._screen = screen
        self._body = body
        self._sight = body.sight
        self._slow = False
        """Whether the terminal is too slow for motion."""
        self._due = 0.0

    @property
    def is_on(self) -> bool:
        """Whether anything moves here, by the settings and by the terminal."""
        return settings().motion and not self._slow and self._screen.app.animation_level != "none"

    def start(self) -> None:
        """Show the frames of the last look, if there are any."""
        if self._sight.in_motion:
            self._await_frame()

    def count_up(self) -> None:
        """Count the points of the end up, if there is motion."""
        if self.is_on:
            waits = self._sight.in_motion
            self._sight.count_up()
            if not waits:
                self._await_frame()

    def stop(self) -> None:
        """Show the state itself, without motion."""
        if self._sight.in_motion:
            self._sight.stand_still()
            self._body.show_boards()

    def _await_frame(self) -> None:
        self._due = time.monotonic() + motion.SECONDS
        self._screen.set_timer(motion.SECONDS, self._next_frame)

    def _next_frame(self) -> None:
        """Show the next picture, or the last one. If pictures are late, stop all motion from now on."""
        if not self._sight.in_motion or not self._screen.is_attached:
            return
        self._slow = time.monotonic() - self._due > motion.LATE
        if self._slow:
            self._sight.stand_still()
        elif self._sight.move_on():
            self._await_frame()
        self._body.show_boards()
