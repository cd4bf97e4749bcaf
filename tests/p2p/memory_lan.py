"""A LAN in memory: live tables joined by real links over TLS inside memory streams, with bots on the seats."""

from __future__ import annotations

import random
from collections.abc import Awaitable, Callable, Iterable
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import TypeAlias, TypeVar

import trio
from p2pgame.engine.bots import BOTS
from p2pgame.engine.games import load
from p2pgame.p2p.link.link import Link, accept, dial
from p2pgame.p2p.store.log_file import LogFile
from p2pgame.p2p.table.bot_player import drive
from p2pgame.p2p.table.mesh import keep_linked
from p2pgame.p2p.table.runner import News, TableRunner
from p2pgame.protocol.contract.contract import Genesis
from p2pgame.protocol.identity.keys import Identity
from p2pgame.protocol.link.handshake import Peer
from p2pgame.protocol.lobby.messages import Address
from p2pgame.protocol.log.verify import verify
from p2pgame.protocol.table.ledger import Ledger
from p2pgame.protocol.table.table import Table
from p2pgame.protocol.wire.errors import RemoteError
from trio.testing import MemoryReceiveStream, MemorySendStream, memory_stream_pair

from ..protocol import people
from .certificate import CERTIFICATE

MemoryStream: TypeAlias = "trio.StapledStream[MemorySendStream, MemoryReceiveStream]"
Cable: TypeAlias = "tuple[MemoryStream, MemoryStream]"
"""Both ends: the one that dialed, the one that was dialed."""

PAUSE = 0.1
"""Seconds that a bot thinks, so that there is time for something else to happen."""

HOURS = 7200
"""Seconds of the test's clock after which something hangs."""

NewsT = TypeVar("NewsT", bound=News)


class Person:
    """Somebody at the table: a live table with its log, and the news for its screen."""

    def __init__(self, folder: Path, genesis: Genesis, seat: int) -> None:
        self.identity = people.identity(seat)
        self.seat = seat
        self.news: list[News] = []
        self.log = LogFile(folder / f"{seat}.p2plog", new=True)
        self.log.keep_journal(genesis.id)
        self.log.begin(genesis)
        table = Table(Ledger(genesis, load(genesis.contract.game)), people.signer(genesis, seat))
        self.live = TableRunner(table, self.log, self.news.append)

    def told(self, kind: type[NewsT]) -> list[NewsT]:
        """All news of a kind."""
        return [news for news in self.news if isinstance(news, kind)]

    async def until(self, condition: Callable[[], bool]) -> None:
        """Wait for something that changes with the table."""
        await self.live.until(condition)


class Lan:
    """People at one table, and the cables between them: each link gets a new pair of streams."""

    def __init__(self, folder: Path, game: str, seats: int, walls: Iterable[tuple[int, int]] = ()) -> None:
        """`walls` stand between pairs of seats that cannot dial each other."""
        genesis = people.genesis(load(game), seats)
        self._walls = {frozenset(pair) for pair in walls}
        self.people = [Person(folder, genesis, seat) for seat in range(seats)]
        self.cables: list[Cable] = []

    def logs(self) -> list[bytes]:
        """Everybody's log."""
        return [person.log.path.read_bytes() for person in self.people]

    def histories(self) -> set[bytes]:
        """The heads at which the logs end. Logs of one history may differ in the acks that they hold."""
        return {verify(log, people.find_game).head for log in self.logs()}

    async def play(self, *others: Callable[[], Awaitable[object]]) -> None:
        """Everybody takes part until the table is over, and the others run beside that to their own end."""
        with trio.fail_after(HOURS):
            async with trio.open_nursery() as nursery:
                for person in self.people:
                    nursery.start_soon(self._take_part, person, nursery)
                for other in others:
                    nursery.start_soon(other)

    async def _take_part(self, person: Person, links: trio.Nursery) -> None:
        addresses = {other.seat: (Address("memory", other.seat + 1),) for other in self.people if other is not person}
        async with trio.open_nursery() as nursery:
            link_up = partial(self._link_up, person, links)
            nursery.start_soon(keep_linked, person.live, person.seat, addresses, link_up)
            nursery.start_soon(drive, person.live, BOTS["random"], random.Random(person.seat), PAUSE)
            await person.live.play()
            nursery.cancel_scope.cancel()

    async def _link_up(self, person: Person, nursery: trio.Nursery, address: Address, public: bytes) -> bool:
        if frozenset((person.seat, address.port - 1)) in self._walls:
            return False
        ours, theirs = memory_stream_pair()
        self.cables.append((ours, theirs))
        nursery.start_soon(take_in, self.people[address.port - 1], theirs)
        try:
            async with dial(nursery, ours, person.identity, unasked, public) as link:
                await person.live.serve(link)
        except RemoteError:
            return False
        return True


def cut(end: MemoryStream) -> None:
    """Nothing more leaves this end of a cable, not even that it is closed."""
    end.send_stream.send_all_hook = trio.sleep_forever
    end.send_stream.close_hook = None


async def take_in(person: Person, stream: trio.abc.Stream) -> None:
    """The listening end of a cable."""
    async with trio.open_nursery() as nursery:
        with suppress(RemoteError):
            async with accept(nursery, stream, person.identity, CERTIFICATE, open_door) as link:
                await person.live.serve(link)


async def visit(person: Person, identity: Identity, behave: Callable[[Link, Cable], Awaitable[object]]) -> None:
    """Somebody else comes in by a new cable and behaves in its own way."""
    ours, theirs = memory_stream_pair()
    async with trio.open_nursery() as nursery:
        nursery.start_soon(take_in, person, theirs)
        async with dial(nursery, ours, identity, unasked) as link:
            await behave(link, (ours, theirs))


def open_door(peer: Peer) -> None:
    """Everybody may come in."""


async def unasked(problem: str | None) -> str:
    """Nobody is asked for a code here."""
    raise AssertionError("asked for a code")
