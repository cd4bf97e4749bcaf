"""Wishes for a rematch, shown while a player looks at the end of the last game (`spec/lobby.md`)."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from functools import partial
from pathlib import Path
from typing import cast

import pytest
import trio
from p2pgame.cli.games.find import find_game
from p2pgame.cli.net import rematch_poll
from p2pgame.cli.net.front import Front
from p2pgame.cli.net.rematch import until_let_in
from p2pgame.cli.net.rematch_poll import Waiting, wants_again
from p2pgame.engine.games import load
from p2pgame.p2p.link.dialing import Unreachable
from p2pgame.p2p.link.listener import listen
from p2pgame.p2p.lobby.hosting import Hosting, Reserved
from p2pgame.p2p.lobby.joining import Joining
from p2pgame.p2p.store.addressbook import Book
from p2pgame.p2p.store.log_location import LogLocation
from p2pgame.p2p.table.seat_session import SeatSession
from p2pgame.protocol.lobby.messages import Address, Offer
from p2pgame.protocol.wire.errors import Code, RefusedByPeer, RemoteError

from ...p2p.lan import lasting_port
from ...protocol.people import genesis, identity

GAME = load("tink")
SEATS = 3
PATIENCE = 60.0
WISH = "wants another game."


class Person:
    """Looks at the end of a table of three, and answers when the test says so."""

    def __init__(self, folder: Path, seat: int, port: int) -> None:
        self.seat = seat
        self.heard: list[str] = []
        self.answer = trio.Event()
        (folder / str(seat)).mkdir()
        whole = genesis(GAME, SEATS)
        self.names = [each.name for each in whole.contract.seats]
        book = Book(port, {0: (Address("127.0.0.1", port),)}, host=0, bind="127.0.0.1")
        keeping = LogLocation(folder / str(seat))
        self.seated = SeatSession.new(identity(seat), whole, GAME, book, keeping, lambda _news: None)
        self.seated.live.log.close()

    def note(self, text: str) -> None:
        """A remark of the program."""
        self.heard.append(text)

    async def wants_again(self) -> bool:
        """Yes, when the test lets it."""
        await self.answer.wait()
        return True

    async def look(self) -> None:
        """Look at the end, until the answer."""
        assert await wants_again(cast(Front, self), identity(self.seat), self.seated)

    async def join(self, folder: Path) -> None:
        """Wait for the next table."""
        host = self.seated.genesis.contract.seats[0]
        attempt = partial(self._attempt, folder, host.public)
        await until_let_in(attempt, lambda: False, Waiting(cast(Front, self), host.name).hear)

    async def _attempt(self, folder: Path, key: bytes) -> SeatSession:
        where = self.seated.book.addresses[0]
        joining = Joining(identity(self.seat), "x", find_game, LogLocation(folder), _ignore, _ignore)
        async with trio.open_nursery() as links:
            return cast(SeatSession, await links.start(joining.attend, links, where, (), _nobody, key))

    async def hears(self, text: str) -> None:
        """Wait until it has been shown."""
        while text not in self.heard:
            await trio.sleep(0.01)


@pytest.fixture(autouse=True)
def _soon(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("p2pgame.cli.net.rematch.RETRY", 0.0)
    monkeypatch.setattr(rematch_poll, "LOOK", 0.0)


async def among(folder: Path, test: Callable[[list[Person], trio.Nursery], Awaitable[None]]) -> None:
    """Run a test with a host and two guests."""
    port = lasting_port()
    with trio.fail_after(PATIENCE):
        async with trio.open_nursery() as nursery:
            await test([Person(folder, seat, port) for seat in range(SEATS)], nursery)
            nursery.cancel_scope.cancel()


@pytest.mark.trio
async def test_a_guests_wish_for_a_rematch_reaches_the_host_and_the_others(tmp_path: Path) -> None:
    """Once, though it asks again and again. It sees what its host does."""

    async def test(people: list[Person], nursery: trio.Nursery) -> None:
        host, asking, looking = people
        nursery.start_soon(host.look)
        nursery.start_soon(looking.look)
        nursery.start_soon(asking.join, tmp_path)
        await host.hears(f"{host.names[1]} {WISH}")
        await looking.hears(f"{host.names[0]} says: {host.names[1]} {WISH}")
        still = f"{host.names[0]} is still looking at the end of the last game, and sees that you want another."
        await asking.hears(still)
        nursery.start_soon(looking.join, tmp_path)
        await host.hears(f"{host.names[2]} {WISH}")
        assert len(host.heard) == 2
        assert asking.heard.count(still) == 1

    await among(tmp_path, test)


@pytest.mark.trio
async def test_guests_at_the_end_see_that_the_host_wants_a_rematch(tmp_path: Path) -> None:
    """The host's lobby is open. When nobody answers there any more, a sentence says that the host has left."""

    async def test(people: list[Person], nursery: trio.Nursery) -> None:
        host, guest, _ = people
        nursery.start_soon(guest.look)
        async with trio.open_nursery() as hosting:
            hosting.start_soon(_lobby, host)
            await guest.hears(f"{host.names[0]} {WISH}")
            hosting.cancel_scope.cancel()
        await guest.hears(f"{host.names[0]} has left, so a rematch is not possible.")
        assert len(guest.heard) == 2

    await among(tmp_path, test)


