"""Where connections come in: strangers in bounded numbers and time, over the loopback interface."""

from __future__ import annotations

import errno
import random
import socket
from collections.abc import AsyncGenerator
from contextlib import AsyncExitStack, asynccontextmanager, suppress
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace
from typing import cast

import pytest
import trio
from p2pgame.engine.bots import BOTS
from p2pgame.engine.games import load
from p2pgame.engine.options import complete
from p2pgame.p2p.lan.interfaces import zone
from p2pgame.p2p.link.dialing import dial_address
from p2pgame.p2p.link.link import PROOF_SECONDS, Link
from p2pgame.p2p.link.listener import KNOCK_SECONDS, LinkServer, PortTaken, listen, port_of, seen_from
from p2pgame.p2p.link.strangers import STRANGERS
from p2pgame.p2p.lobby.hosting import Hosting
from p2pgame.p2p.lobby.joining import Joining
from p2pgame.p2p.store.log_location import LogLocation
from p2pgame.p2p.table.bot_player import drive
from p2pgame.p2p.table.seat_session import SeatSession
from p2pgame.protocol.lobby.messages import Address, Knock, Offer, Purpose, decode_lobby_message, encode_lobby_message
from p2pgame.protocol.table.messages import Chat
from p2pgame.protocol.wire.errors import Code, RemoteError
from trio.testing import MockClock, wait_all_tasks_blocked

from ..protocol import people
from .memory_lan import open_door

pytestmark = pytest.mark.trio

LOOPBACK = "127.0.0.1"
HOST, GUEST = people.identity(0), people.identity(1)
KNOCK = Knock(Purpose.MESH, b"t" * 32, "", ())


class Hall:
    """A server that listens, with the peers that it has let in and turned away."""

    def __init__(self) -> None:
        self.came: list[bytes] = []
        self.turned: list[RemoteError] = []
        self.address = Address(LOOPBACK, 1)
        self.server = LinkServer(HOST, open_door, self._receive, self.turned.append)

    async def _receive(self, link: Link, knock: Knock) -> None:
        self.came.append(link.peer.public)
        await link.send(encode_lobby_message(Chat("come in")))


@asynccontextmanager
async def open_hall() -> AsyncGenerator[Hall]:
    """A server for as long as the block lasts."""
    hall = Hall()
    listeners = await listen(0, LOOPBACK)
    hall.address = Address(LOOPBACK, port_of(listeners))
    async with trio.open_nursery() as nursery:
        nursery.start_soon(hall.server.serve, listeners)
        yield hall
        nursery.cancel_scope.cancel()


async def come_in(address: Address) -> None:
    """Dial, knock and get an answer."""
    async with trio.open_nursery() as nursery, dial_address(nursery, address, GUEST) as link:
        await link.send(encode_lobby_message(KNOCK))
        assert await anext(link) == encode_lobby_message(Chat("come in"))


async def stranger(address: Address) -> trio.SocketStream:
    """A connection that says nothing."""
    return await trio.open_tcp_stream(address.host, address.port)


async def test_a_proven_peer_that_knocks_comes_in() -> None:
    """And is answered."""
    async with open_hall() as hall:
        await come_in(hall.address)
        assert hall.came == [GUEST.public]
        assert hall.turned == []


async def test_one_stranger_too_many_ends_the_oldest() -> None:
    """So that connections which are only held open keep nobody out."""
    async with open_hall() as hall:
        async with AsyncExitStack() as held:
            oldest, *_ = [await held.enter_async_context(await stranger(hall.address)) for _ in range(STRANGERS + 1)]
            assert await oldest.receive_some() == b""
            await come_in(hall.address)
        assert hall.came == [GUEST.public]
        assert Code.TOO_SLOW not in {error.code for error in hall.turned}


