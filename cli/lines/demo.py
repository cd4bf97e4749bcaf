"""A whole table in one process: a host and guests as separate peers over loopback, a bot on each seat."""

from __future__ import annotations

import os
import random
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

import trio
from p2pgame.engine.game import AnyGame
from p2pgame.engine.options import Options
from p2pgame.p2p.link.listener import listen, port_of
from p2pgame.p2p.lobby.events import LobbyNews
from p2pgame.p2p.lobby.hosting import Hosting
from p2pgame.p2p.store.log_location import LogLocation
from p2pgame.p2p.table.bot_player import drive
from p2pgame.p2p.table.runner import News
from p2pgame.p2p.table.seat_session import SeatSession
from p2pgame.protocol.identity.keys import SEED_BYTES, Identity
from p2pgame.protocol.link.pairing import SECRET_BYTES, CodeKeeper
from p2pgame.protocol.lobby.messages import Address, Offer

from ..net.bots import LOOPBACK, sit
from ..table.narration import LINES
from ..table.network import NetworkTable
from ..thinking.apart import bot_of
from .news import NewsPrinter

NAMES = ("Ada", "Ben", "Cleo", "Dan", "Eve")


@dataclass(slots=True)
class Demo:
    """One demonstration: the peers, each with a key and a log of its own."""

    game: AnyGame
    seats: int
    options: Options
    level: str
    folder: Path
    """The folder for the logs, one per peer."""
    tell_lobby: Callable[[LobbyNews], None]
    news: NewsPrinter
    pause: float
    """Seconds before each bot's move, so that people can follow."""
    logs: list[Path] = field(default_factory=list)

    async def run(self) -> SeatSession:
        """Play the table to its end over real TLS links; the host's seat, when all peers are done.

        Raises:
            LogFileError: a log could not be written any further, so that its peer had to stop.
        """
        keeper = CodeKeeper(os.urandom(SECRET_BYTES))
        listeners = await listen(0, LOOPBACK)
        address = Address(LOOPBACK, port_of(listeners))
        offer = Offer(NAMES[0], self.game.id, self.game.rules, tuple(self.options.items()), self.seats, coded=True)
        hosting = Hosting(
            Identity(os.urandom(SEED_BYTES)),
            offer,
            self.game,
            (address,),
            keeper,
            self._keeping(0),
            self.tell_lobby,
            self._tell,
        )
        async with trio.open_nursery() as nursery:
            nursery.start_soon(hosting.serve, listeners)
            async with trio.open_nursery() as guests:
                for seat in range(1, self.seats):
                    guests.start_soon(self._join, address, seat, keeper)
                seated = await hosting.begun()
                self.news.begin(NetworkTable(seated.live, manner=LINES))
                await self._play(seated)
            nursery.cancel_scope.cancel()
        return seated

    def _tell(self, news: News) -> None:
        self.news.tell(news)

    async def _join(self, host: Address, seat: int, keeper: CodeKeeper) -> None:
        identity = Identity(os.urandom(SEED_BYTES))
        await sit(host, identity, NAMES[seat], self.level, self._keeping(seat), lambda: keeper.code, self.pause)

    async def _play(self, seated: SeatSession) -> None:
        async with trio.open_nursery() as nursery:
            nursery.start_soon(drive, seated.live, bot_of(self.level), random.SystemRandom(), self.pause)
            await seated.play()
            nursery.cancel_scope.cancel()
        if seated.live.broken is not None:
            raise seated.live.broken  # the others would wait for this peer

    def _keeping(self, seat: int) -> LogLocation:
        path = self.folder / f"{NAMES[seat].lower()}.p2plog"
        self.logs.append(path)
        return LogLocation(self.folder, path)
