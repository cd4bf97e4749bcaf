"""Lobbies over loopback: ready guests, reserved seats, removed guests (`spec/lobby.md`)."""

from __future__ import annotations

from collections.abc import AsyncGenerator, Callable, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path

import pytest
import trio
from p2pgame.cli.net.lobby import Strangers
from p2pgame.engine.games import load
from p2pgame.p2p.link.dialing import dial_address
from p2pgame.p2p.link.link import Link
from p2pgame.p2p.link.listener import listen, port_of
from p2pgame.p2p.lobby.events import GuestRefused, LobbyNews
from p2pgame.p2p.lobby.hosting import Hosting, Reserved
from p2pgame.p2p.lobby.joining import Joining
from p2pgame.p2p.store.log_location import LogLocation
from p2pgame.p2p.table.seat_session import SeatSession
from p2pgame.p2p.table.watching import Spectator
from p2pgame.protocol.contract.contract import Entry, Seat
from p2pgame.protocol.identity.fingerprint import short
from p2pgame.protocol.link.pairing import CodeKeeper
from p2pgame.protocol.lobby.messages import (
    Address,
    Begin,
    Enter,
    Knock,
    Lobby,
    LobbyMessage,
    Offer,
    Presence,
    Propose,
    Purpose,
    Ready,
    decode_lobby_message,
    encode_lobby_message,
)
from p2pgame.protocol.table.messages import Chat, Leave
from p2pgame.protocol.wire.errors import Code, RefusedByPeer
from trio.testing import MockClock

from ..protocol.people import find_game, identity

ADA, BEN, CLEO = identity(0), identity(1), identity(2)
LOOPBACK = "127.0.0.1"

pytestmark = pytest.mark.trio


@dataclass(frozen=True, slots=True)
class Hall:
    """A host's lobby that is open."""

    hosting: Hosting
    address: Address
    nursery: trio.Nursery


@asynccontextmanager
async def hosted(
    folder: Path,
    *,
    seats: int = 2,
    keeper: CodeKeeper | None = None,
    reserved: Reserved | None = None,
    ready: bool = True,
    tell_lobby: Callable[[LobbyNews], None] = lambda _news: None,
) -> AsyncGenerator[Hall]:
    """Ada's lobby; leaving the block ends it."""
    listeners = await listen(0, LOOPBACK)
    address = Address(LOOPBACK, port_of(listeners))
    game = load("ten")
    options = tuple((option.name, option.default) for option in game.options)
    offer = Offer("Ada", game.id, game.rules, options, seats, coded=keeper is not None)
    keeping = LogLocation(folder / "ada")
    hosting = Hosting(ADA, offer, game, (address,), keeper, keeping, tell_lobby, _ignore, reserved, ready)
    with trio.fail_after(60):
        async with trio.open_nursery() as nursery:
            nursery.start_soon(hosting.serve, listeners)
            yield Hall(hosting, address, nursery)
            nursery.cancel_scope.cancel()


def _ignore(_news: object) -> None:
    """No screen."""


async def no_code(_problem: str | None) -> str:
    """Nobody should ask."""
    raise AssertionError("asked for a code")


def say(link: Link, message: LobbyMessage) -> None:
    """Send a message."""
    link.send_nowait(encode_lobby_message(message))


@asynccontextmanager
async def guest(hall: Hall, who: int, name: str) -> AsyncGenerator[Link]:
    """Somebody who has knocked to join, and says nothing more by itself."""
    async with dial_address(hall.nursery, hall.address, identity(who), no_code) as link:
        say(link, Knock(Purpose.JOIN, b"", name, ()))
        yield link


async def until(link: Link, fits: Callable[[LobbyMessage], bool]) -> LobbyMessage:
    """The next message that fits."""
    async for payload in link:
        message = decode_lobby_message(payload)
        if fits(message):
            return message
    raise AssertionError("the link ended before that")


def presences(message: LobbyMessage) -> tuple[Presence, ...]:
    """Of the seats of a lobby; of another message none."""
    return tuple(place.presence for place in message.places) if isinstance(message, Lobby) else ()


async def test_the_table_begins_when_all_are_ready(tmp_path: Path) -> None:
    """Not when the last seat is taken, nor when only the guests are ready."""
    async with hosted(tmp_path, ready=False) as hall, guest(hall, 1, "Ben") as link:
        await until(link, lambda message: presences(message) == (Presence.HERE, Presence.HERE))
        say(link, Ready())
        await until(link, lambda message: presences(message) == (Presence.HERE, Presence.READY))
        hall.hosting.ready()
        await until(link, lambda message: isinstance(message, Propose))


