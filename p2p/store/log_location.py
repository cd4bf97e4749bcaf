"""The location of a table's log."""

from __future__ import annotations

import os
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

from p2pgame.engine.game import AnyGame
from p2pgame.protocol.contract.contract import Genesis

from . import small_file
from .log_file import LogFile, LogFileError, fresh_path


@dataclass(frozen=True, slots=True)
class LogLocation:
    """The location of a log: a folder, with a name of its own, or one given file."""

    folder: Path
    file: Path | None = None

    def check(self) -> None:
        """Return if a log can probably be kept here; a full disk shows only later.

        Raises:
            LogFileError: it cannot.
        """
        if self.file is not None and os.path.lexists(self.file):
            raise LogFileError(f"the file {self.file} exists: a log never overwrites another file")
        for path in (self.file or self.folder, self.folder):
            _check_writable(path)

    def open(self, genesis: Genesis, game: AnyGame, *, journal: bool = False) -> LogFile:
        """A new log that begins with the genesis; with a journal beside it for a seat of one's own.

        Raises:
            LogFileError: it cannot be written, or exists already.
        """
        day = datetime.now(UTC).astimezone().strftime("%Y-%m-%d")
        path = self.file or fresh_path(self.folder, f"{day}-{game.id}-{genesis.id[:4].hex()}")
        log = LogFile(path, new=True, folder=self.folder)
        try:
            if journal:
                log.keep_journal(genesis.id)
            log.begin(genesis)
        except LogFileError:
            log.close()
            raise
        return log


def _check_writable(path: Path) -> None:
    """Raises as `LogLocation.check`, of a path that may not exist yet."""
    try:
        folder = next(each for each in (path, *path.absolute().parents) if each.is_dir())
    except (OSError, ValueError) as error:  # such as a working folder that has been removed
        raise LogFileError(f"no log can be written at {path}: {small_file.reason(error)}") from error
    if not os.access(folder, os.W_OK | os.X_OK):
        raise LogFileError(f"no log can be written in {folder}: choose another place with --log or P2PGAME_HOME")
