"""The line at the foot of a lobby: a code to come in, or a message to everybody."""

from __future__ import annotations

from .line import Line


class LobbyLine(Line):
    """Hidden until something is to be typed."""

    def __init__(self) -> None:
        super().__init__(id="line")
        self.display = False
        self.is_for_code = False
        """Whether the typed text is a code, which is never sent as chat."""

    @property
    def is_open(self) -> bool:
        """Whether something is being typed."""
        return bool(self.display)

    def ask_code(self) -> None:
        """Let the code be typed."""
        self._open("the code on the host's screen, such as 7-amber-otter", is_for_code=True)

    def ask_message(self) -> None:
        """Let a message be typed."""
        self._open("a message to everybody", is_for_code=False)

    def close(self) -> None:
        """Put the line away, and drop the typed text."""
        self.value, self.display = "", False
        self.screen.set_focus(None)

    def _open(self, what: str, is_for_code: bool) -> None:
        self.is_for_code = is_for_code
        self.placeholder, self.display = what, True
        self.screen.set_focus(self)