async def test_a_guest_that_does_not_say_in_time_that_it_is_ready_loses_its_seat(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, mock_clock: MockClock
) -> None:
    """It gets the reason, and the seat is free for the next guest."""
    monkeypatch.setattr("p2pgame.p2p.lobby.hosting.READY_SECONDS", 5)
    async with hosted(tmp_path) as hall:
        async with guest(hall, 1, "Ben") as link:
            await until(link, lambda message: isinstance(message, Lobby))
            mock_clock.jump(5)
            left = await until(link, lambda message: isinstance(message, Leave))
            assert isinstance(left, Leave)
            assert left.code == Code.NOT_READY
        async with guest(hall, 2, "Cleo") as link:
            await until(link, lambda message: presences(message) == (Presence.READY, Presence.HERE))


async def test_a_guest_that_is_ready_may_wait_for_the_others_for_ever(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, mock_clock: MockClock
) -> None:
    """Its seat stays when another guest's time is over."""
    monkeypatch.setattr("p2pgame.p2p.lobby.hosting.READY_SECONDS", 5)
    async with hosted(tmp_path, seats=4) as hall, guest(hall, 1, "Ben") as link:
        say(link, Ready())
        await until(link, lambda message: Presence.READY in presences(message)[1:])
        async with guest(hall, 2, "Cleo") as silent:
            await until(silent, lambda message: isinstance(message, Lobby))
            mock_clock.jump(5)
            await until(silent, lambda message: isinstance(message, Leave))
        hall.hosting.say("still here?")
        await until(link, lambda message: not isinstance(message, Lobby | Leave))


async def test_a_guest_that_is_ready_but_does_not_sign_loses_its_seat(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, mock_clock: MockClock
) -> None:
    """The contract that named it is void; the others stay, and need not sign in a hurry."""
    monkeypatch.setattr("p2pgame.p2p.lobby.hosting.ENTER_SECONDS", 5)
    async with hosted(tmp_path, seats=3) as hall, guest(hall, 1, "Ben") as ben:
        say(ben, Ready())
        async with guest(hall, 2, "Cleo") as cleo:
            say(cleo, Ready())
            proposal = await until(ben, lambda message: isinstance(message, Propose))
            assert isinstance(proposal, Propose)
            say(ben, Enter(Entry.signed(BEN, proposal.contract, 1, bytes(32))))
            say(ben, Chat("signed"))
            await until(cleo, lambda message: isinstance(message, Chat))
            mock_clock.jump(5)
            left = await until(cleo, lambda message: isinstance(message, Leave))
            assert isinstance(left, Leave)
            assert left.code == Code.NOT_READY
        hall.hosting.say("and you?")
        await until(ben, lambda message: not isinstance(message, Lobby | Leave))


async def test_an_entry_that_crossed_with_a_void_contract_keeps_the_seat(tmp_path: Path) -> None:
    """Somebody else hung up: the next contract goes to the remaining guests, and the table begins."""
    async with hosted(tmp_path, seats=3) as hall, guest(hall, 1, "Ben") as ben:
        say(ben, Ready())
        async with guest(hall, 3, "Dan") as dan:
            say(dan, Ready())
            void = await until(ben, lambda message: isinstance(message, Propose))
        await until(ben, lambda message: Presence.FREE in presences(message))
        assert isinstance(void, Propose)
        say(ben, Enter(Entry.signed(BEN, void.contract, 1, bytes(32))))
        async with guest(hall, 2, "Cleo") as cleo:
            say(cleo, Ready())
            for link, who, seat in ((ben, BEN, 1), (cleo, CLEO, 2)):
                proposal = await until(link, lambda message: isinstance(message, Propose))
                assert isinstance(proposal, Propose)
                say(link, Enter(Entry.signed(who, proposal.contract, seat, bytes([seat]) * 32)))
            await until(ben, lambda message: isinstance(message, Begin))


async def test_a_removed_guest_gets_the_reason_and_cannot_return_with_its_key(tmp_path: Path) -> None:
    """Somebody else gets the seat."""
    async with hosted(tmp_path) as hall:
        async with guest(hall, 1, "Ben") as link:
            await until(link, lambda message: isinstance(message, Lobby))
            hall.hosting.remove_guest(1)
            left = await until(link, lambda message: isinstance(message, Leave))
            assert isinstance(left, Leave)
            assert left.code == Code.SENT_AWAY
        with pytest.raises(RefusedByPeer, match="removed you") as again:
            async with guest(hall, 1, "Ben"):
                raise AssertionError("came in")
        assert again.value.reason == Code.SENT_AWAY
        async with guest(hall, 2, "Cleo") as link:
            await until(link, lambda message: len(presences(message)) == 2)


