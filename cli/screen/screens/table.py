"""A table that is played or watched, on the full screen."""

from __future__ import annotations

from textual import events
from textual.app import ComposeResult

from ...table.table import Table
from ..table.sight import Sight
from ..table.table_captions import TableCaptions
from ..table.view import TableView
from ..widgets.answering import Answering


class TableScreen(Answering[str]):
    """Plays one table. Dismissed with `left`, `over` or `after KEY`."""

    AUTO_FOCUS = ""  # the line for typing waits until it is asked for

    def __init__(self, table: Table, pause: float | None = None) -> None:
        """`pause` is the seconds before moves of bots and draws here; None for that of the settings."""
        super().__init__()
        self.view = TableView(self, TableCaptions(table, Sight(table)), pause)

    def compose(self) -> ComposeResult:
        """The view is the whole screen."""
        yield self.view

    def on_screen_resume(self) -> None:
        """Look again: a question may have waited until nothing lay over the table."""
        self.view.look_soon()

    def on_key(self, event: events.Key) -> None:
        """Every key is for the table."""
        self.view.press(event)

    def note_early_key(self) -> None:
        """Show beside the question that a key was pressed twice."""
        self.view.sayings.note_early_key()

    def ask_to_leave(self) -> bool:
        """Ask before Ctrl-C leaves a game that is not over; whether it asks."""
        return self.view.ask_to_leave()
