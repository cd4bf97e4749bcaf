"""The journal beside a log on disk: appended to with one sync, and emptied when nothing in it is needed.

It is created with the log. So if an open table's log has no journal, the seat's own words are lost.
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path

from p2pgame.protocol.log.journal import (
    Ahead,
    Journal,
    JournalEntry,
    Lost,
    OwnWord,
    journal_header,
    journal_record,
    read_journal,
)
from p2pgame.protocol.wire.limits import LOG_BYTES

from . import atomic_write, sidecar


def journal_path(log: Path) -> Path:
    """Where the journal of a log in its player's own folder is."""
    return log.with_name(log.name + ".journal")


def journal_of(log: Path, table: bytes, folder: Path | None) -> Path:
    """The path of a table's journal, given its log and the folder of its player's logs; None stands for the folder of
    the log itself. A log elsewhere may be replaced by anybody who can write there. So its journal is in the player's
    folder, under the table's id, and counts for each log of that table.
    """
    if folder is None:
        return journal_path(log)
    own = folder / f"{table.hex()}.journal"
    is_inside = os.path.realpath(log.parent) == os.path.realpath(folder)
    return journal_path(log) if is_inside and not os.path.lexists(own) else own


class JournalFile:
    """The journal of one log, open for appending."""

    def __init__(self, path: Path, table: bytes, journal: Journal | None = None) -> None:
        """Open a journal that has been read, or create a new one.

        A lost journal is replaced by one that records the loss, until the next word.

        Raises:
            OSError: it cannot be created or opened, or another thing has its name.
        """
        self._header = journal_header(table)
        self._is_lost = journal is not None and journal.is_lost
        self._last_slot: int | None = None
        if journal is None or not journal.is_whole:
            sidecar.replace(path, self._header + (journal_record(Lost()) if self._is_lost else b""))
        else:
            self._last_slot = _last_slot(journal.entries)
        self._descriptor = sidecar.open_file(path, os.O_RDWR | os.O_APPEND)
        self._size = os.fstat(self._descriptor).st_size
        if journal is not None and journal.is_whole and journal.end < self._size:
            os.ftruncate(self._descriptor, journal.end)  # a torn end
            self._size = journal.end

    @property
    def size(self) -> int:
        """Bytes of the journal."""
        return self._size

    def append(self, entries: Sequence[JournalEntry]) -> None:
        """Put entries on the disk, with one sync.

        Raises:
            OSError: the disk fails; the earlier entries are still there.
        """
        data = b"".join(map(journal_record, entries))
        try:
            rest = data
            while rest:
                rest = rest[os.write(self._descriptor, rest) :]
            atomic_write.sync_data(self._descriptor)
        except OSError:
            with suppress(OSError):  # a torn end is skipped when the journal is read
                os.ftruncate(self._descriptor, self._size)
            raise
        self._size += len(data)
        slot = _last_slot(entries)
        self._last_slot = slot if slot is not None else self._last_slot

    def is_needed(self, slot: int) -> bool:
        """Whether the journal holds a word about that slot or a later one, or records a loss."""
        if self._last_slot is None:
            return self._is_lost
        return self._last_slot >= slot

    def empty(self, log_size: int) -> None:
        """Remove all entries: the disk has the log, of that size, and no word is needed any more.

        The size stays, so that a log that is cut short later is noticed.

        Raises:
            OSError: it cannot be done.
        """
        left = journal_record(Ahead(log_size, b""))
        if self._size > len(self._header) + len(left):
            os.ftruncate(self._descriptor, len(self._header))
            self._size = len(self._header) + os.write(self._descriptor, left)
        self._last_slot, self._is_lost = None, False

    def close(self) -> None:
        """Close the file."""
        if self._descriptor >= 0:
            os.close(self._descriptor)
            self._descriptor = -1


def read_journal_file(path: Path, table: bytes) -> Journal:
    """The content of the journal at a path; a lost one if no regular file can be read there."""
    return read_journal(sidecar.read(path, LOG_BYTES), table)


def _last_slot(entries: Sequence[JournalEntry]) -> int | None:
    """The slot of the latest word."""
    for each in reversed(entries):
        if isinstance(each, OwnWord):
            return each.word.place.slot
    return None
