"""News of a table from its first one on: they arrive as soon as peers are linked, perhaps before there is a table."""

from __future__ import annotations

from collections.abc import Callable

from p2pgame.p2p.table.runner import News

from .network import NetworkTable

Show = Callable[[NetworkTable, News], None]


class EarlyNews:
    """Keeps news and remarks until their table begins. The table then gets them in the order of their arrival."""

    def __init__(self, show: Show = NetworkTable.hear) -> None:
        """`show` gives a piece of news to the table, and may print the lines that result."""
        self.table: NetworkTable | None = None
        """The table, once it has begun."""
        self._show = show
        self._early: list[News | str] = []

    def begin(self, table: NetworkTable) -> None:
        """Give this table the earlier news, and all later ones at once."""
        self.table = table
        early, self._early = self._early, []
        for item in early:
            if isinstance(item, str):
                table.tell(item)
            else:
                self._show(table, item)

    def hear(self, news: News) -> None:
        """Give a piece of news to the table, now or when it begins."""
        if self.table is None:
            self._early.append(news)
        else:
            self._show(self.table, news)

    def remark(self, text: str) -> None:
        """Show a remark of the program at the table, now or when it begins."""
        if self.table is None:
            self._early.append(text)
        else:
            self.table.remark(text)
