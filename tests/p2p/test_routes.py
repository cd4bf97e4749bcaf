"""Where seats are dialed: nobody is made to knock at just any door (`spec/lobby.md`, "begin")."""

from __future__ import annotations

from pathlib import Path

import pytest
import trio
from p2pgame.engine.games import load
from p2pgame.p2p.lan.interfaces import Kind, OwnAddress, advertised_hosts, in_each_zone, is_on_link
from p2pgame.p2p.link.link import Link
from p2pgame.p2p.link.listener import LinkServer, listen, port_of
from p2pgame.p2p.lobby.joining import Joining
from p2pgame.p2p.store.addressbook import Book, book_path, read_book, write_book
from p2pgame.p2p.store.log_location import LogLocation
from p2pgame.p2p.table import routes
from p2pgame.p2p.table.routes import FIRST_REST, LONGEST_SILENCE, Routes
from p2pgame.p2p.table.seat_session import SeatSession
from p2pgame.protocol.contract.contract import Entry
from p2pgame.protocol.lobby.lobby import HostLobby
from p2pgame.protocol.lobby.messages import (
    Address,
    Begin,
    Enter,
    Knock,
    Offer,
    Ready,
    decode_lobby_message,
    encode_lobby_message,
)
from trio.testing import MockClock

from ..protocol.people import find_game, identity

LOOPBACK = "127.0.0.1"
HERE = (
    OwnAddress(Kind.LAN, "eth0", 2, "192.168.1.20", "192.168.1.0/24", up=True),
    OwnAddress(Kind.LINK_LOCAL, "eth0", 2, "fe80::20%eth0", "fe80::/64", up=True),
    OwnAddress(Kind.LINK_LOCAL, "wlan0", 3, "fe80::21%wlan0", "fe80::/64", up=True),
    OwnAddress(Kind.LOOPBACK, "lo", 1, "127.0.0.1", "127.0.0.0/8", up=True),
)
NEAR = Address("192.168.1.7", 4000)
FAR = Address("203.0.113.7", 443)


@pytest.fixture(autouse=True)
def own(monkeypatch: pytest.MonkeyPatch) -> None:
    """This machine is in a home's network."""
    monkeypatch.setattr(routes, "local_addresses", lambda: HERE)


@pytest.mark.parametrize(
    ("host", "near"),
    [
        ("192.168.1.7", True),
        ("fe80::7", True),
        ("fe80::7%wlan0", True),
        ("fe80::7%tun0", False),
        ("192.168.2.7", False),
        ("203.0.113.7", False),
        ("2001:db8::7", False),
        ("::ffff:192.168.1.7", False),
        ("::ffff:127.0.0.1", False),
        ("printer.local", False),
        ("localhost", False),
        ("", False),
    ],
)
def test_only_addresses_on_own_links_are_near(host: str, near: bool) -> None:
    """Names are no addresses, and no address hides another."""
    assert is_on_link(host, HERE) is near


def test_a_link_local_address_without_a_zone_is_tried_on_each_link() -> None:
    """A zone means something on one machine alone, so it is neither sent nor needed."""
    assert in_each_zone("fe80::7", HERE) == ("fe80::7%eth0", "fe80::7%wlan0")
    assert in_each_zone("fe80::7%eth0", HERE) == ("fe80::7%eth0",)
    assert in_each_zone("192.168.1.7", HERE) == ("192.168.1.7",)
    assert advertised_hosts(HERE) == ("192.168.1.20", "fe80::20", "fe80::21")
    assert advertised_hosts(HERE[3:]) == ("127.0.0.1",)


@pytest.mark.trio
async def test_unproven_addresses_are_dialed_only_on_own_links() -> None:
    """A proven or typed address is dialed everywhere, and first."""
    ways = Routes({1: (FAR, NEAR, NEAR)}, {})
    assert ways.get(1) == (NEAR,)
    ways.prove(1, FAR)
    assert ways.get(1) == (FAR, NEAR)
    typed = Address("friend.example.org", 4000)
    ways.type_in([typed])
    assert ways.get(1) == (typed, FAR, NEAR)
    assert ways.get(2, ()) == (typed,)


@pytest.mark.trio
async def test_an_address_of_another_program_rests_longer_each_time(autojump_clock: MockClock) -> None:
    """A service that has nothing to do with the table is knocked at less and less."""
    ways, dialed = Routes({1: (NEAR,)}, {}), 0
    with trio.move_on_after(600):
        while True:
            for address in ways[1]:
                dialed += 1
                ways.answered_by_another(1, address)
            await trio.sleep(0.2)
    assert 5 <= dialed <= 8
    await trio.sleep(FIRST_REST * 64)
    ways.prove(1, NEAR)
    ways.answered_by_another(1, NEAR)
    await trio.sleep(FIRST_REST + 0.1)
    assert ways.get(1) == (NEAR,), "once it was right, it rests as at first"


