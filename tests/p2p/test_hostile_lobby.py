"""Hosts and guests that say in a lobby what they should not: refused in a sentence, and nobody else is harmed."""

from __future__ import annotations

from collections.abc import AsyncGenerator, Awaitable, Callable
from contextlib import asynccontextmanager, suppress
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
import trio
from p2pgame.engine.games import load
from p2pgame.p2p.link.dialing import Unreachable, dial_address
from p2pgame.p2p.link.link import Link
from p2pgame.p2p.link.listener import LinkServer, listen, port_of
from p2pgame.p2p.link.outbox import BYTES
from p2pgame.p2p.lobby.events import LobbyChat, LobbyNews
from p2pgame.p2p.lobby.hosting import Hosting
from p2pgame.p2p.lobby.joining import Joining
from p2pgame.p2p.store.log_location import LogLocation
from p2pgame.protocol.contract.contract import Contract, Entry, Seat
from p2pgame.protocol.identity.fingerprint import short
from p2pgame.protocol.identity.keys import Identity
from p2pgame.protocol.lobby.messages import (
    FREE_PLACE,
    Address,
    Begin,
    Enter,
    Knock,
    Lobby,
    LobbyMessage,
    Offer,
    Place,
    Presence,
    Propose,
    Purpose,
    Ready,
    decode_lobby_message,
    encode_lobby_message,
)
from p2pgame.protocol.table.messages import Chat, Leave
from p2pgame.protocol.wire.errors import Code, RemoteError
from p2pgame.protocol.wire.limits import CHAT_LINES, COMINGS_SECONDS, LOBBY_COMINGS, LOBBY_MESSAGES, LOBBY_NEWS, SEATS
from trio.testing import MockClock

from ..protocol.people import find_game, identity
from ..protocol.refusals import refused

HOST, GUEST, OTHER = identity(0), identity(1), identity(2)
OFFER = Offer("Ada", "tink", load("tink").rules, (), 2, coded=False)
CONTRACT = Contract(
    OFFER.game, OFFER.rules, OFFER.options, (Seat(HOST.public, "Ada"), Seat(GUEST.public, "Ben")), 0, 0, bytes(32)
)
TAKEN = Place("Ada", short(HOST.public), Presence.READY)
SEATS_SHOWN = Lobby((TAKEN, Place("Ben", short(GUEST.public), Presence.READY)), 1)
ESCAPE = "\x1b[2J\u202e"
LOOPBACK = "127.0.0.1"
Play = Callable[[Link], Awaitable[None]]


def ignore(_news: object) -> None:
    """No screen."""


async def no_code(_problem: str | None) -> str:
    """No table of these tests has one."""
    raise AssertionError("asked for a code")


def say(link: Link, message: LobbyMessage) -> None:
    """Send a message, also against the rules."""
    link.send_nowait(encode_lobby_message(message))


