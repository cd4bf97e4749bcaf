"""`p2pgame play`: games on this machine, one after another."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from p2pgame.engine.bots.bot import Bot
from p2pgame.engine.game import Rng

from ...exits import ExitCode
from ...session import Session
from ..app import Full
from ..screens.table import TableScreen
from ..tables.local import PAUSE, LocalTable


async def play(
    app: Full,
    session: Session[Any, Any],
    bots: Mapping[int, Bot],
    rng: Rng,
    kept: Path | None,
    pause: float = PAUSE,
    called: Sequence[str] = (),
) -> int:
    """Play a game, and new ones like it for as long as somebody wants; the exit code. Only the first is kept.

    The people are `called` so, in the order of their seats.
    """
    first = session.history[0][0] if session.history else session.state
    while await app.push_screen_wait(TableScreen(LocalTable(session, bots, rng, kept, pause, called))) == "after n":
        session, kept = Session(session.game, first), None
    return ExitCode.OK
