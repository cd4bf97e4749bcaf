"""`p2pgame play`: games on this machine, one after another."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

from p2pgame.engine.bots.bot import Bot
from p2pgame.engine.game import Rng

from ...games.session import Session
from ...saves.game_file import GameFile
from ...saves.saved import Players
from ...system.exits import ExitCode
from ...table.local import LocalTable
from ..app import Full
from ..screens.table import TableScreen

_GOING_ON = "It is saved. To resume it, choose Play here and {} in the menu."


async def play(
    app: Full,
    session: Session[Any, Any],
    bots: Mapping[int, Bot],
    rng: Rng,
    kept: Path | None,
    pause: float | None = None,
    called: Sequence[str] = (),
    renewed: Callable[[], Path] | None = None,
    players: Players | None = None,
) -> int:
    """Play a game, and new ones like it for as long as somebody wants; the exit code.

    The people are `called` so, in the order of their seats. Only the first game is kept, or, if `renewed` gives a file
    for each new one, all of them; such a game is resumed from the menu, by the same `players`.
    """
    first = session.history[0][0] if session.history else session.state
    going_on = "" if renewed is None else _GOING_ON.format(session.game.title)
    while True:
        table = LocalTable(session, bots, rng, GameFile(session, kept, players, going_on), called)
        if await app.push_screen_wait(TableScreen(table, pause)) != "after n":
            return ExitCode.OK
        session, kept = Session(session.game, first), None if renewed is None else renewed()
