"""A table on the whole screen: boards, what is asked, and the move as it is put together.

A chain of classes, each with one idea: `Reader` (texts over the table), `Viewer` (what is shown), `Mover` (keys and
pointer), `Typist` (typed lines), and here its look and its life.
"""

from __future__ import annotations

import asyncio

from rich.text import Text
from textual import work

from ...table.table import Table
from ..driving import PAUSE, drive
from ..render import log_text
from ..widgets.handover import HandOver
from ..widgets.line import Line
from .lines import Typist

_TICK = 1.0
"""Seconds between two looks at the clock."""

_NEWS = 12
"""Lines of what has happened that are told to the next person at the keyboard."""


class TableScreen(Typist):
    """Plays one table."""

    DEFAULT_CSS = """
    TableScreen { layout: vertical; overflow: hidden; }
    TableScreen #title { height: 1; background: $panel; color: $text; text-style: bold; padding: 0 1; }
    TableScreen #main { height: 1fr; overflow: hidden; }
    TableScreen #panel { padding: 0 0 0 2; height: 100%; }
    TableScreen #others { width: auto; height: 100%; }
    TableScreen #log { height: 100%; border-left: solid $panel; margin: 0 0 0 1; padding: 0 0 0 1; }
    TableScreen #log { scrollbar-size: 0 0; }
    TableScreen #news { height: auto; padding: 0 1; }
    TableScreen #question { height: 2; color: $text; padding: 0 1; }
    TableScreen #preview { height: 1; padding: 0 1; }
    TableScreen #choices { padding: 0 1; }
    TableScreen #foot { height: 1; background: $panel; padding: 0 1; }
    TableScreen #line { height: 1; border: none; padding: 0 1; display: none; background: $boost; }
    TableScreen #line.typing { display: block; }
    TableScreen.typing #foot { display: none; }
    """

    AUTO_FOCUS = ""  # the line for typing waits until it is asked for

    def __init__(self, table: Table, pause: float = PAUSE) -> None:
        """With a `pause` of so many seconds before what bots and draws do on this machine."""
        super().__init__(table)
        self._pause = pause
        self._changed = asyncio.Event()
        """Set whenever the table changes."""
        self._handing_over = False
        self._left_at: dict[int, int] = {}
        """For each seat, the step at which it last took the keyboard."""

    def on_mount(self) -> None:
        """Begin to look at the table, and let it go on."""
        self.query_one("#line", Line).can_focus = False
        self.table.changed = self._table_changed
        self.set_interval(_TICK, self._show_time)
        self.look()
        self._run()

    def _table_changed(self) -> None:
        self._changed.set()
        self.look_soon()

    def look(self) -> None:
        """Show the table; where somebody else is to choose in secret, let them take the keyboard first."""
        super().look()
        taker = self.table.taker
        if self.is_attached and taker is not None and not self._handing_over:
            self._handing_over = True
            self.app.push_screen(HandOver(self.table.names[taker], self._news_for(taker)), self._handed_over)

    def _news_for(self, seat: int) -> Text:
        """The events since the seat was last at the keyboard."""
        since = self._left_at.get(seat, 0)
        return log_text([line for line in self.table.lines if (line.step or 0) > since][-_NEWS:])

    def _handed_over(self, word: str | None) -> None:
        if word == "leave":
            self.leave()
            return
        self._handing_over = False
        if (seat := self.table.taker) is not None:
            self._left_at[seat] = self.table.step
            self.table.take_keyboard()

    def _left(self, word: str | None) -> None:
        super()._left(word)
        self._handing_over = False
        if word != "yes":
            self.look_soon()

    @work(exit_on_error=True)
    async def _run(self) -> None:
        await drive(self.table, self._changed, self._pause)
        self.look_soon()