async def test_a_connection_that_waits_for_room_is_closed_when_listening_ends() -> None:
    """It was accepted, and nobody else knows of it."""
    async with AsyncExitStack() as held:
        async with open_hall() as hall:
            strangers = [await held.enter_async_context(await stranger(hall.address)) for _ in range(STRANGERS + 1)]
            await wait_all_tasks_blocked(0.01)
        with trio.fail_after(10), suppress(trio.BrokenResourceError):
            assert await strangers[-1].receive_some(1) == b""


class Crowded:
    """A listener of a machine that has no room for a connection at first."""

    def __init__(self, listener: trio.SocketListener, failures: int) -> None:
        self._listener = listener
        self._failures = failures

    async def accept(self) -> trio.SocketStream:
        """The next connection, after some failures."""
        if self._failures:
            self._failures -= 1
            raise OSError(errno.EMFILE, "Too many open files")
        return await self._listener.accept()

    async def aclose(self) -> None:
        """Close it."""
        await self._listener.aclose()


async def test_a_machine_without_room_accepts_later_and_prints_nothing(
    caplog: pytest.LogCaptureFixture, autojump_clock: MockClock
) -> None:
    """Strangers may hold many files open; what is printed then would stand over the board."""
    hall = Hall()
    [listener] = await listen(0, LOOPBACK)
    hall.address = Address(LOOPBACK, port_of([listener]))
    async with trio.open_nursery() as nursery:
        crowded = cast(trio.SocketListener, Crowded(listener, failures=3))
        nursery.start_soon(hall.server.serve, [crowded])
        await come_in(hall.address)
        nursery.cancel_scope.cancel()
    assert hall.came == [GUEST.public]
    assert not caplog.records


async def test_a_stranger_that_proves_nothing_is_cut(autojump_clock: MockClock) -> None:
    """In bounded time."""
    async with open_hall() as hall:
        began = trio.current_time()
        async with await stranger(hall.address) as connection:
            assert await connection.receive_some() == b""
        assert trio.current_time() - began == pytest.approx(PROOF_SECONDS)
        assert [error.code for error in hall.turned] == [Code.TOO_SLOW]


async def test_a_proven_peer_that_does_not_knock_is_cut(autojump_clock: MockClock) -> None:
    """It must knock."""
    async with open_hall() as hall:
        async with trio.open_nursery() as nursery, dial_address(nursery, hall.address, GUEST) as link:
            assert [payload async for payload in link] == []
        assert [error.code for error in hall.turned] == [Code.TOO_SLOW]
        assert KNOCK_SECONDS >= PROOF_SECONDS


async def test_a_first_message_must_be_a_knock() -> None:
    """Chat before one has come in."""
    async with open_hall() as hall, trio.open_nursery() as nursery, dial_address(nursery, hall.address, GUEST) as link:
        await link.send(encode_lobby_message(Chat("hello")))
        assert [payload async for payload in link] == []
        await wait_all_tasks_blocked()
        assert [error.code for error in hall.turned] == [Code.OUT_OF_TURN]


@pytest.mark.parametrize("noise", [b"GET / HTTP/1.1\r\n\r\n", bytes(100), b"\x16\x03\x01\xff\xff" + bytes(500)])
async def test_a_stranger_with_another_protocol_is_refused(noise: bytes) -> None:
    """Others come in as before."""
    async with open_hall() as hall:
        async with await stranger(hall.address) as connection:
            await connection.send_all(noise)
            await connection.send_eof()
            while await connection.receive_some():
                pass
        await come_in(hall.address)
        assert hall.came == [GUEST.public]
        assert {error.code for error in hall.turned} <= {Code.NOT_P2PGAME, Code.HUNG_UP}
        assert hall.turned


async def test_a_port_that_is_taken_is_a_sentence() -> None:
    """If it was asked for; else another one is found."""
    async with open_hall() as hall:
        with pytest.raises(PortTaken, match=f"port {hall.address.port} is in use"):
            await listen(hall.address.port, LOOPBACK)