def talk(joining: Joining, size: int) -> None:
    """Have a guest send more than that many bytes at once."""
    for _ in range(size // 400):
        joining.say("x" * 400)


async def refused_by_guest(tmp_path: Path, host: Play, heard: Callable[[LobbyNews], None] = ignore) -> RemoteError:
    """Why a guest leaves a host that plays like this."""

    async def receive(link: Link, _knock: Knock) -> None:
        await host(link)

    server = LinkServer(HOST, lambda _peer: None, receive, ignore)
    listeners = await listen(0, LOOPBACK)
    address = Address(LOOPBACK, port_of(listeners))
    joining = Joining(GUEST, "Ben", find_game, LogLocation(tmp_path), heard, ignore)
    async with trio.open_nursery() as nursery:
        nursery.start_soon(server.serve, listeners)
        with pytest.raises(RemoteError) as caught:
            await nursery.start(joining.attend, nursery, (address,), (), no_code)
        nursery.cancel_scope.cancel()
    return caught.value


@asynccontextmanager
async def lobby(tmp_path: Path, seats: int = 3, heard: Callable[[LobbyNews], None] = ignore) -> AsyncGenerator[Address]:
    """A real host's lobby; leaving the block ends it."""
    listeners = await listen(0, LOOPBACK)
    address = Address(LOOPBACK, port_of(listeners))
    game = load("ten")
    options = tuple((option.name, option.default) for option in game.options)
    offer = Offer("Ada", game.id, game.rules, options, seats, coded=False)
    hosting = Hosting(HOST, offer, game, (address,), None, LogLocation(tmp_path), heard, ignore)
    async with trio.open_nursery() as nursery:
        nursery.start_soon(hosting.serve, listeners)
        yield address
        nursery.cancel_scope.cancel()


@pytest.mark.parametrize("host", ["a..b", "x" * 64, "\0", "", "ü" * 32, "\u202e", " ", "%", "::1%", "1.2.3.4.5"])
@pytest.mark.trio
async def test_an_impossible_address_is_unreachable(host: str) -> None:
    """Typed or received: a sentence, and no error of Python's."""
    async with trio.open_nursery() as nursery:
        with pytest.raises(Unreachable):
            async with dial_address(nursery, Address(host, 1), GUEST):
                raise AssertionError("somebody is there")


@pytest.mark.parametrize("host", ["printer.example.org", "localhost", "", "a..b", "224.0.0.251", "::", "ff02::fb"])
def test_nobody_is_made_to_dial_a_name_or_a_group(host: str) -> None:
    """A guest's addresses are dialed by all others: they are one machine's, and nothing is looked up for them."""
    begin = Begin((Entry(bytes(32), bytes(32), bytes(64)),), ((Address(host, 1),),))
    for message in (Knock(Purpose.JOIN, b"", "Eve", (Address(host, 1),)), begin):
        with refused(Code.OUT_OF_BOUNDS, "address"):
            decode_lobby_message(encode_lobby_message(message))


@pytest.mark.trio
async def test_a_host_that_offers_twice_is_left(tmp_path: Path) -> None:
    """Else a guest could sign one game and sit down to another."""

    async def host(link: Link) -> None:
        say(link, OFFER)
        say(link, SEATS_SHOWN)
        say(link, Propose(CONTRACT))
        async for payload in link:
            match decode_lobby_message(payload):
                case Enter(entry):
                    say(link, Offer("Ada", "tetris", load("tetris").rules, (), 2, coded=False))
                    say(link, Begin((Entry.signed(HOST, CONTRACT, 0, bytes(32)), entry), ((), ())))

    assert (await refused_by_guest(tmp_path, host)).code is Code.OUT_OF_TURN


@pytest.mark.trio
async def test_texts_of_a_host_are_cleaned(tmp_path: Path) -> None:
    """Its name, the guests' names and fingerprints, and its chat reach no terminal as they are."""
    heard: list[LobbyNews] = []

    async def host(link: Link) -> None:
        say(link, replace(OFFER, host=f"A{ESCAPE}da"))
        say(link, Lobby((Place(f"A{ESCAPE}da", ESCAPE, Presence.READY), Place("Ben", ESCAPE, Presence.HERE)), 1))
        say(link, Chat(f"hello{ESCAPE}"))

    await refused_by_guest(tmp_path, host, heard.append)
    assert len(heard) == 3
    assert "\\x1b" not in repr(heard)


@pytest.mark.trio
@pytest.mark.parametrize(
    "changed",
    [{"game": ESCAPE}, {"options": ((ESCAPE, True),)}, {"seats": 5}, {"options": (("window", 1 << 63),)}],
    ids=repr,
)
async def test_an_offer_that_cannot_be_played_is_left_at_once(tmp_path: Path, changed: dict[str, Any]) -> None:
    """In a sentence that shows nothing of it as it is."""

    async def host(link: Link) -> None:
        say(link, replace(OFFER, **changed))

    error = await refused_by_guest(tmp_path, host)
    assert error.code is Code.BAD_CONTRACT
    assert error.sentence.isprintable()


@pytest.mark.trio
async def test_a_host_that_proposes_and_is_gone_is_left(tmp_path: Path) -> None:
    """The answers to its many proposals go nowhere, which is no error of ours."""

    async def host(link: Link) -> None:
        say(link, OFFER)
        say(link, SEATS_SHOWN)
        for _ in range(50):
            say(link, Propose(CONTRACT))

    assert (await refused_by_guest(tmp_path, host)).code is Code.HUNG_UP


@pytest.mark.trio
async def test_a_host_that_never_reads_is_refused_in_a_sentence(tmp_path: Path) -> None:
    """When its outbox is full."""
    listeners = await listen(0, LOOPBACK)
    server = LinkServer(HOST, lambda _peer: None, lambda _link, _knock: trio.sleep_forever(), ignore)
    joining = Joining(GUEST, "Ben", find_game, LogLocation(tmp_path), ignore, ignore)
    async with trio.open_nursery() as nursery:
        nursery.start_soon(server.serve, listeners)
        addresses = (Address(LOOPBACK, port_of(listeners)),)
        nursery.start_soon(nursery.start, joining.attend, nursery, addresses, (), no_code)
        while joining.host is None:
            await trio.sleep(0.01)
        with pytest.raises(RemoteError) as caught:
            talk(joining, 16 * BYTES)  # the sockets take several of them
        assert caught.value.code is Code.NEVER_READS
        nursery.cancel_scope.cancel()


@pytest.mark.parametrize(
    "message",
    [
        Enter(Entry(bytes(32), bytes(32), bytes(64))),
        Begin((Entry(bytes(32), bytes(32), bytes(64)),), ((),)),
        Lobby((TAKEN, FREE_PLACE), 0),
        OFFER,
        Knock(Purpose.JOIN, b"", "Eve", ()),
        Knock(Purpose.WATCH, b"", "Eve", ()),
    ],
    ids=lambda message: type(message).__name__,
)
@pytest.mark.trio
async def test_a_guest_that_speaks_out_of_turn_loses_its_seat_only(tmp_path: Path, message: LobbyMessage) -> None:
    """The next guest gets the offer, and the seat."""
    async with lobby(tmp_path) as address, trio.open_nursery() as nursery:
        async with dial_address(nursery, address, OTHER) as link:
            say(link, Knock(Purpose.JOIN, b"", "Eve", ()))
            say(link, message)
            async for _ in link:
                pass
        async with dial_address(nursery, address, GUEST) as link:
            say(link, Knock(Purpose.JOIN, b"", "Ben", ()))
            assert isinstance(decode_lobby_message(await anext(link)), Offer)
            seats = decode_lobby_message(await anext(link))
            assert isinstance(seats, Lobby)
            assert [place.name for place in seats.places] == ["Ada", "Ben", ""]


@pytest.mark.trio
async def test_chat_of_a_guest_that_floods_is_limited(tmp_path: Path) -> None:
    """Lines that nobody can read are neither shown nor passed on."""
    heard: list[LobbyNews] = []
    async with (
        lobby(tmp_path, heard=heard.append) as address,
        trio.open_nursery() as nursery,
        dial_address(nursery, address, OTHER) as link,
    ):
        say(link, Knock(Purpose.JOIN, b"", "Eve", ()))
        started = trio.current_time()
        for _ in range(400):
            say(link, Chat("x"))
        say(link, Knock(Purpose.JOIN, b"", "Eve", ()))
        async for _ in link:
            pass
        seconds = trio.current_time() - started
    lines = [news for news in heard if isinstance(news, LobbyChat)]
    assert CHAT_LINES <= len(lines) <= CHAT_LINES * (seconds + 2)


async def seated_guest(
    nursery: trio.Nursery, address: Address, number: int, *, task_status: trio.TaskStatus[Link]
) -> None:
    """A guest with a key of its own that has a seat in the lobby, until cancelled."""
    async with dial_address(nursery, address, Identity(bytes([100 + number]) * 32)) as link:
        say(link, Knock(Purpose.JOIN, b"", f"Eve {number}", ()))
        assert isinstance(decode_lobby_message(await anext(link)), Offer)
        task_status.started(link)
        await trio.sleep_forever()


@asynccontextmanager
async def as_guest(address: Address, number: int) -> AsyncGenerator[Link]:
    """The same for as long as the block runs."""
    async with trio.open_nursery() as nursery:
        yield await nursery.start(seated_guest, nursery, address, number)
        nursery.cancel_scope.cancel()


async def until(condition: Callable[[], bool]) -> None:
    """Wait until it holds, on a clock that stands still."""
    while not condition():
        await trio.sleep(0)


@pytest.mark.trio
async def test_a_second_ready_has_no_effect(tmp_path: Path) -> None:
    """Each screen shows it once at most."""
    heard: list[LobbyNews] = []
    async with lobby(tmp_path, heard=heard.append) as address, as_guest(address, 7) as link:
        for _ in range(500):
            say(link, Ready())
        say(link, Chat("done"))
        await until(lambda: isinstance(heard[-1], LobbyChat))
        assert [type(news) for news in heard] == [Lobby, Lobby, LobbyChat]


@pytest.mark.trio
async def test_ever_new_guests_share_the_limit_of_one_seat(tmp_path: Path, mock_clock: MockClock) -> None:
    """A new key and a new link are no new allowance of chat: it is the seat's."""
    heard: list[LobbyNews] = []
    async with lobby(tmp_path, seats=2, heard=heard.append) as address:
        for number in range(LOBBY_COMINGS):
            async with as_guest(address, number) as link:
                for _ in range(2 * CHAT_LINES):
                    say(link, Chat("x"))
                say(link, Ready())
                await until(lambda: any(place.presence is Presence.READY for place in heard_places(heard)[1:]))
            await until(lambda: heard_places(heard)[1] == FREE_PLACE)
    assert len([news for news in heard if isinstance(news, LobbyChat)]) == CHAT_LINES


def heard_places(heard: list[LobbyNews]) -> tuple[Place, ...]:
    """The latest list of seats; all seats are free before that."""
    return next((news.places for news in reversed(heard) if isinstance(news, Lobby)), (FREE_PLACE,) * 2)


@pytest.mark.trio
async def test_e412_guests_that_come_and_go_get_seats_up_to_a_limit(tmp_path: Path, mock_clock: MockClock) -> None:
    """Otherwise all guests would be notified of each. Some seconds later there is room again."""
    heard: list[LobbyNews] = []
    async with lobby(tmp_path, seats=2, heard=heard.append) as address:
        for number in range(LOBBY_COMINGS):
            async with as_guest(address, number):
                pass
            await until(lambda: heard_places(heard)[1] == FREE_PLACE)
        assert await refusal_of(address, GUEST) == Code.TOO_MANY_COME
        mock_clock.jump(COMINGS_SECONDS)
        async with as_guest(address, 77):
            assert heard_places(heard)[1].name == "Eve 77"


async def refusal_of(address: Address, who: Identity) -> int:
    """Why somebody gets no seat in a lobby."""
    async with trio.open_nursery() as nursery, dial_address(nursery, address, who) as link:
        say(link, Knock(Purpose.JOIN, b"", "Ben", ()))
        message = decode_lobby_message(await anext(link))
    assert isinstance(message, Leave)
    return message.code


@pytest.mark.trio
async def test_chat_of_a_host_that_floods_is_limited(tmp_path: Path, mock_clock: MockClock) -> None:
    """As much as all who can sit there may say; the rest is lost, and nobody leaves for it."""
    heard: list[LobbyNews] = []

    async def host(link: Link) -> None:
        say(link, OFFER)
        for _ in range(LOBBY_MESSAGES - 5):
            await link.send(encode_lobby_message(Chat("x")))
        say(link, OFFER)

    assert (await refused_by_guest(tmp_path, host, heard.append)).code == Code.OUT_OF_TURN
    assert len([news for news in heard if isinstance(news, LobbyChat)]) == SEATS * CHAT_LINES


@pytest.mark.parametrize("message", [SEATS_SHOWN, Propose(CONTRACT)], ids=["lobby", "propose"])
@pytest.mark.trio
async def test_e601_guests_leave_a_host_that_floods_with_seat_lists(
    message: LobbyMessage, tmp_path: Path, mock_clock: MockClock
) -> None:
    """Or proposing: each would be a line on the screen, or a signature."""
    heard: list[LobbyNews] = []

    async def host(link: Link) -> None:
        say(link, OFFER)
        say(link, SEATS_SHOWN)
        with suppress(trio.ClosedResourceError):
            for _ in range(10 * LOBBY_NEWS):
                await link.send(encode_lobby_message(message))

    error = await refused_by_guest(tmp_path, host, heard.append)
    assert error.code == Code.TOO_MANY_REFUSALS
    assert len(heard) <= LOBBY_NEWS + 2


@pytest.mark.trio
async def test_a_host_that_lets_in_and_says_nothing_is_left(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Its offer is due at once."""
    monkeypatch.setattr("p2pgame.p2p.lobby.joining.ANSWER_SECONDS", 0.05)

    async def host(link: Link) -> None:
        say(link, Chat("wait"))
        await trio.sleep_forever()

    error = await refused_by_guest(tmp_path, host)
    assert error.code == Code.TOO_SLOW
    assert "sent no offer" in error.sentence
