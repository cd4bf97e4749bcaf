"""Watching a table with real processes (`spec/lobby.md`, "show")."""

from __future__ import annotations

from pathlib import Path

import pytest
import trio
from p2pgame.cli.lines.front import LineFront
from p2pgame.cli.net.choosing import typed_address
from p2pgame.cli.net.ending import sentences
from p2pgame.cli.net.join_target import JoinTarget
from p2pgame.cli.net.spectator_session import SpectatorSession
from p2pgame.cli.profile.who import Me
from p2pgame.cli.system.exits import ExitCode, Failed
from p2pgame.cli.terminal.output import Output
from p2pgame.p2p.store.log_location import LogLocation

from ...protocol.people import identity
from ..at_terminal import Terminal
from ..peers import Peer, begun, begun_with_code, hosted, place_stones, ran, running
from ..running import typing


def test_a_spectator_joins_late_sees_everything_and_keeps_an_equal_log(tmp_path: Path) -> None:
    """It needs the code; the players notice nothing."""
    host, guest, address, code = begun_with_code(tmp_path)
    without = ran(tmp_path / "eve", "watch", address)
    assert without.returncode == 1
    assert "code" in without.stderr
    watcher = Peer(tmp_path / "cleo", "watch", address, "--code", code)
    watcher.wait_for("Watching Tink: Ada, Ben")
    with running(host, guest, watcher):
        place_stones(host, guest)
        assert [peer.end() for peer in (host, guest)] == [0, 0], host.output + guest.output
        assert watcher.end() == 0, watcher.output
    assert "four in a row" in watcher.output
    assert len({peer.logs[0].read_bytes() for peer in (host, guest, watcher)}) == 1


def test_an_early_spectator_waits_and_sees_the_table_begin(tmp_path: Path) -> None:
    """The host does not see each new try. Nobody moves before the spectator has seen the beginning."""
    host, address = hosted(tmp_path / "ada", "tink", "--open")
    watcher = Peer(tmp_path / "cleo", "watch", address)
    watcher.wait_for("The game has not begun yet")
    guest = Peer(tmp_path / "ben", "join", address, "--name", "Ben")
    with running(host, guest, watcher):
        watcher.wait_for("Watching Tink: Ada, Ben")
        place_stones(host, guest)
        assert [peer.end() for peer in (host, guest, watcher)] == [0, 0, 0], watcher.output
    assert "could not join" not in host.output


@pytest.mark.parametrize("through", ["host", "guest"])
def test_a_spectator_comes_along_to_the_rematch_without_its_code(tmp_path: Path, through: str) -> None:
    """By one word in lines, through the peer that it has watched; a stranger needs the new code."""
    host, guest, address, code = begun_with_code(tmp_path)
    guest.type("who")
    watched = address if through == "host" else guest.wait_for(r"`p2pgame watch (\S+)`")[1]
    home = str(tmp_path / "cleo")
    with running(host, guest), Terminal("watch", watched, "--plain", "--code", code, P2PGAME_HOME=home) as watcher:
        watcher.until("Watching Tink: Ada, Ben")
        place_stones(host, guest)
        watcher.until("Type `rematch` to watch the next game too")
        watcher.type("rematch\r")
        watcher.until("You come along without a code.")
        guest.type("rematch")
        host.type("rematch")
        watcher.until("Watching Tink: Ben, Ada")
        assert "code" in ran(tmp_path / "eve", "watch", address).stderr
        place_stones(host, guest)
        watcher.until("Type `rematch` to watch the next game too")
        watcher.type("\r")
        assert watcher.rest()[1] == ExitCode.OK
        for peer in (host, guest):
            peer.type("")
    logs = sorted(path.read_bytes() for path in (tmp_path / "cleo").glob("default/logs/*.p2plog"))
    assert logs == sorted(path.read_bytes() for path in host.logs)
    assert len(logs) == 2


def test_a_spectator_sees_that_the_table_is_gone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """The time of dialing, then the loss with advice, with exit code 1; the log so far is verified as unfinished."""
    monkeypatch.setattr("p2pgame.p2p.table.watching.RETRY", 0.05)
    monkeypatch.setattr("p2pgame.p2p.table.watching.PATIENCE", 0.2)
    host, guest, address = begun(tmp_path)
    where = typed_address(address)
    assert where is not None
    watched = SpectatorSession(
        Me(identity(2), "Cleo", LogLocation(tmp_path)), JoinTarget((where,)), LineFront(Output.of())
    )

    async def kill_when_seen() -> None:
        while not watched.tables or watched.tables[0].table.ledger.now.step < 2:
            await trio.sleep(0.01)
        host.kill()
        guest.kill()

    async def main() -> None:
        async with trio.open_nursery() as nursery:
            nursery.start_soon(kill_when_seen)
            await watched.run()

    with running(host, guest), typing(), pytest.raises(Failed) as lost, sentences():
        trio.run(main)
    assert lost.value.exit_code == ExitCode.FAILED
    assert lost.value.message == (
        f"The table cannot be reached: nobody has answered at {address} for 0 seconds. You have the game up to step 1; "
        "if it continues, watch it again."
    )
    assert "Connection lost. Retrying" in capsys.readouterr().out
    (log,) = tmp_path.glob("*.p2plog")
    assert ran(tmp_path, "verify", str(log)).returncode == ExitCode.UNFINISHED


def test_a_guest_lets_spectators_in_by_the_code_that_it_was_asked_for(tmp_path: Path) -> None:
    """From any peer: also when the first host is gone, and when it has come back from its log."""
    host, guest, address, code = begun_with_code(tmp_path)
    guest.type("who")
    told = guest.wait_for(r"Others can watch: `p2pgame watch (\S+)`, with the code (\S+)\.")
    assert told[2] == code
    port = told[1].rpartition(":")[2]
    host.kill()
    (log,) = host.logs
    watchers = [Peer(tmp_path / "cleo", "watch", f"127.0.0.1:{port}", "--code", code)]
    watchers[0].wait_for("Watching Tink: Ada, Ben")
    back = Peer(host.home, "resume", str(log))
    with running(host, guest, back, *watchers):
        back.wait_for(rf"Others can watch: `p2pgame watch \S+`, with the code {code}\.")
        watchers.append(Peer(tmp_path / "dora", "watch", address, "--code", code))
        with running(watchers[1]):
            watchers[1].wait_for("Watching Tink: Ada, Ben")
            place_stones(back, guest)
            assert [peer.end() for peer in (back, guest)] == [0, 0], back.output + guest.output
            assert [watcher.end() for watcher in watchers] == [0, 0], watchers[0].output + watchers[1].output
    assert len({peer.logs[0].read_bytes() for peer in (back, guest, *watchers)}) == 1
