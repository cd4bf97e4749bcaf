"""Logs on disk: appended to, cut, kept beside, and disks that take no more."""

from __future__ import annotations

import os
import re
import resource
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest
from p2pgame.cli.find import find_game
from p2pgame.engine.games import load
from p2pgame.p2p.store import atomic_write, sidecar
from p2pgame.p2p.store.log_file import LogFile, LogFileError, fresh_path, own_path
from p2pgame.p2p.store.log_location import LogLocation
from p2pgame.protocol.wire.errors import RemoteError

from ..protocol import people


def test_a_log_is_never_written_over(tmp_path: Path) -> None:
    """A new log needs a new file."""
    path = tmp_path / "a.p2plog"
    path.write_bytes(b"somebody's game")
    with pytest.raises(LogFileError, match="there already"):
        LogFile(path, new=True)
    assert path.read_bytes() == b"somebody's game"


def test_a_log_that_goes_on_grows_at_its_end(tmp_path: Path) -> None:
    """What stands there stays."""
    path = tmp_path / "folder" / "a.p2plog"
    for new, record in ((True, b"one "), (False, b"two")):
        log = LogFile(path, new=new)
        log.append(record)
        log.close()
    assert path.read_bytes() == b"one two"


def test_one_window_at_a_time_writes_a_log(tmp_path: Path) -> None:
    """The second is refused, and nothing is changed; once the first has closed it, it is free."""
    path = tmp_path / "a.p2plog"
    first = LogFile(path, new=True)
    first.append(b"one")
    with pytest.raises(LogFileError, match="open already: this table is being played in another window"):
        LogFile(path, new=False)
    first.append(b" two")
    first.close()
    LogFile(path, new=False).close()
    assert path.read_bytes() == b"one two"


def test_a_torn_end_is_cut_off_and_counted(tmp_path: Path) -> None:
    """And the next record stands where it was."""
    path = tmp_path / "a.p2plog"
    path.write_bytes(b"whole, torn")
    log = LogFile(path, new=False)
    assert log.cut(6) == 5
    assert log.cut(6) == 0
    log.append(b" again")
    log.close()
    assert path.read_bytes() == b"whole, again"


def test_a_log_in_no_folder_is_refused_in_a_sentence(tmp_path: Path) -> None:
    """A file stands where the folder should be."""
    (tmp_path / "folder").write_text("a file", "utf-8")
    with pytest.raises(LogFileError, match="cannot be written"):
        LogFile(tmp_path / "folder" / "a.p2plog", new=True)


def test_what_is_kept_beside_is_the_owners_alone_and_goes_with_the_end(tmp_path: Path) -> None:
    """It may hold what a secret choice was."""
    log = LogFile(tmp_path / "a.p2plog", new=True)
    log.keep(b"longer than the next")
    log.keep(b"short")
    kept = own_path(log.path)
    assert kept.read_bytes().startswith(b"short")
    assert kept.stat().st_mode & 0o077 == 0
    log.forget()
    assert not kept.exists()
    log.close()