async def test_a_removed_guest_does_not_come_back_with_the_code_that_it_knows(tmp_path: Path) -> None:
    """A new profile is a new key. The code is another one by then, as long as before."""
    keeper = CodeKeeper(bytes(32))
    known = keeper.code

    async def old_code(_problem: str | None) -> str:
        return known

    async def new_code(_problem: str | None) -> str:
        return keeper.code

    async with hosted(tmp_path, keeper=keeper) as hall:
        async with dial_address(hall.nursery, hall.address, BEN, old_code) as link:
            say(link, Knock(Purpose.JOIN, b"", "Ben", ()))
            await until(link, lambda message: isinstance(message, Lobby))
            hall.hosting.remove_guest(1)
            await until(link, lambda message: isinstance(message, Leave))
        assert keeper.code != known
        assert keeper.words == 2
        with pytest.raises(RefusedByPeer) as refused:
            async with dial_address(hall.nursery, hall.address, identity(4), old_code):
                raise AssertionError("came in")
        assert refused.value.reason == Code.WRONG_CODE
        async with dial_address(hall.nursery, hall.address, CLEO, new_code) as link:
            say(link, Knock(Purpose.JOIN, b"", "Cleo", ()))
            await until(link, lambda message: isinstance(message, Lobby))


async def test_chat_of_two_guests_with_one_name_is_distinguished(tmp_path: Path) -> None:
    """By their fingerprints; so is what somebody says whose name looks like another's with a fingerprint."""
    async with hosted(tmp_path, seats=5) as hall, guest(hall, 3, "Dan") as listener:
        await until(listener, lambda message: isinstance(message, Lobby))
        for who, name in ((1, "Ben"), (2, "BEN"), (4, f"Ben ({short(BEN.public)})")):
            hall.nursery.start_soon(_say_hello, hall, who, name)
        heard = set[str]()
        while len(heard) < 3:
            spoken = await until(listener, lambda message: isinstance(message, Chat))
            assert isinstance(spoken, Chat)
            heard.add(spoken.text)
    labels = (f"Ben ({short(BEN.public)})", f"BEN ({short(CLEO.public)})")
    misleading = f"Ben ({short(BEN.public)}) ({short(identity(4).public)})"
    assert heard == {f"{label}: hello" for label in (*labels, misleading)}


async def _say_hello(hall: Hall, who: int, name: str) -> None:
    """Somebody says hello when the lobby is full."""
    async with guest(hall, who, name) as link:
        await until(link, lambda message: Presence.FREE not in (presences(message) or (Presence.FREE,)))
        say(link, Chat("hello"))
        await trio.sleep_forever()


async def test_the_host_removes_neither_itself_nor_a_free_seat(tmp_path: Path) -> None:
    """Nothing happens."""
    async with hosted(tmp_path, seats=3) as hall:
        before = hall.hosting.lobby.seen_from(0)
        for seat in range(3):
            hall.hosting.remove_guest(seat)
        assert hall.hosting.lobby.seen_from(0) == before


async def test_guests_get_no_zones(tmp_path: Path) -> None:
    """They mean something on the host's machine alone, which itself dials an address with the zone that it has here."""
    zoned, plain = Address("fe80::7%1", 4000), Address("192.168.7.7", 4000)
    async with hosted(tmp_path, ready=False) as hall, guest(hall, 1, "Ben") as link:
        await until(link, lambda message: len(presences(message)) == 2)
        sitter = hall.hosting.lobby.sitters[1]
        assert sitter is not None
        hall.hosting.lobby.sitters[1] = replace(sitter, addresses=(zoned, plain))
        say(link, Ready())
        hall.hosting.ready()
        proposal = await until(link, lambda message: isinstance(message, Propose))
        assert isinstance(proposal, Propose)
        say(link, Enter(Entry.signed(BEN, proposal.contract, 1, bytes(32))))
        begin = await until(link, lambda message: isinstance(message, Begin))
        assert isinstance(begin, Begin)
        assert begin.addresses == ((hall.address,), (Address("fe80::7", 4000), plain))
        host = await hall.hosting.wait_begun()
        assert host.book.addresses[1] == (zoned, plain)


def kept_for(seats: Mapping[int, tuple[int, str]], own: int) -> Reserved:
    """Seats that are kept for people of an earlier table."""
    return Reserved(own, {seat: Seat(identity(who).public, name) for seat, (who, name) in seats.items()})


