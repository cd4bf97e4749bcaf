"""A bar that shows a place in a sequence. A person presses or drags it to go to another place."""

from __future__ import annotations

from rich.text import Text
from textual import events
from textual.message import Message
from textual.widgets import Static

from ..drawing import style


class SeekBar(Static):
    """The place of a replay in its log."""

    class Sought(Message):
        """Go to this share of the whole, 0 to 1."""

        def __init__(self, share: float) -> None:
            super().__init__()
            self.share = share

    def __init__(self) -> None:
        super().__init__(id="seek")
        self.length = 1
        """Columns of the bar, without the words behind it."""
        self._held = False

    def look(self, at: int, last: int, playing: str) -> None:
        """Show place `at` of those from 0 to `last`."""
        text = f" {at}/{last} {playing}"
        self.length = max(10, self.app.size.width - 3 - len(text))
        done = round(at / max(last, 1) * self.length)
        bar = ("━" * done, style("open")), ("●", style("strong")), ("─" * (self.length - done), style("faint"))
        self.update(Text.assemble(*bar, text))

    def on_mouse_down(self, event: events.MouseDown) -> None:
        """Begin to drag the bar."""
        self._held = True
        self.capture_mouse()
        self._seek(event)

    def on_mouse_move(self, event: events.MouseMove) -> None:
        """Drag the bar."""
        if self._held:
            self._seek(event)

    def on_mouse_up(self) -> None:
        """End the drag."""
        self._held = False
        self.release_mouse()

    def _seek(self, event: events.MouseEvent) -> None:
        self.post_message(self.Sought(min(1.0, max(0.0, (event.x - 1) / self.length))))
