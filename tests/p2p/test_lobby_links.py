"""The links of a lobby: a dead one is noticed within seconds, and a guest that lost its host comes back."""

from __future__ import annotations

from pathlib import Path

import pytest
import trio
from p2pgame.engine.games import load
from p2pgame.p2p.link.link import Link
from p2pgame.p2p.link.listener import LinkServer, listen, port_of
from p2pgame.p2p.lobby.joining import Joining
from p2pgame.p2p.store.log_location import LogLocation
from p2pgame.protocol.lobby.messages import (
    Address,
    Alive,
    Knock,
    Offer,
    Presence,
    Ready,
    decode_lobby_message,
    encode_lobby_message,
)
from p2pgame.protocol.table.messages import Leave
from p2pgame.protocol.wire.errors import Code, RefusedByPeer, RemoteError
from p2pgame.protocol.wire.limits import LOBBY_MESSAGES, LOBBY_SILENCE
from trio.testing import MockClock

from ..protocol.people import find_game
from .test_lobby import ADA, BEN, LOOPBACK, guest, hosted, no_code, presences, say, until

pytestmark = pytest.mark.trio


def _ignore(_news: object) -> None:
    """No screen."""


async def test_a_guest_whose_link_is_dead_gives_up_its_seat(tmp_path: Path, autojump_clock: MockClock) -> None:
    """Though no packet says that it has gone: it says nothing any more."""
    async with hosted(tmp_path, seats=3) as hall, guest(hall, 1, "Ben") as link:
        say(link, Ready())
        await until(link, lambda message: Presence.READY in presences(message)[1:])
        began = trio.current_time()
        left = await until(link, lambda message: isinstance(message, Leave))
        assert isinstance(left, Leave)
        assert left.code == Code.SILENT
        assert trio.current_time() - began == pytest.approx(LOBBY_SILENCE, abs=1.5)
        assert presences(hall.hosting.lobby.seen_from(0)) == (Presence.READY, Presence.FREE, Presence.FREE)


async def test_a_guest_that_says_now_and_then_that_it_is_alive_keeps_its_seat(
    tmp_path: Path, autojump_clock: MockClock
) -> None:
    """And gets the same from its host."""
    heard = 0
    async with hosted(tmp_path, seats=3) as hall, guest(hall, 1, "Ben") as link:
        say(link, Ready())
        with trio.move_on_after(5 * LOBBY_SILENCE):
            async for payload in link:
                if isinstance(decode_lobby_message(payload), Alive):
                    heard += 1
                    say(link, Alive())
        assert heard >= 4 * LOBBY_SILENCE
        assert Presence.READY in presences(hall.hosting.lobby.seen_from(0))[1:]


async def test_a_host_whose_link_is_dead_is_left(tmp_path: Path, autojump_clock: MockClock) -> None:
    """The guest does not wait in a lobby that is gone."""

    async def receive(link: Link, _knock: Knock) -> None:
        say(link, Offer("Ada", "tink", load("tink").rules, (), 2, coded=False))
        await trio.sleep_forever()

    listeners = await listen(0, LOOPBACK)
    joining = Joining(BEN, "Ben", find_game, LogLocation(tmp_path), _ignore, _ignore)
    began = trio.current_time()
    async with trio.open_nursery() as nursery:
        nursery.start_soon(LinkServer(ADA, lambda _peer: None, receive, _ignore).serve, listeners)
        addresses = (Address(LOOPBACK, port_of(listeners)),)
        with pytest.raises(RemoteError) as lost:
            await nursery.start(joining.attend, nursery, addresses, (), no_code)
        nursery.cancel_scope.cancel()
    assert lost.value.code == Code.SILENT
    assert trio.current_time() - began == pytest.approx(LOBBY_SILENCE, abs=1.5)


async def test_a_guest_sees_that_the_host_has_closed_the_lobby(tmp_path: Path) -> None:
    """It does not dial again then, as after a connection that was lost."""
    joining = Joining(BEN, "Ben", find_game, LogLocation(tmp_path / "ben"), _ignore, _ignore)
    ended: list[RemoteError] = []

    async def attend(nursery: trio.Nursery, address: Address) -> None:
        try:
            await nursery.start(joining.attend, nursery, (address,), (), no_code)
        except RemoteError as error:
            ended.append(error)

    async with trio.open_nursery() as nursery, hosted(tmp_path, seats=3) as hall:
        nursery.start_soon(attend, nursery, hall.address)
        while Presence.FREE in presences(hall.hosting.lobby.seen_from(0))[1:2]:
            await trio.sleep(0.01)
    (told,) = ended
    assert isinstance(told, RefusedByPeer)
    assert told.reason == Code.LOBBY_CLOSED


async def test_of_a_flooding_guest_a_limited_number_is_read_within_a_second(
    tmp_path: Path, autojump_clock: MockClock
) -> None:
    """The rest waits, on its side of the link."""
    async with hosted(tmp_path, seats=3) as hall, guest(hall, 1, "Ben") as link:
        began = trio.current_time()
        for _ in range(5 * LOBBY_MESSAGES):
            await link.send(encode_lobby_message(Alive()))
        say(link, Ready())
        await until(link, lambda message: Presence.READY in presences(message)[1:])
        assert 4 <= trio.current_time() - began <= 7
        assert hall.hosting.lobby.full is False
