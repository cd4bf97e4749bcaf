"""A table on the network from its lobby to its end."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

from p2pgame.protocol.lobby.messages import Address

from ...net.ending import Saved, sentences
from ...net.guest_session import GuestSession
from ...net.host_session import HostSession
from ...net.join_target import JoinTarget
from ...net.resume_session import ResumeSession
from ...net.spectator_session import SpectatorSession
from ...net.terms import Terms
from ...profile.who import Me
from ...system.exits import ExitCode
from ...table.network import NetworkTable
from ...words.paths import display_path, verify_command
from ..app import LINGER, Full
from ..front import ScreenFront
from ..screens.lobby import LobbyScreen
from ..screens.table import TableScreen


async def follow(app: Full, front: ScreenFront, run: Callable[[], Awaitable[None]]) -> int:
    """Show the lobby while `run`, a function of trio, has no table; then the table; then possibly a rematch.

    Returns the exit code.

    Raises:
        ClickException: the error, as a sentence.
    """
    network = app.visit(_in_sentences(run))
    lines: list[str] = []
    how = "after r"
    while how == "after r":
        table = await _in_lobby(app, front, network)
        if table is None:
            await app.end(network)
            return ExitCode.OK if lines else ExitCode.UNFINISHED
        checks = [f"The log is {display_path(table.log)}", f"`{verify_command(table.log)}` checks it."]
        app.farewell = [*lines, *checks, *table.ways_back]  # Ctrl-C ends it at any time
        how = await app.push_screen_wait(TableScreen(table))
        if how != "left":
            app.farewell = lines = [*lines, *checks]
            front.answer(again=how == "after r")
    try:
        await app.end(network, LINGER if how == "over" else 0.0)
    except Saved as saved:
        app.farewell = [str(saved), *app.farewell]
        return ExitCode.UNFINISHED
    return ExitCode.UNFINISHED if how == "left" else ExitCode.OK


async def _in_lobby(app: Full, front: ScreenFront, network: asyncio.Task[None]) -> NetworkTable | None:
    """The table when it begins; None if the person leaves before."""
    lobby, began = LobbyScreen(front.view), front.began
    leaving = asyncio.create_task(_left(app, lobby))
    first: set[asyncio.Future[Any]] = {network, began, leaving}
    await asyncio.wait(first, return_when=asyncio.FIRST_COMPLETED)
    if leaving.done() and not began.done():
        return None
    while app.screen is not lobby and lobby in app.screen_stack:
        app.pop_screen()
    lobby.dismiss("began")
    await leaving
    if not began.done():
        network.result()  # raises the error that ended it
    return began.result()


async def _left(app: Full, lobby: LobbyScreen) -> str | None:
    return await app.push_screen_wait(lobby)


def _in_sentences(run: Callable[[], Awaitable[None]]) -> Callable[[], Awaitable[None]]:
    async def main() -> None:
        with sentences():
            await run()

    return main


async def host(app: Full, me: Me, terms: Terms) -> int:
    """Host a table and play at it."""
    front = ScreenFront(me, terms.auto)
    return await follow(app, front, HostSession(me, terms, front).run)


async def join(app: Full, me: Me, target: JoinTarget, code: str | None, auto: str | None) -> int:
    """Join a table and play at it."""
    front = ScreenFront(me, auto, code)
    return await follow(app, front, GuestSession(me, target, front).run)


async def watch(app: Full, me: Me, target: JoinTarget, code: str | None) -> int:
    """Watch a table."""
    front = ScreenFront(me, code=code)
    return await follow(app, front, SpectatorSession(me, target, front).run)


async def resume(
    app: Full, me: Me, log: Path, auto: str | None, at: tuple[Address, ...] = (), bind: str | None = None
) -> int:
    """Resume a table from its log; `at` are present addresses of other players, `bind` is one's own."""
    front = ScreenFront(me, auto)
    return await follow(app, front, ResumeSession(me, log, front, at, bind).run)
