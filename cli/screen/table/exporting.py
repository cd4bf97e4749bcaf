"""The export of a replay by one key: a page, a film, or a picture of the step."""

from __future__ import annotations

import asyncio

from textual.screen import Screen

from ...export.beside import KINDS, export_beside
from ...system.exits import Failed
from ...table.replay import ReplayTable
from ...words.paths import display_path
from .sayings import Sayings


class Exporting:
    """Writes files of a replay while its screen goes on."""

    def __init__(self, screen: Screen[str], table: ReplayTable, sayings: Sayings) -> None:
        self._screen = screen
        self._table = table
        self._sayings = sayings

    def begin(self, kind: str) -> None:
        """Begin a file of a kind, in place of one that is not finished."""
        # in the usual group it would cancel the worker that follows the log
        self._screen.run_worker(self._write_file(kind), exclusive=True, group="export")

    async def _write_file(self, kind: str) -> None:
        """Write the replay, or the step, into a file with a name of its own; a film takes a while."""
        if (log := self._table.log) is None:
            return
        loop = asyncio.get_running_loop()

        def progress(done: int, number: int) -> None:
            if not self._screen.is_attached:
                raise Failed("The film was not finished.")
            loop.call_soon_threadsafe(self._sayings.say, f"Making the {KINDS[kind]} ... {100 * done // number}%")

        self._sayings.say(f"Making the {KINDS[kind]} ...")
        try:
            path = await asyncio.to_thread(export_beside, self._table, log, kind, progress)
        except Failed as problem:
            self._sayings.say(problem.message)
        else:
            self._sayings.say(f"The {KINDS[kind]} is {display_path(path)}.")
