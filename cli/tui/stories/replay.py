"""`p2pgame replay`: a log looked at."""

from __future__ import annotations

from pathlib import Path

from p2pgame.protocol.verify import Replay

from ...exits import ExitCode
from ..app import Full
from ..screens.replay import ReplayScreen
from ..tables.played import PlayedTable


async def replay(app: Full, log: Replay, path: Path) -> int:
    """Look at a log; the exit code."""
    table = PlayedTable(log, path)
    await app.push_screen_wait(ReplayScreen(table))
    return ExitCode.OK if log.ledger.closed else ExitCode.UNFINISHED
