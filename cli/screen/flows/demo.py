"""A demonstration on the whole screen: bots play a table, at a speed that a person can follow."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from typing import Any

from p2pgame.engine.bots.bot import Bot
from p2pgame.engine.game import AnyGame
from p2pgame.engine.options import Options
from p2pgame.p2p.table.runner import TableRunner

from ...net.demo import Demo, conclusion, new_folder, reports_on
from ...net.ending import sentences
from ...saves.opening import open_log
from ...system.exits import ExitCode
from ...table.early_news import EarlyNews
from ...table.network import NetworkTable
from ...thinking.apart import bot_of
from ...words.paths import replay_command
from ..app import Full
from ..screens.table import TableScreen
from .learn import play_at_once
from .replay import replay

PAUSE = 1.2
"""Seconds before each move of a bot."""


class DemoTable(NetworkTable):
    """The host's view of the table. Nobody sits at the screen: all boards can be looked at."""

    def __init__(self, live: TableRunner, bot: Bot) -> None:
        super().__init__(live, bot=bot)

    @property
    def seat(self) -> None:
        """None: bots have all seats."""

    @property
    def talks(self) -> bool:
        """False: bots do not listen."""
        return False

    @property
    def leaving(self) -> str:
        """Nothing is lost."""
        return "The demo has stopped. Its logs are kept."

    @property
    def afterwards(self) -> Mapping[str, str]:
        """The keys for playing oneself, and for a replay."""
        return {"p": "play", "r": "replay"}

    def after(self, key: str) -> None:
        """Nothing here: the screen ends with either key."""


async def demonstrate(app: Full, game: AnyGame, seats: int, options: Options, level: str, pause: float = PAUSE) -> int:
    """Show a game of bots over real links, and verify their logs; the exit code.

    Raises:
        Failed: the logs cannot be written, or are wrong.
    """
    app.tell_wait(f"{game.title}: {seats} players on this machine find each other ...")
    watching = _Watching(bot_of(level))
    playing = Demo(
        game, seats, options, level, new_folder(game), lambda _news: None, watching.begin, watching.news.hear, pause
    )

    async def run() -> None:
        with sentences():
            await playing.run()
        watching.conclude(playing)

    network = app.visit(run)
    first: set[asyncio.Future[Any]] = {network, watching.began}
    await asyncio.wait(first, return_when=asyncio.FIRST_COMPLETED)
    if not watching.began.done():
        network.result()  # raises the error that ended it
    how = await app.push_screen_wait(TableScreen(watching.began.result()))
    app.farewell = [*watching.conclusions, f"Watch it again: `{replay_command(playing.logs[0])}`"]
    await app.end(network)
    if how == "after p":
        await play_at_once(app, game)
    elif how == "after r":
        await replay(app, open_log(playing.logs[0]), playing.logs[0])
    return ExitCode.OK


class _Watching:
    """The table that is watched, from before it begins to the check of its logs."""

    def __init__(self, bot: Bot) -> None:
        self.began: asyncio.Future[DemoTable] = asyncio.get_running_loop().create_future()
        self.news = EarlyNews()
        self.conclusions: list[str] = []
        """The conclusion about the logs, once there is one."""
        self._bot = bot

    def begin(self, live: TableRunner) -> None:
        """The table begins."""
        table = DemoTable(live, self._bot)
        self.news.begin(table)
        self.began.set_result(table)

    def conclude(self, playing: Demo) -> None:
        """Verify all logs, and show the result beside the score sheet.

        Raises:
            Failed: they are wrong.
        """
        self.conclusions.append(conclusion(reports_on(playing.logs)))
        self.began.result().remark(self.conclusions[0])
