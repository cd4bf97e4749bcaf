"""Play again?, as real processes (`spec/lobby.md`, "Play again?")."""

from __future__ import annotations

from pathlib import Path

import pytest
import trio
from p2pgame.cli.games.find import find_game
from p2pgame.cli.net.following import follows, terms_of
from p2pgame.cli.net.rematch import moved_on, until_let_in
from p2pgame.cli.profile.who import Me
from p2pgame.engine.games import load
from p2pgame.p2p.link.listener import listen, port_of
from p2pgame.p2p.lobby.hosting import Hosting, Reserved
from p2pgame.p2p.lobby.joining import Joining
from p2pgame.p2p.store.addressbook import Book
from p2pgame.p2p.store.log_location import LogLocation
from p2pgame.p2p.table.seat_session import SeatSession
from p2pgame.protocol.lobby.messages import Address, Offer
from p2pgame.protocol.log.replay import Replay
from p2pgame.protocol.log.verify import Verdict, verify
from p2pgame.protocol.wire.errors import Code, RemoteError

from ...protocol.log.logs import dropped_in_draw_room, log_of
from ...protocol.people import genesis, identity
from ..peers import Peer, hosted, running


def seats_of(log: Path) -> list[str]:
    """The players of the seats, by the contract."""
    return [seat.name for seat in Replay(log.read_bytes(), find_game).genesis.contract.seats]


def play_to_the_end(host: Peer, guest: Peer) -> None:
    """Each builds a row; what the slower one types too late is no answer to the question after the end."""
    host.wait_for("First to play")
    for peer, row in ((host, 3), (guest, 6)):
        peer.type(*(f"s@{column}{row}" for column in "cdef"))
    for peer in (host, guest):
        peer.wait_for("Play again?")


def test_the_same_people_play_again_one_seat_on_and_without_a_code(tmp_path: Path) -> None:
    """The guest says so first, and waits for the host; each has two logs, the same as the other's, fair and intact."""
    host, address = hosted(tmp_path / "ada", "tink")
    code = host.wait_for(r"Code: (\S+)")[1]
    guest = Peer(tmp_path / "ben", "join", address, "--code", code, "--name", "Ben")
    with running(host, guest):
        play_to_the_end(host, guest)
        guest.type("rematch")
        guest.wait_for("Waiting for the others")
        host.type("rematch")
        play_to_the_end(host, guest)
        assert (host.end(), guest.end()) == (0, 0), host.output + guest.output
    for peer in (host, guest):
        assert peer.output.count("The log is ") == 2
        assert sorted(map(seats_of, peer.logs)) == [["Ada", "Ben"], ["Ben", "Ada"]]
    both = [{log.read_bytes() for log in peer.logs} for peer in (host, guest)]
    assert both[0] == both[1]
    assert all(verify(log, find_game).verdict is Verdict.FAIR for log in both[0])


def test_a_player_who_was_voted_out_has_no_seat_at_the_next_table(tmp_path: Path) -> None:
    """The two others play on, each one seat on, instead of waiting for the third."""
    seated = taken_up(tmp_path, log_of(dropped_in_draw_room()))
    seats = seated.genesis.contract.seats
    assert len(seats) == 3
    assert moved_on(seated) == Reserved(1, {0: seats[1]})


