"""The bots that a host seats at its tables, and that come back with it.

A hosted bot's key is derived from its host's key. So the host's profile and the bot's log, which is kept until its
table is closed, are enough to bring the bot back after a crash.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import trio
from p2pgame.engine.bots import BOTS
from p2pgame.p2p.link.listener import LinkServer, PortTaken, listen_again
from p2pgame.p2p.store.log_file import LogFileError
from p2pgame.p2p.store.log_location import LogLocation
from p2pgame.p2p.table.seat_session import SeatSession
from p2pgame.protocol.contract.contract import Contract, Genesis
from p2pgame.protocol.identity.keys import SEED_BYTES, Identity
from p2pgame.protocol.log.format import LogError
from p2pgame.protocol.log.framing import DamagedRecord
from p2pgame.protocol.wire.codec import encode
from p2pgame.protocol.wire.errors import RemoteError
from p2pgame.protocol.wire.limits import SEATS

from ..games.find import find_game
from ..saves.logs import logs_of_table, read_log
from ..system.exits import Misused
from ..thinking.bots import BOT_NAMES
from .bots import LOOPBACK, ignore, play_on
from .front import Front


@dataclass(frozen=True, slots=True)
class HostedBot:
    """One bot that a profile seats at its tables: always with the same key."""

    host: Identity
    level: str
    number: int

    @property
    def name(self) -> str:
        """Its name at the table, with its level. Its labels would have a fingerprint if it had brackets."""
        return f"{BOT_NAMES[(self.number - 1) % len(BOT_NAMES)]}-{self.level}"

    @property
    def identity(self) -> Identity:
        """Its key, which only its host's profile can make."""
        info = encode(("p2pgame hosted bot", self.level, self.number))
        return Identity(self.host.derive(info, b"", SEED_BYTES))

    def keeping(self, folder: Path) -> LogLocation:
        """The location of its logs, in the folder of all bots."""
        return LogLocation(folder / f"{self.level}-{self.number}")

    def log(self, folder: Path, genesis: Genesis) -> Path | None:
        """Its log of that table, if there is one."""
        return next(iter(logs_of_table(self.keeping(folder).folder, genesis.id)), None)

    async def sit_again(self, log: Path, pause: float = 0.0) -> None:
        """Take its seat up again from its log, and play the table to its end, with a pause before each move.

        Raises:
            LogFileError: its log could not be written any further, so that it had to stop.
            The errors of an invalid log.
        """
        seated, _ = SeatSession.resume(self.identity, log, read_log(log), find_game, ignore)
        own = seated.book.addresses.get(seated.seat, ())
        listeners = await listen_again(seated.book.port, own[0].host if own else LOOPBACK)
        server = LinkServer(self.identity, seated.door, seated.receive, ignore)
        async with trio.open_nursery() as nursery:
            nursery.start_soon(server.serve, listeners)
            await play_on(seated, self.level, pause)
            nursery.cancel_scope.cancel()
        forget(seated)


def hosted_bots(host: Identity, contract: Contract) -> Iterator[HostedBot]:
    """The bots of that host with a seat at the table, in the order of their levels and numbers."""
    seats = {seat.public for seat in contract.seats}
    bots = (HostedBot(host, level, number) for level in BOTS for number in range(1, SEATS))
    return (bot for bot in bots if bot.identity.public in seats)


def forget(seated: SeatSession) -> None:
    """Delete a bot's log when its table is closed: the host's log holds the same history."""
    if seated.live.table.ledger.now.closed:
        seated.live.log.path.unlink(missing_ok=True)


@contextmanager
def reporting_trouble(bot: HostedBot, front: Front) -> Iterator[None]:
    """Show a sentence when a bot stops; the table continues without it."""
    try:
        yield
    except* (LogFileError, LogError, DamagedRecord, RemoteError, PortTaken, Misused) as group:
        front.note(f"The bot {bot.name} stops: {'; '.join(map(str, group.exceptions))}.")
