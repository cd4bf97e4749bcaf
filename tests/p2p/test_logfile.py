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
from p2pgame.cli.games.find import find_game
from p2pgame.engine.games import load
from p2pgame.p2p.store import atomic_write, sidecar
from p2pgame.p2p.store.journal_file import journal_path
from p2pgame.p2p.store.log_file import LogFile, LogFileError, fresh_path
from p2pgame.p2p.store.log_location import LogLocation
from p2pgame.protocol.log.format import LogEntry, header, log_record
from p2pgame.protocol.log.journal import Ahead, OwnWord
from p2pgame.protocol.table.journal import Word
from p2pgame.protocol.wire.errors import RemoteError

from ..protocol import people
from ..protocol.log.logs import room
from .devices import needs_full_disk, redirect

GENESIS = people.genesis(load("tink"), 2)


def entries() -> list[LogEntry]:
    """The entries of a game of two."""
    made = room("tink", 2)
    made.run()
    assert made.peers[0].table.ledger.genesis == GENESIS
    return list(made.peers[0].entries)


def words() -> list[Word]:
    """A seat's words in it."""
    made = room("tink", 2)
    made.run()
    return made.peers[0].words


def new_log(folder: Path) -> LogFile:
    """A log that has begun, with its journal."""
    log = LogFile(folder / "a.p2plog", new=True)
    log.keep_journal(GENESIS.id)
    log.begin(GENESIS)
    return log


def test_a_log_is_never_written_over(tmp_path: Path) -> None:
    """A new log needs a new file."""
    path = tmp_path / "a.p2plog"
    path.write_bytes(b"somebody's game")
    with pytest.raises(LogFileError, match="never overwritten"):
        LogFile(path, new=True)
    assert path.read_bytes() == b"somebody's game"


def test_a_resumed_log_grows_at_its_end(tmp_path: Path) -> None:
    """The earlier records stay."""
    log = new_log(tmp_path / "folder")
    log.write(entries()[0])
    log.close()
    again = LogFile(log.path, new=False)
    again.write(entries()[1])
    again.close()
    assert log.path.read_bytes() == header(GENESIS) + log_record(entries()[0]) + log_record(entries()[1])


def test_one_window_at_a_time_writes_a_log(tmp_path: Path) -> None:
    """The second is refused, and nothing is changed; once the first has closed it, it is free."""
    first = new_log(tmp_path)
    with pytest.raises(LogFileError, match="open already: this table is being played in another window"):
        LogFile(first.path, new=False)
    first.write(entries()[0])
    first.close()
    LogFile(first.path, new=False).close()
    assert first.path.read_bytes() == header(GENESIS) + log_record(entries()[0])


def test_a_torn_end_is_cut_off_and_counted(tmp_path: Path) -> None:
    """The content of the journal takes its place."""
    path = tmp_path / "a.p2plog"
    path.write_bytes(b"whole, torn")
    log = LogFile(path, new=False)
    assert log.mend(6) == 5
    assert log.mend(6, b" again") == 0
    log.close()
    assert path.read_bytes() == b"whole, again"


def test_a_log_in_no_folder_is_refused_in_a_sentence(tmp_path: Path) -> None:
    """A file stands where the folder should be."""
    (tmp_path / "folder").write_text("a file", "utf-8")
    with pytest.raises(LogFileError, match="cannot be written"):
        LogFile(tmp_path / "folder" / "a.p2plog", new=True)


def test_the_journal_is_the_owners_alone_and_goes_with_the_end(tmp_path: Path) -> None:
    """It may hold what a secret choice was."""
    log = new_log(tmp_path)
    log.persist(words()[:2])
    journal = journal_path(log.path)
    assert log.read_journal(GENESIS.id).words == tuple(words()[:2])
    assert journal.stat().st_mode & 0o077 == 0
    log.forget()
    assert not journal.exists()
    log.close()


