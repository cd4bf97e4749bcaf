"""Bots that sit at a hosted table as peers of their own: own keys, own links, own logs."""

from __future__ import annotations

import random
from collections.abc import Callable

import trio
from p2pgame.engine.bots import BOTS
from p2pgame.p2p.driving import drive
from p2pgame.p2p.joining import Joining
from p2pgame.p2p.keeping import Keeping
from p2pgame.p2p.live import News
from p2pgame.p2p.lobby_news import LobbyNews
from p2pgame.p2p.reception import listen, port_of
from p2pgame.p2p.seated import Seated
from p2pgame.protocol.errors import RemoteError
from p2pgame.protocol.keys import Identity
from p2pgame.protocol.lobby_messages import Address

from ..find import find_game

LOOPBACK = "127.0.0.1"


async def sit(
    host: Address,
    identity: Identity,
    name: str,
    level: str,
    keeping: Keeping,
    ask_code: Callable[[], str],
    pause: float = 0.0,
) -> Seated:
    """Join a table as a bot and play it to its end; the seat, when it is over.

    Raises:
        LogFileError: its log could not be written any further, so that it had to stop.
        Whatever joining raises; a lobby that closes is no place for a bot to complain.
    """
    joining = Joining(identity, name, find_game, keeping, ignore, ignore)
    listeners = await listen(0, host.host)
    own = (Address(host.host, port_of(listeners)),)

    async def code(_problem: str | None) -> str:
        await trio.lowlevel.checkpoint()
        return ask_code()

    async with trio.open_nursery() as nursery:
        nursery.start_soon(joining.serve, listeners)
        seated: Seated = await nursery.start(joining.attend, nursery, (host,), own, code)
        await play_on(seated, level, pause)
        nursery.cancel_scope.cancel()
    return seated


async def play_on(seated: Seated, level: str, pause: float = 0.0) -> None:
    """Play a bot's seat to the end of its table.

    Raises:
        LogFileError: its log could not be written any further, so that it had to stop.
    """
    async with trio.open_nursery() as nursery:
        nursery.start_soon(drive, seated.live, BOTS[level], random.SystemRandom(), pause)
        await seated.play()
        nursery.cancel_scope.cancel()
    if seated.live.broken is not None:
        raise seated.live.broken


def ignore(_news: News | LobbyNews | RemoteError) -> None:
    """A bot has no screen."""
