"""A guest that loses its host while the lobby waits: it comes back by itself."""

from __future__ import annotations

import io
from collections.abc import AsyncGenerator, Iterator
from contextlib import asynccontextmanager, suppress
from pathlib import Path

import pytest
import trio
from p2pgame.cli.lines.front import LineFront
from p2pgame.cli.net import guest_session
from p2pgame.cli.net.guest_session import GuestSession
from p2pgame.cli.net.join_target import JoinTarget
from p2pgame.cli.profile.who import Me
from p2pgame.cli.terminal.output import Output
from p2pgame.engine.games import load
from p2pgame.p2p.link.link import Link
from p2pgame.p2p.link.listener import LinkServer, listen, port_of
from p2pgame.p2p.store.log_location import LogLocation
from p2pgame.protocol.link.pairing import CodeKeeper
from p2pgame.protocol.lobby.messages import Address, Knock, Offer, Presence, encode_lobby_message
from p2pgame.protocol.wire.errors import RemoteError

from ...p2p.lan import lasting_port
from ...p2p.test_lobby import ADA, BEN, LOOPBACK, Hall, hosted, presences
from ..running import typing

pytestmark = pytest.mark.trio


@pytest.fixture(autouse=True)
def stdin() -> Iterator[None]:
    """Nobody types."""
    with typing():
        yield


@asynccontextmanager
async def cable(hall: Hall, port: int) -> AsyncGenerator[Address]:
    """A way to the host, that is cut when the block is left."""

    async def pass_on(source: trio.SocketStream, sink: trio.SocketStream) -> None:
        with suppress(trio.BrokenResourceError, trio.ClosedResourceError):
            async for data in source:
                await sink.send_all(data)

    async def meet(near: trio.SocketStream) -> None:
        far = await trio.open_tcp_stream(hall.address.host, hall.address.port)
        async with near, far, trio.open_nursery() as nursery:
            nursery.start_soon(pass_on, near, far)
            nursery.start_soon(pass_on, far, near)

    async with trio.open_nursery() as nursery:
        listeners = await listen(port, LOOPBACK)
        nursery.start_soon(trio.serve_listeners, meet, listeners)
        yield Address(LOOPBACK, port)
        nursery.cancel_scope.cancel()


async def seated(hall: Hall, presence: Presence) -> None:
    """Wait until the guest's seat has come so far."""
    while presences(hall.hosting.lobby.seen_from(0))[1] is not presence:
        await trio.sleep(0.01)


async def test_a_guest_that_lost_its_host_in_the_lobby_comes_back_by_itself(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """With the code that was given once, ready as before; it says that the connection was lost."""
    monkeypatch.setattr(guest_session, "RETRY", 0.05)
    keeper, printed = CodeKeeper(bytes(32)), io.StringIO()
    front = LineFront(Output(printed, screen=False, colour=False, wraps=False), "random", keeper.code)
    me, port = Me(BEN, "Ben", LogLocation(tmp_path / "ben")), lasting_port()
    async with hosted(tmp_path, seats=3, keeper=keeper) as hall, trio.open_nursery() as nursery:
        async with cable(hall, port) as address:
            nursery.start_soon(GuestSession(me, JoinTarget((address,)), front).run)
            await seated(hall, Presence.READY)
        await seated(hall, Presence.FREE)
        async with cable(hall, port):
            await seated(hall, Presence.READY)
            nursery.cancel_scope.cancel()
    assert printed.getvalue().count("Connection lost. Retrying for 2 minutes ...") == 1


async def test_a_host_that_hangs_up_again_and_again_is_left(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """It lets the guest in each time, so that the guest would hope for ever."""
    monkeypatch.setattr(guest_session, "RETRY", 0.0)
    printed = io.StringIO()
    front = LineFront(Output(printed, screen=False, colour=False, wraps=False), "random")
    game = load("tink")

    async def receive(link: Link, _knock: Knock) -> None:
        await link.send(encode_lobby_message(Offer("Ada", "tink", game.rules, (), 2, coded=False)))

    listeners = await listen(0, LOOPBACK)
    async with trio.open_nursery() as nursery:
        nursery.start_soon(LinkServer(ADA, lambda _peer: None, receive, lambda _error: None).serve, listeners)
        me, target = Me(BEN, "Ben", LogLocation(tmp_path)), JoinTarget((Address(LOOPBACK, port_of(listeners)),))
        with pytest.RaisesGroup(RemoteError, flatten_subgroups=True):
            await GuestSession(me, target, front).run()
        nursery.cancel_scope.cancel()
    assert printed.getvalue().count("Connection lost") == guest_session.LOSSES


async def test_a_guest_whose_host_closed_the_lobby_ends_in_a_sentence(tmp_path: Path) -> None:
    """At once, without trying again."""
    front = LineFront(Output(io.StringIO(), screen=False, colour=False, wraps=False), "random")
    me = Me(BEN, "Ben", LogLocation(tmp_path / "ben"))
    with pytest.RaisesGroup(pytest.RaisesExc(RemoteError, match="the host closed this table"), flatten_subgroups=True):
        async with trio.open_nursery() as nursery, hosted(tmp_path, seats=3) as hall:
            nursery.start_soon(GuestSession(me, JoinTarget((hall.address,)), front).run)
            await seated(hall, Presence.READY)