@pytest.mark.trio
async def test_a_silent_address_rests_for_seconds_and_a_proven_one_not_at_all(autojump_clock: MockClock) -> None:
    """A machine that starts again is found soon."""
    ways = Routes({1: (NEAR,)}, {})
    for _ in range(20):
        ways.unanswered(1, NEAR)
    assert ways.get(1) == ()
    await trio.sleep(LONGEST_SILENCE + 0.1)
    assert ways.get(1) == (NEAR,)
    ways.prove(1, NEAR)
    ways.unanswered(1, NEAR)
    assert ways.get(1) == (NEAR,)


def test_where_seats_have_proven_their_keys_is_kept_for_another_evening(tmp_path: Path) -> None:
    """A name in that file is no address."""
    log = tmp_path / "a.p2plog"
    book = Book(4000, {0: (NEAR,), 1: ()}, proven={0: (FAR,)})
    write_book(log, book, 2)
    assert read_book(log) == book
    book_path(log).write_text('{"port": 4000, "seats": [[["printer.example.org", 631]]]}', "utf-8")
    assert read_book(log) == Book()


class Service:
    """A program on this machine that has nothing to do with the table; it counts its visitors."""

    def __init__(self) -> None:
        self.visitors = 0

    async def serve(self, stream: trio.SocketStream) -> None:
        """Let a visitor say something."""
        self.visitors += 1
        async with stream:
            await stream.receive_some()


class NamingHost:
    """A host that begins a table for three, and names these addresses as those of every seat."""

    def __init__(self, address: Address, named: tuple[Address, ...]) -> None:
        self._named = named
        offer = Offer("Ada", "tink", load("tink").rules, (), 3, coded=False)
        self._lobby = HostLobby(identity(0), offer, (address,))
        self._lobby.join(identity(2).public, "Cleo", named)

    async def receive(self, link: Link, knock: Knock) -> None:
        """Seat a guest, begin, and hang up soon."""

        def say(message: object) -> None:
            link.send_nowait(encode_lobby_message(message))  # type: ignore[arg-type]  # of the lobby

        seat = self._lobby.join(link.peer.public, knock.name, self._named)
        say(self._lobby.offer)
        say(self._lobby.seen_from(seat))
        async for payload in link:
            match decode_lobby_message(payload):
                case Ready():
                    say(self._lobby.propose(bytes(32), b"s" * 32))
                    self._let_cleo_enter()
                case Enter(entry):
                    self._lobby.enter(link.peer.public, entry)
                    _, begin = self._lobby.begin()
                    say(Begin(begin.entries, (self._named,) * 3))
                    await trio.sleep(1)
                    return

    def _let_cleo_enter(self) -> None:
        assert self._lobby.contract is not None
        entry = Entry.signed(identity(2), self._lobby.contract, 1, b"c" * 32)
        self._lobby.enter(identity(2).public, entry)


@pytest.mark.trio
async def test_a_hosts_begin_makes_guests_knock_at_no_strangers_door(tmp_path: Path, mock_clock: MockClock) -> None:
    """A service on this machine is named as every address of two seats. The guest connects to it a few times in
    minutes."""
    mock_clock.rate = 20
    service = Service()
    services, listeners = await listen(0, LOOPBACK), await listen(0, LOOPBACK)
    address = Address(LOOPBACK, port_of(listeners))
    host = NamingHost(address, (Address(LOOPBACK, port_of(services)),) * 8)
    joining = Joining(identity(1), "Ben", find_game, LogLocation(tmp_path), ignore, ignore)
    reception = LinkServer(identity(0), lambda _peer: None, host.receive, ignore)
    with trio.move_on_after(180):
        async with trio.open_nursery() as nursery:
            nursery.start_soon(reception.serve, listeners)
            nursery.start_soon(trio.serve_listeners, service.serve, services)
            seated: SeatSession = await nursery.start(joining.attend, nursery, (address,), (), no_code)
            await seated.play()
    assert 1 <= service.visitors <= 14, "twice at once, and then after 5, 10, 20 ... seconds"


def ignore(_news: object) -> None:
    """No screen."""


async def no_code(_problem: str | None) -> str:
    """The table is open."""
    raise AssertionError("asked for a code")
