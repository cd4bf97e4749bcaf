"""The news of network tables for screens, where line mode prints them."""

from __future__ import annotations

import random
from collections.abc import Callable

import trio
from p2pgame.engine.bots import BOTS
from p2pgame.p2p.driving import drive
from p2pgame.p2p.live import LiveTable, News
from p2pgame.p2p.lobby_news import LobbyNews
from p2pgame.p2p.seated import Seated

from ...output import Output
from ...remote.lobby import LobbyTelling
from ...remote.table import Telling
from ..tables.network import NetworkTable
from .lobby import LobbyView

BOT_PAUSE = 0.5
"""Seconds before each move of a bot in one's own seat, so that one can follow."""


class ScreenTelling(Telling):
    """Gives a table's news to the table of a screen, and what came before there was one."""

    def __init__(self, output: Output) -> None:
        super().__init__(output, boards=False)
        self._table: NetworkTable | None = None
        self._before_it: list[News] = []

    def seat(self, table: NetworkTable) -> None:
        """The table whose news will come."""
        self._table = table
        for news in self._before_it:
            table.hear(news)
        self._before_it = []

    def begin(self, live: LiveTable) -> None:
        """Nothing: `seat` says when there is a screen."""

    def tell(self, news: News) -> None:
        """Pass on a piece of news."""
        if self._table is None:
            self._before_it.append(news)
        else:
            self._table.hear(news)


class ScreenLobby(LobbyTelling):
    """Gives a lobby's news to the lobby of a screen."""

    def __init__(self, output: Output, view: LobbyView) -> None:
        super().__init__(output)
        self._view = view

    def tell(self, news: LobbyNews) -> None:
        """Pass on a piece of news."""
        self._view.tell(news)


async def play_on_screen(
    seated: Seated, telling: ScreenTelling, auto: str | None, began: Callable[[NetworkTable], None]
) -> None:
    """Play a seat to its end; the person decides on the screen that `began` shows."""
    bot = BOTS[auto] if auto else None
    table = NetworkTable(seated.live, bot)
    telling.seat(table)
    began(table)
    async with trio.open_nursery() as nursery:
        if bot is not None:
            nursery.start_soon(drive, seated.live, bot, random.SystemRandom(), BOT_PAUSE)
        await seated.play()
        nursery.cancel_scope.cancel()
    table.hear_nothing()