async def test_an_expected_guest_gets_the_reserved_seat_without_the_code(tmp_path: Path) -> None:
    """Their keys are proved by the link; the host may sit in any seat, and the table begins."""
    keeper = CodeKeeper(bytes(32))
    reserved = kept_for({0: (1, "Ben"), 1: (2, "Cleo")}, own=2)
    heard: list[LobbyNews] = []
    async with hosted(tmp_path, seats=3, keeper=keeper, reserved=reserved) as hall:
        seats: dict[int, SeatSession] = {}

        async def join(who: int, name: str) -> None:
            joining = Joining(identity(who), name, find_game, LogLocation(tmp_path / name), heard.append, _ignore)
            seats[who] = await hall.nursery.start(joining.attend, hall.nursery, (hall.address,), (), no_code)

        async with trio.open_nursery() as nursery:
            nursery.start_soon(join, 2, "Cleo")
            nursery.start_soon(join, 1, "Ben")
        host = await hall.hosting.wait_begun()
        assert (seats[1].seat, seats[2].seat, host.seat) == (0, 1, 2)
        assert hall.address in seats[1].book.addresses[2], "the host is where it was dialed, in any seat"
    expected = [place for news in heard if isinstance(news, Lobby) for place in news.places]
    assert any(place.presence is Presence.EXPECTED and place.name in ("Ben", "Cleo") for place in expected)


async def test_a_stranger_needs_the_code_and_gets_no_seat_that_is_kept(tmp_path: Path) -> None:
    """Before the code is asked for; once the host frees the seat, anybody with the code can have it."""
    keeper = CodeKeeper(bytes(32))
    async with hosted(tmp_path, keeper=keeper, reserved=kept_for({1: (1, "Ben")}, own=0)) as hall:
        with pytest.raises(RefusedByPeer) as full:
            async with guest(hall, 2, "Cleo"):
                raise AssertionError("came in")
        assert full.value.reason == Code.TABLE_FULL
        hall.hosting.remove_guest(1)

        async def code(_problem: str | None) -> str:
            return keeper.code

        async with dial_address(hall.nursery, hall.address, CLEO, code) as link:
            say(link, Knock(Purpose.JOIN, b"", "Cleo", ()))
            await until(link, lambda message: presences(message) == (Presence.READY, Presence.HERE))


async def test_a_spectator_waits_until_a_table_has_begun(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """It is shown once, and the code is asked for once."""
    monkeypatch.setattr("p2pgame.p2p.table.watching.RETRY", 0.05)
    keeper, waits, asked = CodeKeeper(bytes(32)), trio.Event(), []

    async def code(problem: str | None) -> str:
        asked.append(problem)
        return keeper.code

    def wait() -> None:
        assert not waits.is_set()
        waits.set()

    async with hosted(tmp_path, keeper=keeper) as hall:
        spectator = Spectator(CLEO, "Cleo", find_game, LogLocation(tmp_path / "cleo"), _ignore)

        async def begin() -> None:
            await waits.wait()
            joining = Joining(BEN, "Ben", find_game, LogLocation(tmp_path / "ben"), _ignore, _ignore)
            await hall.nursery.start(joining.attend, hall.nursery, (hall.address,), (), code)

        hall.nursery.start_soon(begin)
        live = await hall.nursery.start(spectator.watch, hall.nursery, (hall.address,), code, wait)
        assert live.table.ledger.genesis == (await hall.hosting.wait_begun()).genesis
        assert asked == [None, None], "once by the spectator, once by the guest"


@pytest.mark.parametrize("ready", [True, False], ids=["a free seat", "no free seat"])
async def test_a_spectator_that_waits_is_no_stranger_to_the_host_or_a_guest(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, ready: bool
) -> None:
    """It comes again and again, and reads once that the game has not begun. Nobody else reads of it."""
    monkeypatch.setattr("p2pgame.p2p.table.watching.RETRY", 0.02)
    told: list[LobbyNews] = []
    seats = 3 if ready else 2
    async with hosted(tmp_path, seats=seats, ready=ready, tell_lobby=told.append) as hall:
        joining = Joining(BEN, "Ben", find_game, LogLocation(tmp_path / "ben"), told.append, _ignore)
        listeners = await listen(0, LOOPBACK)
        hall.nursery.start_soon(joining.serve, listeners)
        hall.nursery.start_soon(hall.nursery.start, joining.attend, hall.nursery, (hall.address,), (), no_code)
        while not any(isinstance(each, Offer) for each in told):
            await trio.sleep(0.01)
        waits: list[str] = []
        for who, address in ((2, hall.address), (3, Address(LOOPBACK, port_of(listeners)))):
            spectator = Spectator(identity(who), "Cleo", find_game, LogLocation(tmp_path / str(who)), _ignore)
            watch = partial(spectator.watch, task_status=trio.TASK_STATUS_IGNORED)
            hall.nursery.start_soon(watch, hall.nursery, (address,), no_code, partial(waits.append, str(who)))
        while sum(isinstance(each, GuestRefused) for each in told) < 6:
            await trio.sleep(0.01)
        assert sorted(waits) == ["2", "3"]
    strangers = Strangers()
    assert {strangers.describe(each) for each in told if isinstance(each, GuestRefused)} == {None}
