"""A whole table in one process: a host and guests as separate peers over loopback, a bot on each seat."""

from __future__ import annotations

import os
import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path

import trio
from p2pgame.engine.game import AnyGame
from p2pgame.engine.options import Options
from p2pgame.p2p.link.listener import listen, port_of
from p2pgame.p2p.lobby.events import LobbyNews
from p2pgame.p2p.lobby.hosting import Hosting
from p2pgame.p2p.store.home import VARIABLE, Home, HomeError
from p2pgame.p2p.store.log_location import LogLocation
from p2pgame.p2p.store.ownership import make_folder
from p2pgame.p2p.table.bot_player import drive
from p2pgame.p2p.table.runner import News, TableRunner
from p2pgame.p2p.table.seat_session import SeatSession
from p2pgame.protocol.identity.keys import SEED_BYTES, Identity
from p2pgame.protocol.link.pairing import SECRET_BYTES, CodeKeeper
from p2pgame.protocol.lobby.messages import Address, Offer
from p2pgame.protocol.log.verify import Report, Verdict, verify

from ..games.find import find_game
from ..system.exits import Failed
from ..table.findings import compare
from ..thinking.apart import bot_of
from .bots import LOOPBACK, sit

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
    begin: Callable[[TableRunner], None]
    """Called with the host's view of the table when it begins."""
    tell: Callable[[News], None]
    """Called with its news, some of which may come before it begins."""
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
            self.tell,
        )
        async with trio.open_nursery() as nursery:
            nursery.start_soon(hosting.serve, listeners)
            async with trio.open_nursery() as guests:
                for seat in range(1, self.seats):
                    guests.start_soon(self._join, address, seat, keeper)
                seated = await hosting.wait_begun()
                self.begin(seated.live)
                await self._play(seated)
            nursery.cancel_scope.cancel()
        return seated

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


def new_folder(game: AnyGame) -> Path:
    """A new folder for the logs of a demonstration.

    Raises:
        Failed: it cannot be made.
    """
    try:
        logs = Home.of("demo").logs
        moment = datetime.now(UTC).astimezone().strftime("%Y-%m-%d-%H%M%S")
        folder = logs / f"{moment}-{game.id}"
        make_folder(folder)
    except (HomeError, OSError) as error:
        reason = f"{error.filename}: {error.strerror}" if isinstance(error, OSError) else str(error)
        raise Failed(f"The logs of the demo cannot be written ({reason}). Set {VARIABLE} to another folder.") from error
    return folder


def reports_on(logs: Sequence[Path]) -> list[Report]:
    """The reports on all peers' logs, each verified by itself."""
    return [verify(path.read_bytes(), find_game) for path in logs]


def conclusion(reports: Sequence[Report]) -> str:
    """A sentence that all logs are fair and hold the same history.

    Raises:
        Failed: they do not.
    """
    if any(report.verdict is not Verdict.FAIR for report in reports) or len({report.head for report in reports}) != 1:
        raise Failed("The logs are wrong: please report this as a fault of p2pgame.")
    return compare(list(reports))
