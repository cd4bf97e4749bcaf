"""A table that is announced in somebody else's name: the link shows who answers (`spec/discovery.md`)."""

from __future__ import annotations

from collections.abc import AsyncGenerator, Callable
from contextlib import asynccontextmanager
from functools import partial
from pathlib import Path

import pytest
import trio
from p2pgame.engine.games import load
from p2pgame.p2p.lan.browser import FoundTable
from p2pgame.p2p.link.link import AskCode
from p2pgame.p2p.link.listener import listen, port_of
from p2pgame.p2p.lobby.events import GuestRefused, LobbyNews
from p2pgame.p2p.lobby.hosting import Hosting
from p2pgame.p2p.lobby.joining import Joining
from p2pgame.p2p.store.log_location import LogLocation
from p2pgame.p2p.table.seat_session import SeatSession
from p2pgame.protocol.identity.fingerprint import fingerprint
from p2pgame.protocol.link.pairing import CodeKeeper
from p2pgame.protocol.lobby.announcement import announcement, decode
from p2pgame.protocol.lobby.messages import Address, Offer
from p2pgame.protocol.wire.errors import Code, RemoteError

from ..protocol.people import find_game, identity

ADA, BEN, EVE = identity(0), identity(1), identity(4)
LOOPBACK = "127.0.0.1"

pytestmark = pytest.mark.trio


def _ignore(_news: object) -> None:
    """No screen."""


async def no_code(_problem: str | None) -> str:
    """Nobody should ask."""
    raise AssertionError("asked for a code")


@asynccontextmanager
async def spoofed(
    folder: Path,
    keeper: CodeKeeper | None = None,
    *,
    coded: bool = False,
    tell_lobby: Callable[[LobbyNews], None] = _ignore,
) -> AsyncGenerator[FoundTable]:
    """Ben's view of Eve's lobby, which she announces with Ada's name and key, and possibly with a code that she does
    not ask for."""
    listeners = await listen(0, LOOPBACK)
    address = Address(LOOPBACK, port_of(listeners))
    game = load("tink")
    offer = Offer("Ada", game.id, game.rules, (), 2, coded=coded or keeper is not None)
    hosting = Hosting(EVE, offer, game, (address,), keeper, LogLocation(folder / "eve"), tell_lobby, _ignore)
    said = decode(announcement(offer, ADA.public, 1, "p2pgame 0.1.0").encode())
    assert (said.host, said.key) == ("Ada", fingerprint(ADA.public))
    with trio.fail_after(60):
        async with trio.open_nursery() as nursery:
            nursery.start_soon(hosting.serve, listeners)
            yield FoundTable("Ada's tink", said, (address,))
            nursery.cancel_scope.cancel()


async def joined(
    folder: Path,
    found: FoundTable,
    ask_code: AskCode = no_code,
    expected: bytes | None = None,
    others: tuple[Address, ...] = (),
    *,
    believes: bool = False,
) -> tuple[Joining, SeatSession]:
    """Ben, and the seat that he gets at a table that he has found, which is announced with other addresses as well.

    He `believes` the key that was announced if he has chosen the table from a list, and typed no address.

    Raises:
        RemoteError: he gets none.
    """
    joining = Joining(BEN, "Ben", find_game, LogLocation(folder / "ben"), _ignore, _ignore)
    problems: list[RemoteError] = []
    seats: list[SeatSession] = []

    async def attend(nursery: trio.Nursery) -> None:
        try:
            addresses = (*found.addresses, *others)
            announced = found.announcement.key if believes else None
            attend = partial(joining.attend, expected=expected, coded=found.announcement.coded, announced=announced)
            seats.append(await nursery.start(attend, nursery, addresses, (), ask_code))
        except RemoteError as error:
            problems.append(error)
        nursery.cancel_scope.cancel()

    async with trio.open_nursery() as nursery:
        nursery.start_soon(attend, nursery)
    if problems:
        raise problems[0]
    return joining, seats[0]


async def test_a_spoofed_table_is_left_when_another_key_answers_than_the_announced(tmp_path: Path) -> None:
    """Ben reads both keys; Eve does not get his name."""
    async with spoofed(tmp_path) as found:
        with pytest.raises(RemoteError, match="announced with the key") as caught:
            await joined(tmp_path, found, believes=True)
    assert caught.value.code == Code.WRONG_PEER
    assert fingerprint(EVE.public) in caught.value.sentence
    assert fingerprint(ADA.public) in caught.value.sentence


async def test_a_spoofed_table_shows_the_key_that_was_proven(tmp_path: Path) -> None:
    """Where no code is asked for, Ben sits down at Eve's table: link and contract have her key, not the announced."""
    async with spoofed(tmp_path) as found:
        joining, seated = await joined(tmp_path, found)
    host = seated.genesis.contract.seats[0]
    assert joining.host == host.public == EVE.public
    assert fingerprint(host.public) != found.announcement.key
    assert seated.genesis.contract.seat_of(ADA.public) is None


async def test_a_guest_that_knows_the_hosts_key_leaves_a_spoofed_table(tmp_path: Path) -> None:
    """As for another game with the same people: Eve cannot prove Ada's key."""
    async with spoofed(tmp_path) as found:
        with pytest.raises(RemoteError) as caught:
            await joined(tmp_path, found, expected=ADA.public)
    assert caught.value.code == Code.WRONG_PEER


async def test_a_spoofed_table_does_not_learn_the_code_nor_get_a_guest_by_it(tmp_path: Path) -> None:
    """Ben types what Ada's screen shows, and Eve has to prove that she knows it: she is one wrong guess."""
    adas, eves = CodeKeeper(b"a" * 32), CodeKeeper(b"e" * 32)
    assert adas.code != eves.code

    async def typed(_problem: str | None) -> str:
        return adas.code

    async with spoofed(tmp_path, eves) as found:
        with pytest.raises(RemoteError) as caught:
            await joined(tmp_path, found, typed)
    assert getattr(caught.value, "reason", caught.value.code) == Code.WRONG_CODE
    assert eves.wrong == 1


async def test_guests_that_know_of_a_code_leave_a_spoofed_table_without_one(tmp_path: Path) -> None:
    """Eve repeats Ada's announcement and asks for no code, because she knows none: she does not even learn Ben's
    name."""
    news: list[LobbyNews] = []
    async with spoofed(tmp_path, coded=True, tell_lobby=news.append) as found:
        with pytest.raises(RemoteError) as caught:
            await joined(tmp_path, found)
        while not news:
            await trio.sleep(0)
    assert caught.value.code == Code.CODE_NOT_ASKED
    assert [type(each) for each in news] == [GuestRefused]
    assert isinstance(news[0], GuestRefused)
    assert getattr(news[0].error, "reason", None) == Code.CODE_NOT_ASKED
    assert not (tmp_path / "ben").exists()


async def test_an_address_that_asks_for_no_code_is_skipped(tmp_path: Path) -> None:
    """So is any other program at an address of the table."""
    adas = CodeKeeper(b"a" * 32)

    async def typed(_problem: str | None) -> str:
        return adas.code

    async with spoofed(tmp_path / "one", coded=True) as found, spoofed(tmp_path / "two", adas) as other:
        joining, seated = await joined(tmp_path, found, typed, others=other.addresses)
    assert joining.reached == other.addresses[0]
    assert seated.book.code == adas.code