def test_the_disk_has_the_log_before_what_is_kept_beside_it_is_replaced(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What was kept before may be what the log's last records hold: a power cut must not take both."""
    log = LogFile(tmp_path / "a.p2plog", new=True)
    log.keep(b"first")
    seen: list[tuple[str, bytes]] = []

    def note(descriptor: int) -> None:
        names = {path.stat().st_ino: name for path, name in ((log.path, "log"), (tmp_path, "folder"))}
        which = names.get(os.fstat(descriptor).st_ino, "beside")
        seen.append((which, own_path(log.path).read_bytes()))

    monkeypatch.setattr(atomic_write, "sync", note)
    log.append(b"record")
    log.keep(b"second")
    log.keep(b"third")
    assert seen[:3] == [("log", b"first"), ("beside", b"first"), ("folder", b"second")]
    assert seen[3:] == [("beside", b"second"), ("folder", b"third")]
    log.append(b"record")
    log.cut(3)
    log.sync()
    log.sync()
    assert seen[5:] == [("log", b"third")]
    log.close()


def test_a_log_that_goes_on_is_synced_whatever_was_said_before(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Another process has written it, and may have been killed before the disk had it."""
    LogFile(tmp_path / "a.p2plog", new=True).close()
    log = LogFile(tmp_path / "a.p2plog", new=False)
    seen: list[int] = []
    monkeypatch.setattr(atomic_write, "sync", seen.append)
    log.sync()
    assert seen == [log._descriptor]
    log.close()


def test_closing_twice_does_no_harm(tmp_path: Path) -> None:
    """Whoever closes in a hurry may not know that it has been done."""
    log = LogFile(tmp_path / "a.p2plog", new=True)
    log.append(b"x")
    log.close()
    log.close()
    assert log.path.read_bytes() == b"x"


def test_names_that_are_taken_are_counted_on(tmp_path: Path) -> None:
    """The second table of a day."""
    for expected in ("day.p2plog", "day-2.p2plog", "day-3.p2plog"):
        path = fresh_path(tmp_path, "day")
        assert path.name == expected
        path.touch()


FILL = """
import resource, sys
sys.dont_write_bytecode = True  # what is cut off at the limit would break whoever imports it next
from pathlib import Path
from p2pgame.p2p.store.log_location import LogLocation
from p2pgame.p2p.store.log_file import LogFile, LogFileError
log = LogFile(Path(sys.argv[1]), new=True)
log.keep(b"kept")
resource.setrlimit(resource.RLIMIT_FSIZE, (1000, 1000))
try:
    while True:
        log.append(bytes(range(64)))
except LogFileError as error:
    print(error)
try:
    log.keep(bytes(1001))
except LogFileError as error:
    print(error)
log.append(b"short")
log.close()
"""


@pytest.mark.skipif(not hasattr(resource, "RLIMIT_FSIZE"), reason="needs limits on the size of files")
def test_a_record_that_does_not_fit_leaves_no_half_behind(tmp_path: Path) -> None:
    """The limit lies within a record; one that still fits is taken afterwards. What is kept beside it stays."""
    path = tmp_path / "a.p2plog"
    done = subprocess.run([sys.executable, "-c", FILL, path], check=True, capture_output=True, encoding="utf-8")
    assert "cannot be written any further: File too large" in done.stdout
    assert path.read_bytes() == bytes(range(64)) * 15 + b"short"
    assert "own cannot be written: File too large" in done.stdout
    assert own_path(path).read_bytes() == b"kept"
    assert sorted(tmp_path.iterdir()) == [path, own_path(path)]


def test_no_log_grows_beyond_what_is_read_of_one(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """To the last byte that fits; what is there stays whole, also where a log goes on."""
    monkeypatch.setattr("p2pgame.p2p.store.log_file.LOG_BYTES", 10)
    log = LogFile(tmp_path / "a.p2plog", new=True)
    log.append(b"genesis")
    log.close()
    log = LogFile(tmp_path / "a.p2plog", new=False)
    with pytest.raises(LogFileError, match="longer than any game can be"):
        log.append(b"step")
    log.append(b"end")
    log.close()
    assert log.path.read_bytes() == b"genesisend"


def on_device(folder: Path, device: str) -> LogFile:
    """A log whose bytes go to a device from now on. Not opened there, as it would lock all of this machine's out."""
    log = LogFile(folder / "a.p2plog", new=True)
    descriptor = os.open(device, os.O_RDWR)
    os.dup2(descriptor, log._descriptor)
    os.close(descriptor)
    return log


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs a disk that is always full")
def test_a_full_disk_is_a_sentence(tmp_path: Path) -> None:
    """Even where the half record cannot be taken back."""
    log = on_device(tmp_path, "/dev/full")
    with pytest.raises(LogFileError, match="No space left on device"):
        log.append(b"record")


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs a file that cannot be synced")
def test_a_disk_that_syncs_nothing_is_a_sentence(tmp_path: Path) -> None:
    """Such as a broken one."""
    log = on_device(tmp_path, "/dev/null")
    log.append(b"record")
    with pytest.raises(LogFileError, match="cannot be written any further"):
        log.sync()


@pytest.mark.parametrize("suffix", [".own", ".peers", ".differs.json"])
def test_files_beside_a_log_are_never_followed_elsewhere(tmp_path: Path, suffix: str) -> None:
    """A link to somebody's letters stands there: they are neither read nor written."""
    letters = tmp_path / "letters"
    letters.write_text("private", "utf-8")
    path = tmp_path / f"a.p2plog{suffix}"
    path.symlink_to(letters)
    assert sidecar.read(path, 1000) is None
    assert not sidecar.write(path, b"mine")
    with pytest.raises(OSError, match=r"."):
        sidecar.opened(path, os.O_WRONLY | os.O_CREAT)
    assert letters.read_text("utf-8") == "private"


def test_what_is_no_file_beside_a_log_stops_nothing(tmp_path: Path) -> None:
    """A folder or a pipe in its place: nothing to read, nothing to wait for, nothing taken away."""
    folder, pipe = tmp_path / "a.p2plog.own", tmp_path / "a.p2plog.peers"
    folder.mkdir()
    os.mkfifo(pipe)
    for path in (folder, pipe):
        assert sidecar.read(path, 1000) is None
        assert not sidecar.write(path, b"mine")
    log = LogFile(tmp_path / "a.p2plog", new=True)
    with pytest.raises(LogFileError, match="own cannot be written"):
        log.keep(b"record")
    log.forget()
    assert folder.is_dir()


def test_a_file_beside_a_log_that_is_too_large_is_none(tmp_path: Path) -> None:
    """Whoever can write there cannot fill our memory."""
    path = tmp_path / "a.p2plog.own"
    path.write_bytes(bytes(1001))
    assert sidecar.read(path, 1000) is None
    assert sidecar.read(path, 1001) == bytes(1001)


def test_that_no_log_can_be_kept_is_said_before_a_table_begins(tmp_path: Path) -> None:
    """Not when everybody has come: the file is there, or its folder takes nothing."""
    there = tmp_path / "there.p2plog"
    there.touch()
    with pytest.raises(LogFileError, match="never overwrites"):
        LogLocation(tmp_path, there).check()
    with pytest.raises(LogFileError, match="no log can be written in"):
        LogLocation(Path("/proc/self/logs")).check()
    LogLocation(tmp_path / "to" / "be" / "made").check()
    assert not (tmp_path / "to").exists()


@pytest.mark.parametrize("name", ["../x", "/etc/x", "..", "a/../../x", "x\0y", "~", "c:\\x", "\x1b[2J\u202ex"])
def test_no_name_of_a_table_leads_its_log_elsewhere(tmp_path: Path, name: str) -> None:
    """However its players are called, and whatever its game is said to be: a log is named by the day, the id of a game
    that is known here, and the table's id.
    """
    game, whole = load("tink"), people.genesis(load("tink"), 2)
    called = replace(whole.contract, game=name, seats=tuple(replace(seat, name=name) for seat in whole.contract.seats))
    log = LogLocation(tmp_path / "logs").open(replace(whole, contract=called), game)
    log.close()
    assert [path for path in tmp_path.rglob("*") if path.is_file()] == [log.path]
    assert log.path.parent == tmp_path / "logs"
    assert re.fullmatch(r"[0-9]{4}-[0-9]{2}-[0-9]{2}-tink-[0-9a-f]{8}\.p2plog", log.path.name)
    assert find_game(name) is None
    with pytest.raises(RemoteError, match="does not know the game"):
        called.check(find_game(called.game))
