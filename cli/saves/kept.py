"""Games on this machine, begun from the menu: each is kept in a file of its own until it is over, and can be resumed.

`PROFILE/games/tink.game`, then `tink-2.game` and so on, each in one window at a time (`slot`). No file is replaced but
that of a game that is over.
"""

from __future__ import annotations

import os
import re
from contextlib import suppress
from dataclasses import dataclass
from itertools import count
from pathlib import Path
from typing import Any

from p2pgame.engine.game import AnyGame
from p2pgame.engine.pending import Over
from p2pgame.p2p.store.ownership import make_folder

from ..games.session import Session
from ..profile import person
from ..system.exits import Failed, Misused
from . import saved
from .saved import Players
from .slot import Slot


@dataclass(frozen=True, slots=True)
class Kept:
    """A game that can be resumed."""

    path: Path
    session: Session[Any, Any]
    players: Players | None
    """None if the file does not say who played."""
    written: float
    """When it was last written to, in seconds of the epoch."""


def unfinished(game: AnyGame) -> list[Kept]:
    """The games that can be resumed, the one played last first; not those that are open in a window."""
    found = [kept for path in _files(game) if (kept := _unfinished(path, game)) is not None]
    return [kept for kept in found if not _is_taken(kept.path)]


def go_on(kept: Kept) -> Slot:
    """The file of a kept game.

    Raises:
        Misused: another window plays it by now, or has played on since it was found.
    """
    slot = Slot(kept.path)
    game = kept.session.game
    now = _unfinished(kept.path, game)
    if now is None or game.hash(now.session.state) != game.hash(kept.session.state):
        slot.let_go()
        raise Misused("That game has changed in another window: choose it again.")
    return slot


def begin(game: AnyGame) -> Slot:
    """A file for a new game: that of one that is over, or a new one."""
    folder = _folder()
    with suppress(OSError):
        make_folder(folder)
    for number in count(1):
        path = folder / (f"{game.id}.game" if number == 1 else f"{game.id}-{number}.game")
        slot = _slot(path)
        if slot is not None and (not saved.is_there(path) or _is_over(path, game)):
            slot.renewed()
            return slot
        if slot is not None:
            slot.let_go()
    raise AssertionError("numbers do not end")


def _folder() -> Path:
    return person.home().games


def _files(game: AnyGame) -> list[Path]:
    """The files of a game's name, the one written last first."""
    name = re.compile(rf"{re.escape(game.id)}(-[1-9][0-9]*)?\.game")
    with suppress(OSError):
        entries = [entry for entry in os.scandir(_folder()) if name.fullmatch(entry.name)]
        return [Path(entry.path) for entry in sorted(entries, key=_written, reverse=True)]
    return []


def _written(entry: os.DirEntry[str]) -> tuple[int, str]:
    return entry.stat(follow_symlinks=False).st_mtime_ns, entry.name


def _unfinished(path: Path, game: AnyGame) -> Kept | None:
    """The game in a file; None if it is over, has not begun, or cannot be read."""
    try:
        session = saved.read(path, game)
        players, written = saved.players_in(path), path.stat().st_mtime
    except (Failed, Misused, OSError):
        return None
    return Kept(path, session, players, written) if session.history and not isinstance(session.pending, Over) else None


def _is_over(path: Path, game: AnyGame) -> bool:
    """Whether nothing is lost with that file; of one that cannot be read, nobody knows."""
    try:
        session = saved.read(path, game)
    except (Failed, Misused):
        return False
    return not session.history or isinstance(session.pending, Over)


def _is_taken(path: Path) -> bool:
    slot = _slot(path)
    if slot is not None:
        slot.let_go()
    return slot is None


def _slot(path: Path) -> Slot | None:
    """The file, if no other window has it."""
    try:
        return Slot(path)
    except Misused:
        return None
