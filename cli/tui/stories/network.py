"""A table on the network from its lobby to its end."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any

from p2pgame.protocol.lobby_messages import Address

from ...exits import ExitCode
from ...remote.ending import sentences
from ...remote.hosted import Terms
from ...remote.who import Me
from ..app import LINGER, Full
from ..net.hosted import FullHosted
from ..net.joined import FullJoined
from ..net.lobby import LobbyView
from ..screens.lobby import LobbyScreen
from ..screens.table import TableScreen
from ..tables.network import NetworkTable


async def follow(
    app: Full, view: LobbyView, run: Callable[[], Awaitable[None]], began: asyncio.Future[NetworkTable]
) -> int:
    """Show the lobby while `run`, a function of trio, has no table; then the table. The exit code.

    Raises:
        ClickException: what went wrong, as a sentence.
    """
    network = app.visit(_in_sentences(run))
    table = await _in_lobby(app, view, network, began)
    if table is None:
        await app.end(network)
        return ExitCode.UNFINISHED
    checks = [f"The log is {table.log}", f"`p2pgame verify {table.log}` checks it."]
    app.farewell = [*checks, f"`p2pgame resume {table.log}` takes you back to the table."]  # Ctrl-C ends it any time
    how = await app.push_screen_wait(TableScreen(table))
    if how == "over":
        app.farewell = checks
    await app.end(network, LINGER if how == "over" else 0.0)
    return ExitCode.UNFINISHED if how == "left" else ExitCode.OK


async def _in_lobby(
    app: Full, view: LobbyView, network: asyncio.Task[None], began: asyncio.Future[NetworkTable]
) -> NetworkTable | None:
    """The table when it begins; None if the person leaves before."""
    lobby = LobbyScreen(view)
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
        network.result()  # raises what ended it
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
    began: asyncio.Future[NetworkTable] = asyncio.get_running_loop().create_future()
    hosted = FullHosted(me, terms, began.set_result)
    return await follow(app, hosted.view, hosted.run, began)


async def join(app: Full, me: Me, address: Address, code: str | None, auto: str | None) -> int:
    """Join a table and play at it."""
    began: asyncio.Future[NetworkTable] = asyncio.get_running_loop().create_future()
    joined = FullJoined(me, address, code, auto, began.set_result)
    return await follow(app, joined.view, joined.run, began)
