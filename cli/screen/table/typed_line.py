"""The line at the foot of a table's screen: moves, commands and chat are typed in it."""

from __future__ import annotations

from textual import events

from ..widgets.line import Line
from .body import TableBody


class TypedLine:
    """Opens the line of a body in place of the foot, and puts it away."""

    def __init__(self, body: TableBody) -> None:
        self._body = body

    @property
    def is_open(self) -> bool:
        """Whether something is being typed."""
        return self._body.has_class("typing")

    @property
    def _line(self) -> Line:
        return self._body.query_one("#line", Line)

    def open(self, begin: str = "") -> None:
        """Let something be typed, after a beginning."""
        line = self._line
        self._body.add_class("typing")
        line.add_class("typing")
        line.can_focus = True
        line.value = begin
        line.cursor_position = len(begin)
        self._body.screen.set_focus(line)

    def close(self) -> None:
        """Put the line away."""
        line = self._line
        self._body.remove_class("typing")
        line.remove_class("typing")
        line.value = ""
        line.can_focus = False
        self._body.screen.set_focus(None)

    def hear(self, event: events.Key) -> bool:
        """Take a key while the line is open; whether it was Escape, which closes it."""
        is_over = event.key == "escape"
        if is_over:
            self.close()
            event.stop()
        else:
            self._line.type_ahead(event)
        event.prevent_default()
        return is_over
