"""Looking on at a table with real processes (`spec/lobby.md`, "show")."""

from __future__ import annotations

from pathlib import Path

from .test_network import Peer, hosted, ran, running


def test_a_spectator_joins_late_sees_everything_and_keeps_an_equal_log(tmp_path: Path) -> None:
    """It needs the code; the players notice nothing."""
    host, address = hosted(tmp_path / "ada", "tink")
    code = host.wait_for(r"Code: (\S+)")[1]
    guest = Peer(tmp_path / "ben", "join", address, "--code", code, "--name", "Ben")
    host.wait_for("First to play")
    without = ran(tmp_path / "eve", "watch", address)
    assert without.returncode == 1
    assert "code" in without.stderr
    watcher = Peer(tmp_path / "cleo", "watch", address, "--code", code)
    watcher.wait_for("Watching Tink: Ada, Ben")
    with running(host, guest, watcher):
        for peer, row in ((host, 3), (guest, 6)):
            peer.type(*(f"s@{column}{row}" for column in "cdef"))
        assert [peer.end() for peer in (host, guest)] == [0, 0], host.output + guest.output
        assert watcher.end() == 0, watcher.output
    assert "four in a row" in watcher.output
    assert len({peer.logs[0].read_bytes() for peer in (host, guest, watcher)}) == 1


def test_who_comes_before_the_table_begins_is_told_so_and_sees_it_begin(tmp_path: Path) -> None:
    """The host is not told of each new try. Nobody moves before the watcher has seen the beginning."""
    host, address = hosted(tmp_path / "ada", "tink", "--open")
    watcher = Peer(tmp_path / "cleo", "watch", address)
    watcher.wait_for("No table has begun there yet")
    guest = Peer(tmp_path / "ben", "join", address, "--name", "Ben")
    with running(host, guest, watcher):
        watcher.wait_for("Watching Tink: Ada, Ben")
        for peer, row in ((host, 3), (guest, 6)):
            peer.type(*(f"s@{column}{row}" for column in "cdef"))
        assert [peer.end() for peer in (host, guest, watcher)] == [0, 0, 0], watcher.output
    assert "did not come in" not in host.output
