"""The keyboard that several people share: it changes hands before somebody chooses in secret."""

from __future__ import annotations

from collections.abc import Callable

from textual.screen import Screen

from ...table.table import Table
from ..render import log_text
from ..widgets.handover import HandOver

_NEWS = 12
"""Lines of news for the next person at the keyboard."""


class SharedKeyboard:
    """Hides the table until the next person sits there."""

    def __init__(self, screen: Screen[str], table: Table, leave: Callable[[], None]) -> None:
        self._screen = screen
        self._table = table
        self._leave = leave
        self._changes = False
        self._left_at: dict[int, int] = {}
        """For each seat, the step at which it last took the keyboard."""

    def look(self) -> None:
        """If another person must choose in secret, let them take the keyboard first."""
        taker = self._table.taker
        if taker is None or self._changes:
            return
        self._changes = True
        since = self._left_at.get(taker, 0)
        news = log_text([line for line in self._table.lines if (line.step or 0) > since][-_NEWS:])
        self._screen.app.push_screen(HandOver(self._table.names[taker], news), self._handed_over)

    def ask_again(self) -> None:
        """Ask for the keyboard again, because nobody has left."""
        self._changes = False

    def _handed_over(self, word: str | None) -> None:
        if word == "leave":
            self._leave()
            return
        self._changes = False
        if (seat := self._table.taker) is not None:
            self._left_at[seat] = self._table.step
            self._table.take_keyboard()
