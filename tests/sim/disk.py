"""A disk: the data of the operating system, the data that a power cut leaves, and writes to a full disk."""

from __future__ import annotations

import random

from p2pgame.protocol.log.journal import Ahead, OwnWord, journal_header, journal_record
from p2pgame.protocol.table.journal import Word


class DiskFull(Exception):
    """There is no room; nothing has been written."""


class Killed(Exception):
    """The process ends in the middle of a write."""


class Disk:
    """The log of one peer and the journal beside it, as in `p2p.store.log_file`."""

    def __init__(self, rng: random.Random, table: bytes) -> None:
        self.log = bytearray()
        self._empty = journal_header(table)
        self.journal: bytearray | None = bytearray(self._empty)
        """All of it outlasts a power cut; None if the file is gone."""
        self.full = False
        self.kill_at: int | None = None
        """Kill the process in that many writes, before, within or after that one."""
        self._rng = rng
        self._synced = 0
        """So many bytes of the log outlast a power cut."""
        self._ahead = 0
        """So many bytes of the log stand in the log on the disk, or in the journal."""
        self._has_words = False
        """Whether the journal holds a word of the open slot."""

    def append(self, record: bytes, *, opens_slot: bool = False) -> None:
        """Add a record to the log."""
        self._check_room()
        place = self._torn_at(len(record))
        self.log += record[:place]
        if place is not None:
            raise Killed
        if opens_slot:
            self._has_words = False

    def persist(self, words: list[Word]) -> None:
        """Put words into the journal, with the parts of the log that the disk may lack: one write, and one sync."""
        self._check_room()
        ahead = bytes(self.log[self._ahead :])
        record = journal_record(Ahead(self._ahead, ahead)) if ahead else b""
        record += b"".join(journal_record(OwnWord(len(self.log), word)) for word in words)
        place = self._torn_at(len(record))
        assert self.journal is not None
        self.journal += record[:place]
        if place is not None:
            raise Killed
        self._ahead = len(self.log)
        self._has_words = True

    def restart(self, journal: bytes, *, has_words: bool) -> None:
        """A process has opened both files, and mended them."""
        self.journal = bytearray(journal)
        self._synced = self._ahead = len(self.log)
        self._has_words = has_words

    def sync(self) -> None:
        """Make the log outlast a power cut. The journal is emptied if no word of the open slot is in it."""
        self._synced = self._ahead = len(self.log)
        if not self._has_words and self.journal is not None:
            self.journal = bytearray(self._empty)

    def lose_power(self) -> None:
        """Lose unsynced bytes: any part of the log's end."""
        del self.log[self._rng.randrange(self._synced, len(self.log) + 1) :]

    def lose_journal(self) -> None:
        """The file is gone."""
        self.journal = None

    def _check_room(self) -> None:
        if self.full:
            raise DiskFull

    def _torn_at(self, length: int) -> int | None:
        """Where a write ends because the process is killed; None if it is not."""
        if self.kill_at is None:
            return None
        self.kill_at -= 1
        if self.kill_at >= 0:
            return None
        self.kill_at = None
        return self._rng.choice((0, length, self._rng.randrange(length)))
