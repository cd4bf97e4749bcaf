"""`p2pgame play`: games on this machine, one after another."""

from __future__ import annotations

from collections.abc import Callable

from ...exits import ExitCode
from ..app import Full
from ..screens.table import TableScreen
from ..tables.local import LocalTable


async def play(app: Full, first: LocalTable, anew: Callable[[], LocalTable]) -> int:
    """Play a table, and new ones like it for as long as somebody wants; the exit code."""
    table = first
    while await app.push_screen_wait(TableScreen(table)) == "after n":
        table = anew()
    return ExitCode.OK