class Syncs:
    """The files that the disk was asked to sync."""

    def __init__(self, log: LogFile, monkeypatch: pytest.MonkeyPatch) -> None:
        self.seen: list[str] = []
        self._names = {log.path.stat().st_ino: "log", journal_path(log.path).stat().st_ino: "journal"}
        monkeypatch.setattr(atomic_write, "sync_data", self._note)

    def _note(self, descriptor: int) -> None:
        self.seen.append(self._names[os.fstat(descriptor).st_ino])


def test_words_and_the_log_they_rest_on_cost_one_sync(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Of the journal. It holds what the disk may lack of the log, and that once only."""
    log = new_log(tmp_path)
    syncs = Syncs(log, monkeypatch)
    log.write(entries()[0])
    log.write(entries()[1])
    log.persist(words()[:3])
    assert syncs.seen == ["journal"]
    first = log.read_journal(GENESIS.id)
    assert [type(each) for each in first.entries] == [Ahead, OwnWord, OwnWord, OwnWord]
    assert first.log_size == log.size
    log.persist(words()[3:4])
    assert [type(each) for each in log.read_journal(GENESIS.id).entries[4:]] == [OwnWord]
    log.sync()
    log.sync()
    assert syncs.seen == ["journal", "journal", "log"]
    log.close()


def test_the_journal_is_emptied_once_the_disk_has_the_log(tmp_path: Path) -> None:
    """Not before the log is synced, and not while a word of the open slot stands in it."""
    log = new_log(tmp_path)
    word = words()[0]
    log.persist([word])
    log.write(entries()[0])
    for slot, is_synced in ((word.place.slot + 1, False), (word.place.slot, True)):
        if is_synced:
            log.sync()
        log.empty_journal(slot)
        assert log.read_journal(GENESIS.id).words == (word,)
    log.empty_journal(word.place.slot + 1)
    assert log.read_journal(GENESIS.id).entries == [Ahead(log.size, b"")]
    log.close()


def test_a_journal_that_has_become_long_is_emptied_at_the_next_slot(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The log is synced for that; a fast game never rests for a second."""
    monkeypatch.setattr("p2pgame.p2p.store.log_file.JOURNAL_BYTES", 2000)
    log = new_log(tmp_path)
    sizes = []
    for entry, word in zip(entries(), words(), strict=False):
        log.persist([word])
        log.write(entry)
        sizes.append(journal_path(log.path).stat().st_size)
    assert max(sizes) < 4000
    assert words()[len(sizes) - 1] in log.read_journal(GENESIS.id).words
    log.close()


def test_a_resumed_log_is_synced_in_any_case(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Another process has written it, and may have been killed before the disk had it."""
    new_log(tmp_path).close()
    log = LogFile(tmp_path / "a.p2plog", new=False)
    syncs = Syncs(log, monkeypatch)
    log.sync()
    assert syncs.seen == ["log"]
    log.close()


def test_closing_twice_does_no_harm(tmp_path: Path) -> None:
    """In a hurry, a caller may not know that it is already closed."""
    log = new_log(tmp_path)
    log.close()
    log.close()
    assert log.path.read_bytes() == header(GENESIS)


def test_a_name_that_is_taken_gets_a_number(tmp_path: Path) -> None:
    """The second table of a day."""
    for expected in ("day.p2plog", "day-2.p2plog", "day-3.p2plog"):
        path = fresh_path(tmp_path, "day")
        assert path.name == expected
        path.touch()


FILL = """
import resource, sys
sys.dont_write_bytecode = True  # bytecode cut off at the limit would break the next import
from pathlib import Path
from p2pgame.p2p.store.log_file import LogFile, LogFileError
log = LogFile(Path(sys.argv[1]), new=False)
resource.setrlimit(resource.RLIMIT_FSIZE, (1000, 1000))
try:
    log.mend(log.size, bytes(1000))
except LogFileError as error:
    print(error)
log.mend(log.size, b"short")
log.close()
"""


@pytest.mark.skipif(not hasattr(resource, "RLIMIT_FSIZE"), reason="needs limits on the size of files")
def test_a_record_that_does_not_fit_leaves_no_half_behind(tmp_path: Path) -> None:
    """The limit lies within a record; one that still fits is taken afterwards."""
    path = tmp_path / "a.p2plog"
    path.write_bytes(b"begun ")
    done = subprocess.run([sys.executable, "-c", FILL, path], check=True, capture_output=True, encoding="utf-8")
    assert "cannot be written any further: File too large" in done.stdout
    assert path.read_bytes() == b"begun short"


def test_no_log_grows_beyond_the_limit_of_its_readers(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """To the last byte that fits; what is there stays whole."""
    log = new_log(tmp_path)
    monkeypatch.setattr("p2pgame.p2p.store.log_file.LOG_BYTES", log.size + len(log_record(entries()[0])))
    log.write(entries()[0])
    with pytest.raises(LogFileError, match="longer than any possible game"):
        log.write(entries()[1])
    log.close()
    assert log.path.read_bytes() == header(GENESIS) + log_record(entries()[0])


@needs_full_disk
def test_a_full_disk_is_a_sentence(tmp_path: Path) -> None:
    """Even where the half record cannot be taken back; of the log, and of the journal."""
    log = new_log(tmp_path)
    redirect(log.path, "/dev/full")
    with pytest.raises(LogFileError, match="No space left on device"):
        log.write(entries()[0])
    redirect(journal_path(log.path), "/dev/full")
    with pytest.raises(LogFileError, match=r"journal cannot be written: No space left on device"):
        log.persist(words()[:1])


@needs_full_disk
def test_a_disk_that_syncs_nothing_is_a_sentence(tmp_path: Path) -> None:
    """Such as a broken one."""
    log = new_log(tmp_path)
    redirect(log.path, "/dev/null")
    log.write(entries()[0])
    with pytest.raises(LogFileError, match="cannot be written any further"):
        log.sync()
    redirect(journal_path(log.path), "/dev/null")
    with pytest.raises(LogFileError, match="journal cannot be written"):
        log.persist(words()[:1])


@pytest.mark.parametrize("suffix", [".journal", ".peers", ".differs.json"])
def test_files_beside_a_log_are_never_followed_elsewhere(tmp_path: Path, suffix: str) -> None:
    """A link to somebody's letters stands there: they are neither read nor written."""
    letters = tmp_path / "letters"
    letters.write_text("private", "utf-8")
    path = tmp_path / f"a.p2plog{suffix}"
    path.symlink_to(letters)
    assert sidecar.read(path, 1000) is None
    assert not sidecar.write(path, b"mine")
    with pytest.raises(OSError, match=r"."):
        sidecar.open_file(path, os.O_WRONLY | os.O_CREAT)
    assert letters.read_text("utf-8") == "private"


def test_a_folder_or_pipe_beside_a_log_stops_nothing(tmp_path: Path) -> None:
    """A folder or a pipe in its place: nothing to read, nothing to wait for, nothing taken away."""
    folder, pipe = tmp_path / "a.p2plog.journal", tmp_path / "a.p2plog.peers"
    folder.mkdir()
    os.mkfifo(pipe)
    for path in (folder, pipe):
        assert sidecar.read(path, 1000) is None
        assert not sidecar.write(path, b"mine")
    log = LogFile(tmp_path / "a.p2plog", new=True)
    with pytest.raises(LogFileError, match="journal cannot be written"):
        log.keep_journal(bytes(32))
    assert log.read_journal(bytes(32)).is_lost
    log.forget()
    assert folder.is_dir()


def test_a_sidecar_file_that_is_too_large_is_ignored(tmp_path: Path) -> None:
    """A person who can write there cannot fill our memory."""
    path = tmp_path / "a.p2plog.journal"
    path.write_bytes(bytes(1001))
    assert sidecar.read(path, 1000) is None
    assert sidecar.read(path, 1001) == bytes(1001)


def test_a_log_that_cannot_be_kept_is_shown_before_a_table_begins(tmp_path: Path) -> None:
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
    """With any names of its players and of its game: a log is named by the day, the id of a game
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
    with pytest.raises(RemoteError, match="does not have the game"):
        called.check(find_game(called.game))
