"""Watching when the table is gone, or comes back (`spec/lobby.md`, "show")."""

from __future__ import annotations

from collections.abc import AsyncGenerator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass
from functools import partial
from pathlib import Path

import pytest
import trio
from p2pgame.engine.games import load
from p2pgame.p2p.link.link import Link
from p2pgame.p2p.link.listener import LinkServer, Listeners, listen, port_of
from p2pgame.p2p.lobby.hosting import Hosting
from p2pgame.p2p.lobby.joining import Joining
from p2pgame.p2p.store.log_location import LogLocation
from p2pgame.p2p.table.runner import TableRunner
from p2pgame.p2p.table.seat_session import SeatSession, Watching
from p2pgame.p2p.table.watching import Spectator
from p2pgame.protocol.identity.keys import Identity
from p2pgame.protocol.link.pairing import CodeKeeper
from p2pgame.protocol.lobby.messages import Address, Knock, Offer
from p2pgame.protocol.wire.errors import Code, RefusedByPeer, RemoteError

from ..protocol.people import find_game, identity
from .lan import lasting_port

ADA, BEN, CLEO = identity(0), identity(1), identity(2)
LOOPBACK = "127.0.0.1"

pytestmark = pytest.mark.trio


@pytest.fixture(autouse=True)
def _at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("p2pgame.p2p.table.watching.RETRY", 0.02)


def _ignore(_news: object) -> None:
    """No screen."""


async def no_code(_problem: str | None) -> str:
    """Nobody should ask."""
    raise AssertionError("asked for a code")


def hosting(folder: Path, address: Address) -> Hosting:
    """Ada's open lobby for two."""
    game = load("tink")
    offer = Offer("Ada", game.id, game.rules, (), 2, coded=False)
    return Hosting(ADA, offer, game, (address,), None, LogLocation(folder), _ignore, _ignore)


@dataclass(frozen=True, slots=True)
class Played:
    """A table between Ada and Ben that runs in a task of its own."""

    lobby: Hosting
    seated: SeatSession
    _scope: trio.CancelScope
    _gone: trio.Event

    async def leave(self) -> None:
        """Both are gone at once, and nobody listens any more."""
        self._scope.cancel()
        await self._gone.wait()


async def table(folder: Path, listeners: Listeners, address: Address, *, task_status: trio.TaskStatus[Played]) -> None:
    """Ada hosts an open table and Ben joins it; spectators may come."""
    lobby = hosting(folder / "ada", address)
    joining = Joining(BEN, "Ben", find_game, LogLocation(folder / "ben"), _ignore, _ignore)
    gone = trio.Event()
    async with trio.open_nursery() as nursery:
        nursery.start_soon(lobby.serve, listeners)
        await nursery.start(joining.attend, nursery, (address,), (), no_code)
        task_status.started(Played(lobby, await lobby.wait_begun(), nursery.cancel_scope, gone))
    gone.set()


@asynccontextmanager
async def watched(
    folder: Path, address: Address, told: Callable[[object], None] = _ignore, who: Identity = CLEO
) -> AsyncGenerator[TableRunner]:
    """Cleo, or somebody else, watches the game at the address."""
    spectator = Spectator(who, "Cleo", find_game, LogLocation(folder / "cleo"), told)
    async with trio.open_nursery() as nursery:
        yield await nursery.start(spectator.watch, nursery, (address,), no_code, lambda: None)
        nursery.cancel_scope.cancel()


@asynccontextmanager
async def playing(folder: Path) -> AsyncGenerator[tuple[Played, Address, trio.Nursery]]:
    """A table that is being played, where, and a nursery that is cancelled in the end; others may take its port."""
    address = Address(LOOPBACK, lasting_port())
    listeners = await listen(address.port, LOOPBACK)
    with trio.fail_after(60):
        async with trio.open_nursery() as nursery:
            yield await nursery.start(table, folder, listeners, address), address, nursery
            nursery.cancel_scope.cancel()