@pytest.mark.trio
async def test_the_host_sees_that_a_guest_has_left(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """One that was there, and asks and looks no more."""
    monkeypatch.setattr(rematch_poll, "SILENT", 0.5)

    async def test(people: list[Person], nursery: trio.Nursery) -> None:
        host, _, leaving = people
        nursery.start_soon(host.look)
        async with trio.open_nursery() as there:
            there.start_soon(leaving.look)
            there.start_soon(leaving.join, tmp_path)
            await host.hears(f"{host.names[2]} {WISH}")
            there.cancel_scope.cancel()
        await host.hears(f"{host.names[2]} has left.")

    await among(tmp_path, test)


@pytest.mark.trio
async def test_a_known_table_is_not_asked_again(tmp_path: Path) -> None:
    """And gives the port back, to the next lobby."""

    async def test(people: list[Person], nursery: trio.Nursery) -> None:
        host, asking, _ = people
        nursery.start_soon(asking.join, tmp_path)
        async with trio.open_nursery() as looking:
            looking.start_soon(host.look)
            await host.hears(f"{host.names[1]} {WISH}")
            host.answer.set()
        for listener in await listen(host.seated.book.port, "127.0.0.1"):
            await listener.aclose()

    await among(tmp_path, test)


def test_ever_new_sentences_do_not_fill_the_screen() -> None:
    """A host may put anything into its refusal."""
    heard: list[str] = []

    class Screen:
        note = heard.append

    waiting = Waiting(cast(Front, Screen()), "Ada")
    for _ in range(200):
        waiting.hear(RefusedByPeer(Code.ALREADY_BEGUN, "x"))
        for _ in range(rematch_poll.GONE):
            waiting.hear(Unreachable("x"))
    assert len(heard) == rematch_poll.TOLD


@pytest.mark.trio
async def test_a_stranger_learns_nothing_at_the_end(tmp_path: Path) -> None:
    """No seat, no wish."""

    async def test(people: list[Person], nursery: trio.Nursery) -> None:
        host, *_ = people
        nursery.start_soon(host.look)
        where, refused = host.seated.book.addresses[0], 0
        joining = Joining(identity(9), "Eve", find_game, LogLocation(tmp_path), _ignore, _ignore)
        while refused < 2:
            try:
                async with trio.open_nursery() as links:
                    await links.start(joining.attend, links, where, (), _nobody)
            except* RemoteError:
                refused += 1
            except* Unreachable:
                await trio.sleep(0.01)
        assert host.heard == []

    await among(tmp_path, test)


async def _lobby(host: Person) -> None:
    contract = host.seated.genesis.contract
    offer = Offer(host.names[0], GAME.id, GAME.rules, (), SEATS, coded=False)
    kept = Reserved(2, {0: contract.seats[1], 1: contract.seats[2]})
    where = host.seated.book.addresses[0]
    hosting = Hosting(
        identity(0), offer, GAME, where, None, LogLocation(Path("unused")), _ignore, _ignore, reserved=kept
    )
    await hosting.serve(await listen(host.seated.book.port, "127.0.0.1"))


def _ignore(_news: object) -> None:
    """No screen."""


async def _nobody(_problem: str | None) -> str:
    raise AssertionError("asked for a code")
