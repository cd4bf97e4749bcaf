"""The files of a game on this machine: the one that it is kept in after each step, and those that a person names."""

from __future__ import annotations

import os.path
from contextlib import nullcontext
from pathlib import Path
from typing import Any

from ..games.session import Session
from ..system.exits import Failed, Misused
from ..words.grammar import count
from ..words.paths import path_told, play_words
from . import saved
from .slot import Slot


class GameFile:
    """Where one game is written, and what a person is told about that."""

    def __init__(
        self, session: Session[Any, Any], kept: Path | None, players: saved.Players | None, going_on: str = ""
    ) -> None:
        """With `kept`, a file that this window has taken, the game is kept; `going_on` tells how such a game goes on.

        The `players` are told in each file.
        """
        self._session = session
        self._own = kept
        self._players = players
        self._going_on = going_on
        self._fails = False
        self._last: tuple[Path, int] | None = None
        """Where a person has saved last, after how many steps."""

    @property
    def kept(self) -> Path | None:
        """The file that has each step; None if none has."""
        return None if self._fails else self._own

    @property
    def again(self) -> str:
        """The command that continues the game as it stands; empty if it is not saved."""
        return "" if self.kept is None else play_words(self._session.game.id, self.kept)

    @property
    def leaving(self) -> str:
        """The state of the saved game, for a player who leaves now."""
        if self.kept is not None:
            return self._going_on or f"It is saved in {path_told(self.kept)}."
        if self._last is not None:
            path, steps = self._last
            return f"It is saved in {path_told(path)} as it was after {count(steps, 'step')}."
        if self._own is not None:
            return f"This game is not saved: {path_told(self._own)} cannot be written any more."
        return "This game is not saved."

    def save(self, name: str) -> str:
        """Write the game where a person says; a sentence about it."""
        path = Path(os.path.expanduser(name))
        try:
            with nullcontext() if path == self._own else Slot(path):
                saved.write(path, self._session, self._players)
        except (Failed, Misused) as problem:
            return problem.message
        self._last = path, len(self._session.history)
        self._fails &= path != self._own
        return f"Saved. `{play_words(self._session.game.id, path)}` continues from here."

    def keep(self) -> str:
        """Write the game to its file, if it has one. Where that fails, it is not tried again: a sentence about it."""
        if self.kept is None:
            return ""
        try:
            saved.write(self.kept, self._session, self._players)
        except (Failed, Misused) as problem:
            self._fails = True
            return problem.message
        return ""