async def test_a_table_that_is_gone_is_dialed_for_a_while_and_then_lost(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A spectator does not wait for ever: the table is over for them, and the reason names the silent address."""
    monkeypatch.setattr("p2pgame.p2p.table.watching.PATIENCE", 0.1)
    async with playing(tmp_path) as (played, address, _), watched(tmp_path, address) as live:
        was_over = live.over
        await played.leave()
        await live.play()
        assert not was_over
        assert live.over
        assert live.lost is not None
        assert f"nobody has answered at {LOOPBACK}:{address.port}" in live.lost
        assert not live.table.ledger.now.closed


async def test_another_lobby_at_its_place_is_not_waited_for(tmp_path: Path) -> None:
    """Another table will be played there: this one does not come back."""
    async with playing(tmp_path) as (played, address, nursery), watched(tmp_path, address) as live:
        await played.leave()
        nursery.start_soon(hosting(tmp_path / "again", address).serve, await listen(address.port, LOOPBACK))
        await live.play()
        assert live.lost == "another table is being opened there"


async def refusal(folder: Path, address: Address, who: Identity) -> RefusedByPeer:
    """The reason why somebody may not watch at the address."""
    spectator = Spectator(who, "Dan", find_game, LogLocation(folder / "dan"), _ignore)
    async with trio.open_nursery() as nursery:
        with pytest.raises(RefusedByPeer) as refused:
            await spectator.watch(nursery, (address,), no_code, _ignore_waiting, task_status=trio.TASK_STATUS_IGNORED)
        nursery.cancel_scope.cancel()
    return refused.value


async def test_e305_a_spectator_that_knows_of_a_code_leaves_without_one(tmp_path: Path) -> None:
    """At a table that is announced with one: a host that shows a game and asks for none is an impostor."""
    spectator = Spectator(CLEO, "Cleo", find_game, LogLocation(tmp_path / "cleo"), _ignore)
    watch = partial(spectator.watch, coded=True, task_status=trio.TASK_STATUS_IGNORED)
    async with playing(tmp_path) as (_, address, nursery):
        with pytest.raises(RemoteError) as refused:
            await watch(nursery, (address,), no_code, _ignore_waiting)
    assert refused.value.code == Code.CODE_NOT_ASKED
    assert spectator.live is None


async def test_a_table_that_was_watched_by_its_code_is_not_watched_without_it(tmp_path: Path) -> None:
    """A peer that takes its place and lets everybody in is not followed, even if it knew the table."""
    keeper = CodeKeeper(b"k" * 32)

    async def code(_problem: str | None) -> str:
        return keeper.code

    spectator = Spectator(CLEO, "Cleo", find_game, LogLocation(tmp_path / "cleo"), _ignore)
    async with playing(tmp_path) as (played, address, nursery):
        played.seated.watching = Watching(keeper)
        live = await nursery.start(spectator.watch, nursery, (address,), code, _ignore_waiting)
        await played.leave()
        path = played.seated.live.log.path
        played.seated.live.log.close()
        again, _ = SeatSession.resume(ADA, path, path.read_bytes(), find_game, _ignore)
        again.watching = Watching(None)
        server = LinkServer(ADA, again.door, again.receive, _ignore)
        nursery.start_soon(server.serve, await listen(address.port, LOOPBACK))
        await live.play()
        again.live.log.close()
        assert live.lost == "the table there asks for no code any more"


async def test_a_host_that_lets_in_and_shows_nothing_is_left(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A table is shown at once, or refused."""
    monkeypatch.setattr("p2pgame.p2p.table.watching.ANSWER_SECONDS", 0.05)
    listeners = await listen(0, LOOPBACK)

    async def receive(_link: Link, _knock: Knock) -> None:
        await trio.sleep_forever()

    spectator = Spectator(CLEO, "Cleo", find_game, LogLocation(tmp_path), _ignore)
    watch = partial(spectator.watch, task_status=trio.TASK_STATUS_IGNORED)
    async with trio.open_nursery() as nursery:
        nursery.start_soon(LinkServer(ADA, lambda _peer: None, receive, _ignore).serve, listeners)
        with pytest.raises(RemoteError) as refused:
            await watch(nursery, (Address(LOOPBACK, port_of(listeners)),), no_code, _ignore_waiting)
        nursery.cancel_scope.cancel()
    assert refused.value.code == Code.TOO_SLOW


async def test_a_spectator_of_a_full_lobby_is_asked_for_its_code_at_once(tmp_path: Path) -> None:
    """Not only when the game begins: nobody may be at the keyboard then. A rematch may need no code."""

    def door(_peer: object) -> None:
        raise RemoteError(Code.TABLE_FULL, "every seat is taken")

    said: list[str] = []
    asked = trio.Event()

    async def code(_problem: str | None) -> str:
        said.append("code")
        asked.set()
        return "7-amber-otter"

    listeners = await listen(0, LOOPBACK)
    spectator = Spectator(CLEO, "Cleo", find_game, LogLocation(tmp_path), _ignore)
    watch = partial(spectator.watch, coded=True, task_status=trio.TASK_STATUS_IGNORED)
    with trio.fail_after(60):
        async with trio.open_nursery() as nursery:
            nursery.start_soon(LinkServer(ADA, door, _never_called, _ignore).serve, listeners)
            address = Address(LOOPBACK, port_of(listeners))
            nursery.start_soon(watch, nursery, (address,), code, lambda: said.append("waits"))
            await asked.wait()
            nursery.cancel_scope.cancel()
    assert said == ["waits", "code"]


async def _never_called(_link: Link, _knock: Knock) -> None:
    raise AssertionError("came in")


def _ignore_waiting() -> None:
    """No screen."""


async def test_e605_one_peer_takes_a_limited_number_of_spectators(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The next one is refused in a sentence, and comes in when one has left. Players do not count."""
    monkeypatch.setattr("p2pgame.p2p.table.seat_session.SPECTATORS", 2)
    async with playing(tmp_path) as (played, address, _), watched(tmp_path / "1", address, who=identity(5)):
        async with watched(tmp_path / "2", address, who=CLEO) as live:
            assert len(played.seated.live.linked) == 3
            refused = await refusal(tmp_path, address, identity(6))
            assert refused.reason == Code.TOO_MANY_SPECTATORS
            assert "2 people are watching here already: ask another player" in refused.sentence
            assert not live.over
        await played.seated.live.unlinked(CLEO.public)
        async with watched(tmp_path / "3", address, who=identity(6)) as live:
            assert ADA.public in live.linked


async def test_a_player_cannot_watch_and_learns_how_to_resume(tmp_path: Path) -> None:
    """The refusal does not mention the number of spectators: waiting for one of them to leave would be in vain."""
    async with playing(tmp_path) as (_, address, _nursery):
        seated = await refusal(tmp_path, address, BEN)
        assert seated.reason == Code.ALREADY_SEATED
        assert "you have a seat at this table: `p2pgame resume`" in seated.sentence


async def test_another_table_at_its_place_is_not_taken_for_it(tmp_path: Path) -> None:
    """Nor waited for."""
    async with playing(tmp_path) as (played, address, nursery), watched(tmp_path, address) as live:
        elsewhere = await listen(0, LOOPBACK)
        other = await nursery.start(table, tmp_path / "other", elsewhere, Address(LOOPBACK, port_of(elsewhere)))
        await played.leave()
        nursery.start_soon(other.lobby.serve, await listen(address.port, LOOPBACK))
        await live.play()
        assert live.lost == "another game is in progress there"


async def test_two_windows_of_one_profile_do_not_take_each_others_link_for_ever(tmp_path: Path) -> None:
    """The later spectator has the link; the other one gets the reason, and ends. The players' own link stays."""
    async with playing(tmp_path) as (played, address, _), watched(tmp_path / "1", address) as earlier:
        async with watched(tmp_path / "2", address) as later:
            await earlier.play()
            assert earlier.lost == "another window with your profile is watching it"
            assert not later.over
            assert ADA.public in later.linked
        assert played.seated.live.lost is None


async def test_an_open_table_that_comes_back_is_watched_again(tmp_path: Path) -> None:
    """Ada takes her seat up again from her log, on the same port."""
    async with playing(tmp_path) as (played, address, nursery), watched(tmp_path, address) as live:
        await played.leave()
        await live.unlinked(ADA.public)
        path = played.seated.live.log.path
        played.seated.live.log.close()
        again, _ = SeatSession.resume(ADA, path, path.read_bytes(), find_game, _ignore)
        server = LinkServer(ADA, again.door, again.receive, _ignore)
        nursery.start_soon(server.serve, await listen(address.port, LOOPBACK))
        while ADA.public not in live.linked:
            await trio.sleep(0.01)
        assert live.lost is None
        again.live.log.close()