def test_all_seats_are_reserved_if_the_others_are_too_few_for_the_game(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The host waits for a third player of a game for three."""
    seated = taken_up(tmp_path, log_of(dropped_in_draw_room()))
    seats = seated.genesis.contract.seats
    monkeypatch.setattr(type(seated.live.table.ledger.game), "seats", range(3, 5))
    assert moved_on(seated) == Reserved(2, {0: seats[1], 1: seats[2]})


def taken_up(folder: Path, log: bytes) -> SeatSession:
    """Seat 0 of the table in a log."""
    path = folder / "ended.p2plog"
    path.write_bytes(log)
    seated, _ = SeatSession.resume(identity(0), path, log, find_game, lambda _news: None)
    seated.live.log.close()
    return seated


@pytest.mark.parametrize(("bind", "announced", "is_open"), [(None, True, False), ("127.0.0.1", False, True)])
def test_after_a_restart_the_next_table_is_hosted_as_the_last_one_was(
    tmp_path: Path, bind: str | None, announced: bool, is_open: bool
) -> None:
    """Its host listens at the same address, and announces it if it did before. The sidecar file says so."""
    game = load("tink")
    keeping = LogLocation(tmp_path, tmp_path / "ada.p2plog")
    book = Book(27510, {0: (Address("192.168.1.20", 27510),)}, 0, is_open)
    first = SeatSession.new(identity(0), genesis(game, 2), game, book, keeping, lambda _news: None)
    first.note_hosting(bind, announced)
    first.live.log.close()
    path = first.live.log.path
    again, _ = SeatSession.resume(identity(0), path, path.read_bytes(), find_game, lambda _news: None)
    again.live.log.close()
    assert follows(again)
    terms = terms_of(Me(identity(0), "Ada", keeping), again, 27511)
    assert (terms.bind, terms.announced, terms.open, terms.port) == (bind, announced, is_open, 27511)
    assert (terms.game.id, terms.seats) == ("tink", 2)


@pytest.mark.parametrize(
    "killed",
    [
        pytest.param((0, 1), id="both"),
        pytest.param((0,), id="host", marks=pytest.mark.long),
        pytest.param((1,), id="guest", marks=pytest.mark.long),
    ],
)
def test_a_resumed_table_is_followed_by_a_rematch_as_well(tmp_path: Path, killed: tuple[int, ...]) -> None:
    """A killed player comes back from the log, plays on, and plays the next table under the same name."""
    host, address = hosted(tmp_path / "ada", "tink")
    code = host.wait_for(r"Code: (\S+)")[1]
    peers = [host, Peer(tmp_path / "ben", "join", address, "--code", code, "--name", "Ben")]
    with running(*peers):
        host.wait_for("First to play")
        for peer, row in zip(peers, (3, 6), strict=True):
            peer.type(f"s@c{row}", f"s@d{row}")
        for peer in peers:
            peer.wait_for("s@d6" if peer is host else "s@d3")
        for number in killed:
            peers[number].kill()
            (log,) = peers[number].logs
            peers[number] = Peer(peers[number].home, "resume", str(log))
        with running(*peers):
            for peer, row in zip(peers, (3, 6), strict=True):
                peer.type(f"s@e{row}", f"s@f{row}")
            for peer in peers:
                peer.wait_for("Play again?")
                peer.type("rematch")
            play_to_the_end(*peers)
            assert [peer.end() for peer in peers] == [0, 0], peers[0].output + peers[1].output
    for peer in peers:
        assert sorted(map(seats_of, peer.logs)) == [["Ada", "Ben"], ["Ben", "Ada"]]
    both = [{log.read_bytes() for log in peer.logs} for peer in peers]
    assert both[0] == both[1]


async def another_host(folder: Path) -> tuple[Hosting, list[trio.SocketListener], Address]:
    """A table of somebody with another key: its lobby, its listeners, and its address."""
    game, listeners = load("tink"), await listen(0, "127.0.0.1")
    address = Address("127.0.0.1", port_of(listeners))
    offer = Offer("Ada", game.id, game.rules, (), 2, coded=False)
    hosting = Hosting(identity(2), offer, game, (address,), None, LogLocation(folder), _ignore, _ignore)
    return hosting, listeners, address


@pytest.mark.trio
async def test_another_host_at_the_same_address_is_not_taken_for_the_first(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A guest that waits for the next table insists on the key of the previous host."""
    monkeypatch.setattr("p2pgame.cli.net.rematch.RETRY", 0.0)
    hosting, listeners, address = await another_host(tmp_path)
    refused: list[int] = []

    async def join() -> SeatSession:
        joining = Joining(identity(1), "Ben", find_game, LogLocation(tmp_path), _ignore, _ignore)
        async with trio.open_nursery() as links:
            try:
                await links.start(joining.attend, links, (address,), (), _nobody, identity(0).public)
            except RemoteError as error:
                refused.append(error.code)
                raise
        raise AssertionError("another host let the guest in")

    with trio.fail_after(60):
        async with trio.open_nursery() as nursery:
            nursery.start_soon(hosting.serve, listeners)
            nursery.start_soon(until_let_in, join, lambda: False)
            while len(refused) < 3:
                await trio.sleep(0.01)
            assert not hosting.lobby.full
            nursery.cancel_scope.cancel()
    assert set(refused) == {Code.WRONG_PEER}


def _ignore(_news: object) -> None:
    """No screen."""


async def _nobody(_problem: str | None) -> str:
    raise AssertionError("asked for a code")


@pytest.mark.long
def test_a_stranger_does_not_get_in_between(tmp_path: Path) -> None:
    """The seat is Ben's, and he does not come."""
    host, address = hosted(tmp_path / "ada", "tink", "--open")
    guest = Peer(tmp_path / "ben", "join", address, "--name", "Ben")
    with running(host, guest):
        play_to_the_end(host, guest)
        assert guest.end() == 0
        host.type("rematch")
        host.wait_for(r"Ben is not here yet")
        stranger = Peer(tmp_path / "eve", "join", address, "--name", "Eve")
        with running(stranger):
            assert stranger.end() == 1
            assert "every seat at this table is taken" in stranger.output
        host.kill()
    assert len(host.logs) == 1
