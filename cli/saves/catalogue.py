"""All games of a profile, the latest first, each with its summary.

A log is read once: its summary is saved in `summaries.json` beside the logs, and made again only after a change of the
log. That file may be deleted at any time.
"""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Collection, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from p2pgame.p2p.store import small_file
from p2pgame.protocol.wire.limits import LOG_BYTES

from ..system.exits import Failed
from ..system.whole_file import write_private
from ..words.paths import display_path
from .summary import VERSION, State, Summary, as_json, from_json, summarise

_FILE = "summaries.json"
_LIMIT = 1 << 24
"""Bytes of that file: some 30,000 games."""
_DEPTH = 7
"""Nested containers in that file."""
SUFFIX = ".p2plog"


@dataclass(frozen=True, slots=True)
class Game:
    """A saved game."""

    log: Path
    summary: Summary
    written: float
    """When it was last written to, in seconds of the epoch."""


def _nobody_waits(_done: int, _all: int) -> None:
    """Ignore the progress of reading."""


def games_in(
    folder: Path,
    me: bytes,
    progress: Callable[[int, int], None] = _nobody_waits,
    wanted: Callable[[Path], bool] = lambda _path: True,
) -> list[Game]:
    """The wanted games in a folder of logs, the latest first. `me` is the profile's public key.

    `progress` is called before each log that must be read, with the numbers of read and of all such logs.

    Raises:
        Failed: the folder cannot be listed.
    """
    there = _logs(folder)
    known = _Known.read(folder / _FILE, me)
    found = {path: mark for path, mark in there.items() if wanted(path)}
    new = [path for path, mark in found.items() if known.summary(path.name, mark) is None]
    for done, path in enumerate(new):
        progress(done, len(new))
        known.add(path.name, found[path], _summary_of(path, me))
    if new:
        known.write({path.name for path in there})
    games = [Game(path, known.summaries[path.name][1], mark[1] / 1e9) for path, mark in found.items()]
    return sorted(games, key=lambda game: (game.written, game.log.name), reverse=True)


_Mark = tuple[int, int]
"""Size and time of a file: if both are as before, so is the file."""


class _Known:
    """The summaries that are known, by the names of their logs."""

    def __init__(self, path: Path, me: bytes) -> None:
        self._path = path
        self._me = me
        self.summaries: dict[str, tuple[_Mark, Summary]] = {}

    @classmethod
    def read(cls, path: Path, me: bytes) -> _Known:
        """The readable summaries in the file. The others are made again."""
        known = cls(path, me)
        with suppress(
            small_file.UnusableFile, ValueError, TypeError, KeyError, IndexError, AttributeError, OverflowError
        ):
            found = small_file.parse_json(small_file.read_text(path, _LIMIT, follow=False), _DEPTH)
            if (found["version"], found["key"]) == (VERSION, me.hex()):
                known.summaries = dict(_entries(found["logs"]))
        return known

    def summary(self, name: str, mark: _Mark) -> Summary | None:
        """The summary of an unchanged log; None if it must be read."""
        entry = self.summaries.get(name)
        return entry[1] if entry is not None and entry[0] == mark else None

    def add(self, name: str, mark: _Mark, summary: Summary) -> None:
        """Add a summary."""
        self.summaries[name] = mark, summary

    def write(self, there: Collection[str]) -> None:
        """Save the summaries of the existing logs. A failure is harmless: they are made again next time."""
        known = {name: each for name, each in self.summaries.items() if name in there}
        logs = {name: {"mark": mark, **as_json(summary)} for name, (mark, summary) in known.items()}
        text = json.dumps({"version": VERSION, "key": self._me.hex(), "logs": logs}, separators=(",", ":"))
        with suppress(Failed):
            write_private(self._path, text.encode())


def _entries(found: Mapping[str, Any]) -> Iterator[tuple[str, tuple[_Mark, Summary]]]:
    for name, each in found.items():
        size, moment = each["mark"]
        yield name, ((int(size), int(moment)), from_json(each))


def _logs(folder: Path) -> dict[Path, _Mark]:
    """The logs in a folder; pipes, folders and links that lead nowhere do not count.

    Raises:
        Failed: they cannot be listed.
    """
    found = {}
    try:
        with os.scandir(folder) as entries:
            for entry in entries:
                if entry.name.endswith(SUFFIX) and entry.is_file():
                    status = entry.stat()
                    found[Path(entry.path)] = status.st_size, status.st_mtime_ns
    except FileNotFoundError:
        return found
    except OSError as error:
        raise Failed(
            f"The logs in {display_path(folder)} cannot be listed: {error.strerror}. `p2pgame doctor` says why."
        ) from error
    return found


def _summary_of(path: Path, me: bytes) -> Summary:
    try:
        return summarise(small_file.read(path, LOG_BYTES), me)
    except small_file.UnusableFile as error:
        return Summary(State.BROKEN, fault=str(error))
