"""A log on disk: appended to before anything is acted on, synced at leisure, written by one process at a time.

Beside `NAME.p2plog` stands `NAME.p2plog.own` while a table is played: what the peer itself has decided and voted last,
on the disk before it is said, so that after a crash or a power cut it says again exactly what it had said.
"""

from __future__ import annotations

import os
from contextlib import suppress
from pathlib import Path

from p2pgame.protocol.wire.limits import LOG_BYTES

from . import atomic_write, sidecar
from .addressbook import book_path
from .locks import lock

SUFFIX = ".p2plog"


class LogFileError(Exception):
    """The log cannot be written any further. What was written before is whole."""


class LogFile:
    """One log that only ever grows. A write that fails leaves no half record behind."""

    def __init__(self, path: Path, *, new: bool) -> None:
        """Open a log for appending.

        Raises:
            LogFileError: it cannot be made or opened, is there already though it should be new, or is being written by
                another process, which is the same player at the same table.
        """
        self.path = path
        flags = os.O_RDWR | os.O_APPEND | (os.O_CREAT | os.O_EXCL if new else 0)
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            self._descriptor = os.open(path, flags, 0o644)
        except OSError as error:
            if path.exists() and isinstance(error, FileExistsError):
                raise LogFileError(f"{path} is there already: a log is never written over") from error
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
        """How many of the changes the disk has; at first it may lack even what another process has written."""

    @property
    def size(self) -> int:
        """Bytes of the log."""
        return self._size

    def _lock(self) -> None:
        """Have the log for oneself until it is closed or the process ends: two writers would sign two histories."""
        if not lock(self._descriptor):
            os.close(self._descriptor)
            raise LogFileError(f"{self.path} is open already: this table is being played in another window")

    def holds(self, data: bytes) -> bool:
        """Whether this is all that stands in the log, now that nobody else writes it.

        Raises:
            LogFileError: it cannot be read.
        """
        try:
            with open(self._descriptor, "rb", closefd=False) as file:
                file.seek(0)
                return file.read(len(data) + 1) == data
        except OSError as error:
            raise LogFileError(f"the log {self.path} cannot be read: {error.strerror}") from error

    def append(self, record: bytes) -> None:
        """Hand a record to the operating system, which keeps it even if this program is killed.

        Raises:
            LogFileError: the disk is full or broken, or no program would read so long a log; it is as it was before.
        """
        if self._size + len(record) > LOG_BYTES:
            raise LogFileError(
                f"the log {self.path} has become longer than any game can be, and is not written further"
            )
        try:
            rest = record
            while rest:
                rest = rest[os.write(self._descriptor, rest) :]
        except OSError as error:
            with suppress(OSError):  # then the half record stays, and is cut off when the log is opened again
                os.ftruncate(self._descriptor, self._size)
            raise self._stuck(error) from error
        self._size += len(record)
        self._changes += 1

    def cut(self, size: int) -> int:
        """Cut a torn record off the end, so that the log has `size` bytes; how many were cut.

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
        return torn

    def keep(self, record: bytes) -> None:
        """Keep what the peer itself has signed, in place of what was kept before, which the log may have by now: so the
        disk gets the log first, then this, whole, or what was before.

        Raises:
            LogFileError: it cannot be kept, so it must not be sent.
        """
        self.sync()
        try:
            sidecar.replace(own_path(self.path), record)
        except OSError as error:
            raise LogFileError(f"{own_path(self.path)} cannot be written: {error.strerror}") from error

    def forget(self) -> None:
        """The table is closed, and the disk has the log: nothing of the peer's own is unfinished any more."""
        sidecar.remove(own_path(self.path))
        sidecar.remove(book_path(self.path))

    def sync(self) -> None:
        """Wait until the disk has all of it, so that not even a power cut loses it.

        Raises:
            LogFileError: the disk does not take it.
        """
        changes = self._changes
        if self._synced == changes:
            return
        try:
            atomic_write.sync(self._descriptor)
        except OSError as error:
            raise self._stuck(error) from error
        self._synced = max(self._synced, changes)

    def _stuck(self, error: OSError) -> LogFileError:
        return LogFileError(f"the log {self.path} cannot be written any further: {error.strerror}")

    def close(self) -> None:
        """Sync and close.

        Raises:
            LogFileError: the disk does not take all of it.
        """
        if self._descriptor >= 0:
            try:
                self.sync()
            finally:
                os.close(self._descriptor)
                self._descriptor = -1


def own_path(log: Path) -> Path:
    """Where it is kept what the peer itself has signed and the log may not have."""
    return log.with_name(log.name + ".own")


def damaged_path(path: Path) -> Path:
    """Where a log, or what was kept beside it, stays as it was found, if it was damaged."""
    return path.with_name(f"{path.name}.damaged")


def difference_path(log: Path) -> Path:
    """Where two versions of a state are kept when two engines came to differ."""
    return log.with_name(log.name + ".differs.json")


def fresh_path(folder: Path, stem: str) -> Path:
    """A path in the folder where no log is yet: the stem, with a number behind it if need be."""
    path = folder / f"{stem}{SUFFIX}"
    number = 2
    while path.exists():
        path = folder / f"{stem}-{number}{SUFFIX}"
        number += 1
    return path