class Flood:
    """Two hundred connections of strangers; some only hold on, some send noise."""

    def __init__(self, address: Address) -> None:
        self._address = address
        self.is_there = trio.Event()
        """All of them are connected."""

    async def come(self) -> None:
        """Connect, and hold on."""
        async with AsyncExitStack() as held:
            for number in range(200):
                connection = await held.enter_async_context(await stranger(self._address))
                if number % 2:
                    await connection.send_all(bytes(50))
            self.is_there.set()
            await trio.sleep_forever()


async def test_a_flood_of_strangers_does_not_stop_a_game(tmp_path: Path) -> None:
    """They come to the host while a table is played."""
    game = load("tink")
    listeners = await listen(0, LOOPBACK)
    address = Address(LOOPBACK, port_of(listeners))
    offer = Offer("Ada", game.id, game.rules, tuple(complete(game.options, {}).items()), 2, coded=False)
    keeping = [LogLocation(tmp_path, tmp_path / f"{seat}.p2plog") for seat in range(2)]
    hosting = Hosting(HOST, offer, game, (address,), None, keeping[0], _ignore, _ignore)
    joining = Joining(GUEST, "Ben", people.find_game, keeping[1], _ignore, _ignore)
    flood = Flood(address)

    with trio.fail_after(120):
        async with trio.open_nursery() as nursery:
            nursery.start_soon(hosting.serve, listeners)
            guest: SeatSession = await nursery.start(joining.attend, nursery, (address,), (), _unasked)
            host = await hosting.wait_begun()
            nursery.start_soon(flood.come)
            async with trio.open_nursery() as playing:
                for seated in (host, guest):
                    playing.start_soon(_play, seated, flood.is_there)
            nursery.cancel_scope.cancel()
    assert host.live.table.ledger.now.closed
    assert keeping[0].file is not None
    assert keeping[1].file is not None
    assert keeping[0].file.read_bytes() == keeping[1].file.read_bytes()


async def _play(seated: SeatSession, flooded: trio.Event) -> None:
    """Play while all of the flood is there."""
    async with trio.open_nursery() as nursery:

        async def drive_when_flooded() -> None:
            await flooded.wait()
            await drive(seated.live, BOTS["random"], random.Random(seated.seat))

        nursery.start_soon(drive_when_flooded)
        await seated.play()
        nursery.cancel_scope.cancel()


async def _unasked(problem: str | None) -> str:
    """An open table asks for no code."""
    raise AssertionError("asked for a code")


def _ignore(news: object) -> None:
    """Nobody looks at a screen here."""


class Call:
    """A connection from somewhere."""

    def __init__(self, *name: str | int) -> None:
        self.socket = SimpleNamespace(getpeername=lambda: name)


@pytest.mark.parametrize(
    ("name", "seen"),
    [
        (("fe80::7", 5, 0, 1), f"fe80::7%{zone(1)}"),
        (("fe80::7%1", 5, 0, 1), f"fe80::7%{zone(1)}"),
        (("2001:db8::7", 5, 0, 0), "2001:db8::7"),
        (("169.254.3.4", 5), "169.254.3.4"),
    ],
)
async def test_where_a_peer_came_from_is_where_it_is_dialed(name: tuple[str | int, ...], seen: str) -> None:
    """An IPv6 link-local address in the zone that it has here, and never in one of another machine; no loopback."""
    said = (Address("fe80::7%wlan9", 4000), Address("192.168.1.7", 4000), Address("127.0.0.1", 4000))
    knock = seen_from(cast(trio.SocketStream, Call(*name)), replace(KNOCK, addresses=said))
    told = () if seen.startswith("fe80::7%") else (Address("fe80::7", 4000),)
    assert knock.addresses == (Address(seen, 4000), *told, said[1])
    assert decode_lobby_message(encode_lobby_message(knock)) == knock
    for each in knock.addresses:
        socket.getaddrinfo(each.host, each.port, flags=socket.AI_NUMERICHOST)
