"""A disk: what the operating system has, what a power cut leaves of it, and what happens when it is full."""

from __future__ import annotations

import random


class DiskFull(Exception):
    """There is no room; nothing has been written."""


class Killed(Exception):
    """The process ends in the middle of a write."""


class Disk:
    """The log of one peer and its own inputs beside it, as in `p2p.logfile`."""

    def __init__(self, rng: random.Random) -> None:
        self.log = bytearray()
        self.own = b""
        self.full = False
        self.kill_at: int | None = None
        """Kill the process in so many writes, before, within or after that one."""
        self._rng = rng
        self._synced = 0
        """So many bytes of the log outlast a power cut."""
        self._beyond = b""
        """What the disk still has behind them, of a log that was cut and not synced since."""

    def append(self, record: bytes) -> None:
        """Add a record to the log."""
        self._check_room()
        place = self._torn_at(len(record))
        self.log += record[:place]
        if place is not None:
            raise Killed

    def keep(self, record: bytes) -> None:
        """Make the log outlast a power cut, then put one's own inputs, which do, in place of those before."""
        self._check_room()
        self.sync()
        place = self._torn_at(len(record))
        if place in (None, len(record)):
            self.own = record
        if place is not None:
            raise Killed

    def cut(self, size: int) -> None:
        """Take the end of the log away."""
        if size < self._synced:
            self._beyond = bytes(self.log[size : self._synced]) + self._beyond
            self._synced = size
        del self.log[size:]

    def sync(self) -> None:
        """Make the log outlast a power cut."""
        self._synced, self._beyond = len(self.log), b""

    def forget(self) -> None:
        """Remove one's own inputs."""
        self.own = b""

    def lose_power(self) -> None:
        """What was not synced may be lost: any part of the log's end."""
        if not self._beyond:
            del self.log[self._rng.randrange(self._synced, len(self.log) + 1) :]
        elif self._rng.randrange(2):
            self.log[self._synced :] = self._beyond
        self.sync()

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
