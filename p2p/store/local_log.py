"""The log of a local game on disk: written after each step, cut back when a player takes steps back."""

from __future__ import annotations

import os
from collections.abc import Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from p2pgame.engine.game import AnyGame
from p2pgame.protocol.identity.keys import Identity
from p2pgame.protocol.log.local import LocalContract, LocalEvent, LocalWriter, Standing
from p2pgame.protocol.log.local_replay import LocalReplay

from .locks import lock
from .log_file import LogFile, LogFileError, fresh_path


class LocalLogFile:
    """One local log, which this process alone writes until it is closed."""

    def __init__(self, file: LogFile, writer: LocalWriter, first: Standing) -> None:
        """Use `new` or `resume`."""
        self._file = file
        self._writer = writer
        self._events: list[LocalEvent] = []
        self._standings = [first]
        self._ends = [file.size]

    @classmethod
    def new(cls, folder: Path, identity: Identity, contract: LocalContract, game: AnyGame) -> LocalLogFile:
        """A log that begins with the contract, under a name of its own in the folder.

        Raises:
            LogFileError: it cannot be written.
        """
        day = datetime.now(UTC).astimezone().strftime("%Y-%m-%d")
        file = LogFile(fresh_path(folder, f"{day}-{game.id}-{contract.id[:4].hex()}"), new=True)
        writer = LocalWriter(identity, contract, game)
        try:
            file.mend(0, writer.header())
        except LogFileError:
            file.close()
            raise
        return cls(file, writer, Standing.first(contract, game))

    @classmethod
    def resume(cls, path: Path, identity: Identity, replay: LocalReplay) -> LocalLogFile:
        """A log that the identity has written, to be written further; all of it has been played back.

        A torn record at its end is cut off.

        Raises:
            LogFileError: it cannot be opened, another window has it, or it has changed since it was read.
        """
        file = LogFile(path, new=False)
        try:
            _check_unchanged(file, replay.data)
            file.mend(replay.end)
        except LogFileError:
            file.close()
            raise
        resumed = cls(file, LocalWriter(identity, replay.contract, replay.game), replay.standings[0])
        resumed._events = list(replay.events)
        resumed._standings = list(replay.standings)
        resumed._ends = list(replay.ends)
        return resumed

    @property
    def path(self) -> Path:
        """The file."""
        return self._file.path

    def keep(self, steps: Sequence[tuple[LocalEvent, Any]]) -> None:
        """Make the file hold these steps, each an event and the state after it, and wait for the disk.

        Raises:
            LogFileError: the disk is full or broken. The file then ends with a whole step, perhaps an earlier one.
        """
        known = 0
        while known < min(len(steps), len(self._events)) and steps[known][0] == self._events[known]:
            known += 1
        if known == len(steps) == len(self._events):
            return
        end = self._ends[known]
        del self._events[known:], self._standings[known + 1 :], self._ends[known + 1 :]
        records = []
        for event, state in steps[known:]:
            record, after = self._writer.record(self._standings[-1], event, state)
            records.append(record)
            self._events.append(event)
            self._standings.append(after)
            self._ends.append(self._ends[-1] + len(record))
        self._file.mend(end, b"".join(records))

    def close(self) -> None:
        """Close the file.

        Raises:
            LogFileError: the disk does not take all of it.
        """
        self._file.close()


def _check_unchanged(file: LogFile, data: bytes) -> None:
    """Return if the file still holds what was read of it.

    Raises:
        LogFileError: it does not.
    """
    if not file.holds(data):
        raise LogFileError(f"{file.path} has changed since it was read")


def is_taken(path: Path) -> bool:
    """Whether another process, or another window of this one, has the log open for writing."""
    try:
        descriptor = os.open(path, os.O_RDONLY)
    except OSError:
        return False
    try:
        return not lock(descriptor)
    finally:
        os.close(descriptor)
