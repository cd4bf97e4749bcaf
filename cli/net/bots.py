"""Bots that play at a hosted table as peers of their own: own keys, own links, own logs."""

from __future__ import annotations

import random
from collections.abc import Callable

import trio
from p2pgame.p2p.link.listener import listen, port_of
from p2pgame.p2p.lobby.events import LobbyNews
from p2pgame.p2p.lobby.joining import Joining
from p2pgame.p2p.store.log_location import LogLocation
from p2pgame.p2p.table.bot_player import drive
from p2pgame.p2p.table.runner import News
from p2pgame.p2p.table.seat_session import SeatSession
from p2pgame.protocol.identity.keys import Identity
from p2pgame.protocol.lobby.messages import Address
from p2pgame.protocol.wire.errors import RemoteError

from ..games.find import find_game
from ..thinking.apart import bot_of

LOOPBACK = "127.0.0.1"


async def sit(
    host: Address,
    identity: Identity,
    name: str,
    level: str,
    keeping: LogLocation,
    ask_code: Callable[[], str],
    pause: float = 0.0,
) -> SeatSession:
    """Join a table as a bot and play it to its end; the seat, when it is over.

    Raises:
        LogFileError: its log could not be written any further, so that it had to stop.
        Any error of joining; if the lobby closes, the bot just ends.
    """
    joining = Joining(identity, name, find_game, keeping, ignore, ignore)
    listeners = await listen(0, host.host)
    own = (Address(host.host, port_of(listeners)),)

    async def code(_problem: str | None) -> str:
        await trio.lowlevel.checkpoint()
        return ask_code()

    async with trio.open_nursery() as nursery:
        nursery.start_soon(joining.serve, listeners)
        seated: SeatSession = await nursery.start(joining.attend, nursery, (host,), own, code)
        await play_on(seated, level, pause)
        nursery.cancel_scope.cancel()
    return seated


async def play_on(seated: SeatSession, level: str, pause: float = 0.0) -> None:
    """Play a bot's seat to the end of its table.

    Raises:
        LogFileError: its log could not be written any further, so that it had to stop.
    """
    async with trio.open_nursery() as nursery:
        nursery.start_soon(drive, seated.live, bot_of(level), random.SystemRandom(), pause)
        await seated.play()
        nursery.cancel_scope.cancel()
    if seated.live.broken is not None:
        raise seated.live.broken


def ignore(_news: News | LobbyNews | RemoteError) -> None:
    """Ignore the news: a bot has no screen."""
