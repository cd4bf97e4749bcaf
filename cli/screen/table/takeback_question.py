"""The question whether another player may take the last move back, over a table's screen."""

from __future__ import annotations

from collections.abc import Callable

from rich.text import Text
from textual.screen import Screen

from ...table.table import Table
from ..widgets.modal import Reading

_AGREE, _REFUSE = "agree", "refuse"


class TakebackQuestion:
    """Asks once a question, and puts it away when it has lapsed. A question that the person has put away can still be
    answered by a typed command. It waits while anything else lies over the table: a key for that is no answer."""

    def __init__(self, screen: Screen[str], table: Table, obey: Callable[[str], None]) -> None:
        """`obey` is called with the command that answers."""
        self._screen = screen
        self._table = table
        self._obey = obey
        self._shown: Reading | None = None
        self._asked_at = -1
        """The step in which the question was shown."""

    def look(self) -> None:
        """Show or put away the question of the table."""
        asked, shown = self._table.asks_to_agree, self._shown
        if asked and self._asked_at != self._table.step and self._screen.is_active:
            self._asked_at = self._table.step
            more = {"y": (_AGREE, "agree"), "n": (_REFUSE, "refuse")}
            self._shown = Reading("Take the last move back?", Text(asked), more)
            self._screen.app.push_screen(self._shown, self._answered)
        elif not asked and shown is not None and self._screen.app.screen is shown:
            shown.dismiss("close")

    def _answered(self, word: str | None) -> None:
        if word in (_AGREE, _REFUSE):
            self._obey(word)
