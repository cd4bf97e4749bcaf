"""Games on this machine, begun from the menu: the last one of each kind is kept, so that it can be gone on with."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path
from typing import Any

from p2pgame.engine.game import AnyGame
from p2pgame.engine.pending import Over
from p2pgame.p2p.home import Home

from . import person, saved
from .exits import Failed, Misused
from .session import Session


def file_of(game: AnyGame) -> Path:
    """Where it is kept, whether or not there is one."""
    return Home.of(person.profile()).games / f"{game.id}.game"


def unfinished(game: AnyGame) -> Session[Any, Any] | None:
    """The one that can be gone on with; None if there is none, or it is over, or cannot be read any more."""
    path = file_of(game)
    if not saved.is_there(path):
        return None
    try:
        session = saved.read(path, game)
    except (Failed, Misused):
        return None
    return session if session.history and not isinstance(session.pending, Over) else None


def begin(game: AnyGame) -> Path:
    """Make room for a new one, in place of the one before; where that cannot be, whoever writes there says so."""
    path = file_of(game)
    with suppress(OSError):
        path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        path.unlink(missing_ok=True)
    return path
