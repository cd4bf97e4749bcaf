"""Files that outlast a power cut: the calls to the disk, their order, and the faults that are reported."""

from __future__ import annotations

import errno
import fcntl
import os
import stat
from pathlib import Path
from types import SimpleNamespace

import pytest
from p2pgame.p2p.store import atomic_write
from p2pgame.p2p.store.journal_file import journal_path
from p2pgame.p2p.store.log_file import LogFile, LogFileError

LACKING = [errno.EINVAL, errno.ENOTSUP, errno.ENOTTY]
FAILING = [errno.EIO, errno.ENOSPC, errno.EDQUOT, errno.EBADF]


class Calls:
    """The calls to the disk: which call, and whether for a file or a folder; each may fail with some number."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, platform: str) -> None:
        self.seen: list[tuple[str, str]] = []
        self.fails: dict[tuple[str, str], int] = {}
        replace = os.replace
        monkeypatch.setattr(atomic_write, "sys", SimpleNamespace(platform=platform))
        monkeypatch.setattr(fcntl, "F_FULLFSYNC", 51, raising=False)
        monkeypatch.setattr(fcntl, "fcntl", lambda descriptor, _what: self._asked("full", descriptor))
        monkeypatch.setattr(os, "fsync", lambda descriptor: self._asked("plain", descriptor))
        monkeypatch.setattr(os, "fdatasync", lambda descriptor: self._asked("data", descriptor), raising=False)

        def rename(old: Path, new: Path) -> None:
            self.seen.append(("rename", "file"))
            replace(old, new)

        monkeypatch.setattr(os, "replace", rename)

    def _asked(self, call: str, descriptor: int) -> None:
        what = "folder" if stat.S_ISDIR(os.fstat(descriptor).st_mode) else "file"
        self.seen.append((call, what))
        number = self.fails.get((call, what))
        if number is not None:
            raise OSError(number, os.strerror(number))


@pytest.mark.parametrize(("platform", "call"), [("darwin", "full"), ("linux", "plain")])
def test_the_disk_has_the_file_and_then_its_name(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, platform: str, call: str
) -> None:
    """On macOS the plain call leaves both in the disk's own memory."""
    calls = Calls(monkeypatch, platform)
    atomic_write.replace(tmp_path / "a", b"data")
    assert calls.seen == [(call, "file"), ("rename", "file"), (call, "folder")]


@pytest.mark.parametrize(("platform", "call"), [("darwin", "full"), ("linux", "data")])
def test_a_files_data_is_synced_without_its_times_if_possible(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, platform: str, call: str
) -> None:
    """A word of one's own costs one such call."""
    calls = Calls(monkeypatch, platform)
    with (tmp_path / "a").open("wb") as file:
        atomic_write.sync_data(file.fileno())
    assert calls.seen == [(call, "file")]


@pytest.mark.parametrize("name", ["x" * 255, "\U0001f3b2" * 63])
def test_a_file_with_the_longest_name_is_replaced_too(tmp_path: Path, name: str) -> None:
    """Its temporary neighbour has a shorter name."""
    for data in (b"old", b"new"):
        atomic_write.replace(tmp_path / name, data)
    assert (tmp_path / name).read_bytes() == b"new"


@pytest.mark.parametrize("number", LACKING)
def test_a_file_system_without_a_call_is_good_enough(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, number: int
) -> None:
    """The plain one in place of the full one; none for folders."""
    calls = Calls(monkeypatch, "darwin")
    calls.fails = {("full", "file"): number, ("full", "folder"): number, ("plain", "folder"): number}
    atomic_write.replace(tmp_path / "a", b"data")
    assert calls.seen == [
        ("full", "file"),
        ("plain", "file"),
        ("rename", "file"),
        ("full", "folder"),
        ("plain", "folder"),
    ]
    assert (tmp_path / "a").read_bytes() == b"data"


@pytest.mark.parametrize("number", FAILING)
@pytest.mark.parametrize("what", ["file", "folder"])
@pytest.mark.parametrize(("platform", "call"), [("darwin", "full"), ("linux", "plain")])
def test_a_failing_disk_is_reported_at_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, platform: str, call: str, what: str, number: int
) -> None:
    """No second try: a system says only once that something was lost, and would call it written then."""
    calls = Calls(monkeypatch, platform)
    calls.fails = {(call, what): number}
    with pytest.raises(OSError, match=r".") as failed:
        atomic_write.replace(tmp_path / "a", b"data")
    assert failed.value.errno == number
    assert calls.seen[-1] == (call, what)
    assert calls.seen.count((call, what)) == 1
    assert [path.name for path in tmp_path.iterdir()] == (["a"] if what == "folder" else [])


def test_a_folder_that_cannot_be_opened_is_passed_over(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """One that may be written to and not read, or any on a system that opens none."""
    calls = Calls(monkeypatch, "linux")
    atomic_write.sync_folder(tmp_path / "none")
    assert calls.seen == []


def test_a_log_name_that_the_disk_refuses_is_one_sentence(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing is left open, and words that are not on the disk must not be sent."""
    log = LogFile(tmp_path / "a.p2plog", new=True)
    calls = Calls(monkeypatch, "linux")
    calls.fails = {("plain", "folder"): errno.EIO}
    with pytest.raises(LogFileError, match=r"journal cannot be written: Input/output error"):
        log.keep_journal(bytes(32))
    log.close()
    with pytest.raises(LogFileError, match="cannot be written: Input/output error"):
        LogFile(tmp_path / "b.p2plog", new=True)
    LogFile(tmp_path / "b.p2plog", new=False).close()
    assert journal_path(log.path).exists()
