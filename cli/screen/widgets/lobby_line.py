"""The line at the foot of a lobby: a code to come in, or a message to everybody."""

from __future__ import annotations

from textual import events

from .line import Line


class LobbyLine:
    """Hides a line until something is to be typed."""

    def __init__(self) -> None:
        self.widget = Line(id="line")
        """The line itself."""
        self.widget.display = False
        self.is_for_code = False
        """Whether the typed text is a code, which is never sent as chat."""

    @property
    def is_open(self) -> bool:
        """Whether something is being typed."""
        return bool(self.widget.display)

    def ask_code(self) -> None:
        """Let the code be typed."""
        self._open("the code on the host's screen, such as 7-amber-otter", is_for_code=True)

    def ask_message(self) -> None:
        """Let a message be typed."""
        self._open("a message to everybody", is_for_code=False)

    def type_ahead(self, event: events.Key) -> None:
        """Take a key that came before the line had the focus."""
        self.widget.type_ahead(event)

    def close(self) -> None:
        """Put the line away, and drop the typed text."""
        self.widget.value, self.widget.display = "", False
        self.widget.screen.set_focus(None)

    def _open(self, what: str, is_for_code: bool) -> None:
        self.is_for_code = is_for_code
        self.widget.placeholder, self.widget.display = what, True
        self.widget.screen.set_focus(self.widget)
