"""`p2pgame play`: games on this machine, one after another."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from p2pgame.engine.bots.bot import Bot
from p2pgame.engine.game import AnyGame, Rng

from ...games.session import Session
from ...saves.game_file import GameFile, Keeper
from ...saves.saved import Players
from ...system.exits import ExitCode
from ...table.local import LocalTable
from ..app import Full
from ..manner import manner
from ..screens.table import TableScreen
from ..widgets.picker import Entry, Picker

if TYPE_CHECKING:
    from ...saves.unfinished_games import UnfinishedGame

NEW = "new"


async def play(
    app: Full,
    session: Session[Any, Any],
    bots: Mapping[int, Bot],
    rng: Rng,
    keeper: Keeper | None,
    pause: float | None = None,
    called: Sequence[str] = (),
    renewed: Callable[[], Keeper | None] | None = None,
    players: Players | None = None,
) -> int:
    """Play a game, and new ones like it until the person leaves; the exit code.

    The people are `called`, in the order of their seats. `renewed` gives each new game a keeper of its own; without it,
    new games are not saved.
    """
    first = session.history[0][0] if session.history else session.state
    while True:
        file = GameFile(session, keeper, players)
        try:
            table = LocalTable(session, bots, rng, file, called, manner())
            word = await app.push_screen_wait(TableScreen(table, pause))
        finally:
            file.close()
        while word == "after w" and table.log is not None:
            await _watch_again(app, table.log)
            word = await app.push_screen_wait(TableScreen(table, pause))
        if word != "after n":
            return ExitCode.OK
        session, keeper = Session(session.game, first), None if renewed is None else renewed()


async def _watch_again(app: Full, log: Path) -> None:
    """Replay the log of a game.

    Raises:
        Failed: it is damaged.
    """
    from ...saves.opening import open_log  # noqa: PLC0415 - brings the protocol
    from .replay import replay  # noqa: PLC0415 - as above

    await replay(app, open_log(log), log, nested=True)


async def resume_here(app: Full, left: UnfinishedGame) -> int:
    """Continue an unfinished game of this machine, and play new ones like it; the exit code.

    Raises:
        Misused, Failed: it cannot be resumed.
    """
    from ...saves.unfinished_games import new_log, resume  # noqa: PLC0415 - brings the protocol
    from ...thinking.apart import bot_of  # noqa: PLC0415 - when it is chosen

    log, session = resume(left)
    bots = dict.fromkeys(range(left.players.people, left.seats), bot_of(left.players.bots))

    def renewed() -> Keeper | None:
        return new_log(left.seats, left.players)

    rng = random.SystemRandom()
    return await play(app, session, bots, rng, log, called=left.players.names, renewed=renewed, players=left.players)


async def chosen(app: Full, game: AnyGame, left: Sequence[UnfinishedGame]) -> UnfinishedGame | str:
    """The unfinished game to resume, `NEW` for a new one, or an empty word for back."""
    from ...saves.unfinished_games import describe  # noqa: PLC0415 - where there is something to resume

    entries = [
        Entry(str(place), "Resume the last game" if not place else "Resume an older game", describe(each))
        for place, each in enumerate(left)
    ]
    question = f"{game.title}: resume a game?"
    word = await app.push_screen_wait(Picker(question, [*entries, Entry(NEW, "New game")], back="leave"))
    return left[int(word)] if word.isdecimal() else word
