"""A log on disk: each entry is written before it is acted on, and synced later. Only one process writes it.

Beside `NAME.p2plog` is `NAME.p2plog.journal` while a seat plays. Each word of the seat's own goes into the journal
before it is sent, together with every part of the log that the disk may lack: one sync for both. So a crash or a power
cut loses no word that anybody has received, and the log needs only one sync a second.
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path

from p2pgame.protocol.contract.contract import Genesis
from p2pgame.protocol.log.format import LogEntry, header, log_record
from p2pgame.protocol.log.journal import Ahead, Journal, OwnWord
from p2pgame.protocol.table.journal import Word
from p2pgame.protocol.wire.limits import LOG_BYTES

from . import atomic_write, sidecar
from .addressbook import book_path
from .journal_file import JournalFile, journal_of, journal_path, read_journal_file
from .locks import lock

SUFFIX = ".p2plog"

JOURNAL_BYTES = 1 << 18
"""Bytes of a journal above which the log is synced at the next slot, so that the journal can be emptied."""


PART = 1 << 12
"""Bytes of the log up to which records are put into the journal as one part."""


class LogFileError(Exception):
    """The log cannot be written any further. Its earlier content is whole."""


class LogFile:
    """One log that only grows. A failed write leaves no half record behind."""

    def __init__(self, path: Path, *, new: bool, folder: Path | None = None) -> None:
        """Open a log for appending. `folder` is that of its player's logs, where the log is elsewhere.

        Raises:
            LogFileError: it cannot be created or opened, exists already though it should be new, or is being
            written by another process, which is the same player at the same table.
        """
        self.path = path
        self._folder = folder
        self._journal_path = journal_path(path)
        self._is_found = False
        """Whether the journal's path is known: it stays, also when a journal there is kept under another name."""
        flags = os.O_RDWR | os.O_APPEND | (os.O_CREAT | os.O_EXCL if new else 0)
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            self._descriptor = os.open(path, flags, 0o644)
        except OSError as error:
            if path.exists() and isinstance(error, FileExistsError):
                raise LogFileError(f"{path} exists: a log is never overwritten") from error
            raise LogFileError(f"the log {path} cannot be written: {error.strerror}") from error
        self._lock()
        try:
            self._size = os.fstat(self._descriptor).st_size
            if new:
                atomic_write.sync_folder(path.parent)
        except OSError as error:
            os.close(self._descriptor)
            raise LogFileError(f"the log {path} cannot be written: {error.strerror}") from error
        self._changes = 0
        """How often the file was changed here: a thread may be syncing it meanwhile."""
        self._synced = -1
        """How many of the changes the disk has; at first it may lack even those of another process."""
        self._synced_size = 0
        """Bytes of the log that are certainly on the disk."""
        self._journal: JournalFile | None = None
        self._ahead: list[Ahead] = []
        """Parts of the log that may be missing on the disk and in the journal."""

    @property
    def size(self) -> int:
        """Bytes of the log."""
        return self._size

    def _lock(self) -> None:
        """Lock the log until it is closed or the process ends: two writers would sign two histories."""
        if not lock(self._descriptor):
            os.close(self._descriptor)
            raise LogFileError(f"{self.path} is open already: this table is being played in another window")

    def begin(self, genesis: Genesis) -> None:
        """Write the beginning of a new log, and wait for the disk.

        Raises:
            LogFileError: the disk is full or broken.
        """
        self._append(header(genesis))
        self.sync()

    def holds(self, data: bytes) -> bool:
        """Whether the log holds exactly this data, now that no other process writes it.

        Raises:
            LogFileError: it cannot be read.
        """
        try:
            with open(self._descriptor, "rb", closefd=False) as file:
                file.seek(0)
                return file.read(len(data) + 1) == data
        except OSError as error:
            raise LogFileError(f"the log {self.path} cannot be read: {error.strerror}") from error

    def write(self, entry: LogEntry) -> None:
        """Hand an entry to the operating system, which keeps it even if this program is killed.

        Raises:
            LogFileError: the disk is full or broken, or no program would read so long a log; the log is unchanged.
        """
        self._append(log_record(entry))

    def _append(self, record: bytes) -> None:
        if self._size + len(record) > LOG_BYTES:
            raise LogFileError(f"the log {self.path} is longer than any possible game, and is not continued")
        try:
            rest = record
            while rest:
                rest = rest[os.write(self._descriptor, rest) :]
        except OSError as error:
            with suppress(OSError):  # then the half record stays, and is cut off when the log is opened again
                os.ftruncate(self._descriptor, self._size)
            raise self._stuck(error) from error
        if self._journal is not None:
            self._lack(record)
        self._size += len(record)
        self._changes += 1

    def _lack(self, record: bytes) -> None:
        """Note that the disk lacks the next record. Short ones are one part."""
        last = self._ahead[-1] if self._ahead else None
        if last is not None and len(last.data) + len(record) <= PART:
            self._ahead[-1] = Ahead(last.offset, last.data + record)
        else:
            self._ahead.append(Ahead(self._size, record))

    def mend(self, size: int, rest: bytes = b"") -> int:
        """Cut a torn end off, so that the log has `size` bytes, append the rest from the journal, and wait for the
        disk; the number of bytes that were cut.

        Raises:
            LogFileError: it cannot be done.
        """
        torn = self._size - size
        try:
            if torn:
                os.ftruncate(self._descriptor, size)
                self._size = size
                self._changes += 1
        except OSError as error:
            raise LogFileError(f"the log {self.path} cannot be written: {error.strerror}") from error
        if rest:
            self._append(rest)
        self.sync()
        return torn

    def journal_path(self, table: bytes) -> Path:
        """Where the journal of this log is."""
        if not self._is_found:
            self._journal_path, self._is_found = journal_of(self.path, table, self._folder), True
        return self._journal_path

    def read_journal(self, table: bytes) -> Journal:
        """The content of this log's journal; a lost one without a file."""
        return read_journal_file(self.journal_path(table), table)

    def keep_journal(self, table: bytes, journal: Journal | None = None) -> None:
        """Open the journal that was read, or make a new one: from now on words can be persisted.

        Raises:
            LogFileError: it cannot be made or opened.
        """
        path = self.journal_path(table)
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            self._journal = JournalFile(path, table, journal)
        except OSError as error:
            raise self._journal_stuck(error) from error

    def persist(self, words: Sequence[Word]) -> None:
        """Put the seat's own words on the disk, and all of the log up to here. The journal must be open.

        Raises:
            LogFileError: the disk fails, so the words must not be sent.
        """
        journal = self._journal
        assert journal is not None
        if not words:
            return
        self._make_room(journal, words[0].place.slot)
        ahead = [each for each in self._ahead if each.end > self._synced_size]
        try:
            journal.append([*ahead, *[OwnWord(self._size, word) for word in words]])
        except OSError as error:
            raise self._journal_stuck(error) from error
        self._ahead.clear()

    def _make_room(self, journal: JournalFile, slot: int) -> None:
        """Empty a long journal before the first word of a slot; this syncs the log."""
        if journal.size > JOURNAL_BYTES and not journal.is_needed(slot):
            self.sync()
            self.empty_journal(slot)

    def empty_journal(self, slot: int) -> None:
        """Empty the journal, if the disk has the log and the journal holds no word about that open slot.

        Raises:
            LogFileError: it cannot be done.
        """
        journal = self._journal
        if journal is None or self._synced != self._changes or journal.is_needed(slot):
            return
        try:
            journal.empty(self._size)
        except OSError as error:
            raise self._journal_stuck(error) from error

    def forget(self) -> None:
        """Remove the journal: the table is closed, the disk has the log, and nothing of the peer's own is
        unfinished."""
        sidecar.remove(self._journal_path)
        sidecar.remove(book_path(self.path))

    def sync(self) -> None:
        """Wait until the disk has all of the log, so that not even a power cut loses it.

        Raises:
            LogFileError: the disk fails.
        """
        changes, size = self._changes, self._size
        if self._synced == changes:
            return
        try:
            atomic_write.sync_data(self._descriptor)
        except OSError as error:
            raise self._stuck(error) from error
        self._synced = max(self._synced, changes)
        self._synced_size = max(self._synced_size, size)

    def _stuck(self, error: OSError) -> LogFileError:
        return LogFileError(f"the log {self.path} cannot be written any further: {error.strerror}")

    def _journal_stuck(self, error: OSError) -> LogFileError:
        return LogFileError(f"{self._journal_path} cannot be written: {error.strerror}")

    def close(self) -> None:
        """Sync and close.

        Raises:
            LogFileError: the disk fails to take all of it.
        """
        if self._descriptor >= 0:
            try:
                self.sync()
            finally:
                os.close(self._descriptor)
                self._descriptor = -1
                if self._journal is not None:
                    self._journal.close()


def damaged_path(path: Path) -> Path:
    """The path for the untouched copy of a damaged log or journal."""
    return path.with_name(f"{path.name}.damaged")


def difference_path(log: Path) -> Path:
    """The path for two versions of a state, if two engines came to differ."""
    return log.with_name(log.name + ".differs.json")


def fresh_path(folder: Path, stem: str) -> Path:
    """A free path for a log in the folder: the stem, with a number behind it if needed."""
    path = folder / f"{stem}{SUFFIX}"
    number = 2
    while path.exists():
        path = folder / f"{stem}-{number}{SUFFIX}"
        number += 1
    return path
