"""A table on the whole screen: boards, what is asked, and the move as it is put together.

A chain of classes, each with one idea: `Reader` (texts over the table), `Viewer` (what is shown), `Mover` (keys and
pointer), `Typist` (typed lines), and here its look and its life.
"""

from __future__ import annotations

from textual import work
from textual.widgets import Input

from .lines import Typist

_TICK = 1.0
"""Seconds between two looks at the clock."""


class TableScreen(Typist):
    """Plays one table."""

    DEFAULT_CSS = """
    TableScreen { layout: vertical; overflow: hidden; }
    TableScreen #title { height: 1; background: $panel; color: $text; text-style: bold; padding: 0 1; }
    TableScreen #main { height: 1fr; overflow: hidden; }
    TableScreen #panel { padding: 0 0 0 2; height: 100%; }
    TableScreen #others { width: auto; height: 100%; }
    TableScreen #log { height: 100%; border-left: solid $panel; padding: 0 0 0 1; scrollbar-size: 0 0; }
    TableScreen #question { height: 2; color: $text; padding: 0 1; }
    TableScreen #preview { height: 1; padding: 0 1; }
    TableScreen #choices { padding: 0 1; }
    TableScreen #foot { height: 1; background: $panel; padding: 0 1; }
    TableScreen #line { height: 1; border: none; padding: 0 1; display: none; background: $boost; }
    TableScreen #line.typing { display: block; }
    TableScreen.typing #foot { display: none; }
    """

    AUTO_FOCUS = ""  # the line for typing waits until it is asked for

    def on_mount(self) -> None:
        """Begin to look at the table, and let it go on."""
        self.query_one("#line", Input).can_focus = False
        self.table.changed = self.look_soon
        self.set_interval(_TICK, self._show_title)
        self.look()
        self._run()

    @work(exit_on_error=True)
    async def _run(self) -> None:
        await self.table.run()
        self.look_soon()
