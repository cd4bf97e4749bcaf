"""Games on this machine, begun from the menu: each is kept in a file of its own until it is over, to be gone on with.

`PROFILE/games/tink.game`, then `tink-2.game` and so on; beside each stands `NAME.lock`, held by the window that plays
it.
No file is replaced but that of a game that is over.
"""

from __future__ import annotations

import os
import re
import sys
from contextlib import suppress
from dataclasses import dataclass
from itertools import count
from pathlib import Path
from types import TracebackType
from typing import Any, Self

from p2pgame.engine.game import AnyGame
from p2pgame.engine.pending import Over
from p2pgame.p2p.home import Home

from . import person, saved
from .exits import Failed, Misused
from .saved import Players
from .session import Session

if sys.platform != "win32":
    import fcntl


@dataclass(frozen=True, slots=True)
class Kept:
    """A game that can be gone on with."""

    path: Path
    session: Session[Any, Any]
    players: Players | None
    """None if the file does not say who played."""


class Slot:
    """A file for one game, had by this window alone until it is left."""

    def __init__(self, path: Path, lock: int) -> None:
        self.path = path
        self._lock = lock

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._lock >= 0:
            os.close(self._lock)
            self._lock = -1

    def renewed(self) -> Path:
        """The file for another game, after the one in it is over; where it stays, whoever writes there says so."""
        with suppress(OSError):
            self.path.unlink(missing_ok=True)
        return self.path


def unfinished(game: AnyGame) -> list[Kept]:
    """The games that can be gone on with, the one played last first; not those that are being played."""
    found = [kept for path in _files(game) if (kept := _unfinished(path, game)) is not None]
    return [kept for kept in found if not _is_taken(kept.path)]


def go_on(kept: Kept) -> Slot:
    """The file of a kept game.

    Raises:
        Misused: another window plays it by now.
    """
    slot = _slot(kept.path)
    if slot is None:
        raise Misused("That game is being played in another window by now.")
    return slot


def begin(game: AnyGame) -> Slot:
    """A file for a new game: that of one that is over, or a new one."""
    folder = _folder()
    with suppress(OSError):
        folder.mkdir(parents=True, exist_ok=True, mode=0o700)
    for number in count(1):
        path = folder / (f"{game.id}.game" if number == 1 else f"{game.id}-{number}.game")
        slot = _slot(path)
        if slot is not None and (not saved.is_there(path) or _is_over(path, game)):
            slot.renewed()
            return slot
        if slot is not None:
            slot.__exit__(None, None, None)
    raise AssertionError("numbers do not end")


def _folder() -> Path:
    return Home.of(person.profile()).games


def _files(game: AnyGame) -> list[Path]:
    """The files of a game's name, the one written last first."""
    name = re.compile(rf"{re.escape(game.id)}(-[1-9][0-9]*)?\.game")
    with suppress(OSError):
        entries = [entry for entry in os.scandir(_folder()) if name.fullmatch(entry.name)]
        return [Path(entry.path) for entry in sorted(entries, key=_written, reverse=True)]
    return []


def _written(entry: os.DirEntry[str]) -> tuple[int, str]:
    return entry.stat().st_mtime_ns, entry.name


def _unfinished(path: Path, game: AnyGame) -> Kept | None:
    """The game in a file; None if it is over, has not begun, or cannot be read."""
    try:
        session = saved.read(path, game)
        players = saved.players_in(path)
    except (Failed, Misused):
        return None
    return Kept(path, session, players) if session.history and not isinstance(session.pending, Over) else None


def _is_over(path: Path, game: AnyGame) -> bool:
    """Whether nothing is lost with that file; of one that cannot be read, nobody knows."""
    try:
        session = saved.read(path, game)
    except (Failed, Misused):
        return False
    return not session.history or isinstance(session.pending, Over)


def _is_taken(path: Path) -> bool:
    slot = _slot(path)
    if slot is None:
        return True
    slot.__exit__(None, None, None)
    return False


def _slot(path: Path) -> Slot | None:
    """The file, if no other window has it; where locks cannot be had, nothing keeps two windows apart."""
    if sys.platform == "win32":
        return Slot(path, -1)
    lock = -1
    try:
        lock = os.open(path.with_name(f"{path.name}.lock"), os.O_RDWR | os.O_CREAT, 0o600)
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        os.close(lock)
        return None
    except OSError:
        pass
    return Slot(path, lock)
