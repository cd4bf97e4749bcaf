"""The files of a local game, and the sentences about them.

A game has a log of its own (`game_log`). One that was begun with `--save FILE` is saved in that file instead, and gets
its log when it is over. A person may write the game to further files.
"""

from __future__ import annotations

import os.path
from contextlib import nullcontext, suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol

from p2pgame.engine.game import AnyGame
from p2pgame.engine.pending import Over

from ..games.session import Session
from ..system.exits import Failed, Misused
from ..words.paths import display_path, play_command
from . import saved
from .save_lock import SaveLock
from .saved import Players

if TYPE_CHECKING:
    from .game_log import GameLog


class Keeper(Protocol):
    """Saves the game after each step."""

    @property
    def path(self) -> Path | None:
        """The file; None before there is one."""

    def keep(self, session: Session[Any, Any]) -> None:
        """Write the present game.

        Raises:
            Failed, Misused: it cannot be written.
        """

    def again(self, game: AnyGame) -> str:
        """The command that resumes the game."""

    def leaving(self, game: AnyGame) -> str:
        """The place of the saved game, for a player who leaves it now."""

    def close(self) -> None:
        """Close the file, so that another window may open it.

        Raises:
            Failed: the disk does not take all of it.
        """


class SavedFile:
    """A file that a person has named with `--save`; this window has locked it (`slot`)."""

    def __init__(self, path: Path, players: Players | None, log: GameLog | None = None) -> None:
        """The `log` is written when the game is over."""
        self.path = path
        self._players = players
        self._log = log

    def keep(self, session: Session[Any, Any]) -> None:
        """Write the present game.

        Raises:
            Failed, Misused: it cannot be written.
        """
        saved.write(self.path, session, self._players)
        if self._log is not None and isinstance(session.pending, Over):
            self._log.keep(session)

    def again(self, game: AnyGame) -> str:
        """The command that resumes the game."""
        return play_command(game.id, self.path)

    def leaving(self, _game: AnyGame) -> str:
        return f"It is saved in {display_path(self.path)}."

    def close(self) -> None:
        """Close the log, if the game has come to its end."""
        if self._log is not None:
            self._log.close()


class GameFile:
    """The files of one game."""

    def __init__(self, session: Session[Any, Any], keeper: Keeper | None, players: Players | None) -> None:
        """Without a `keeper` only files that a person names are written; each names the `players`."""
        self._session = session
        self._keeper = keeper
        self._players = players
        self._fails = False
        self._last: tuple[Path, int] | None = None
        """The last file that a person has saved, and its number of steps."""

    @property
    def kept(self) -> Path | None:
        """The file with each step, if there is one."""
        return None if self._keeper is None or self._fails else self._keeper.path

    @property
    def again(self) -> str:
        """The command that continues the game in its present state; empty if it is not saved."""
        return "" if self._keeper is None or self.kept is None else self._keeper.again(self._session.game)

    @property
    def leaving(self) -> str:
        """The state of the saved game, for a player who leaves now."""
        if self._keeper is not None and not self._fails:
            return self._keeper.leaving(self._session.game)
        if self._last is not None:
            path, steps = self._last
            return f"It is saved in {display_path(path)}, up to step {steps}."
        if self._keeper is not None and self._keeper.path is not None:
            return f"This game is not saved: {display_path(self._keeper.path)} cannot be written any more."
        return "This game is not saved."

    def save(self, name: str) -> str:
        """Write the game to the person's file; a sentence about it."""
        path = Path(os.path.expanduser(name))
        own = self._keeper is not None and path == self._keeper.path
        try:
            with nullcontext() if own else SaveLock(path):
                saved.write(path, self._session, self._players)
        except (Failed, Misused) as problem:
            return problem.message
        self._last = path, len(self._session.history)
        self._fails &= not own
        return f"Saved. `{play_command(self._session.game.id, path)}` continues from here."

    def keep(self) -> str:
        """Write the present game. A failure is not tried again: a sentence about it."""
        if self._keeper is None or self._fails:
            return ""
        try:
            self._keeper.keep(self._session)
        except (Failed, Misused) as problem:
            self._fails = True
            return f"{problem.message} Play on: this game is not saved any further."
        return ""

    def close(self) -> None:
        """Close the files, so that another window may open the game."""
        if self._keeper is not None:
            with suppress(Failed):  # each step has been written; only the last sync is missing
                self._keeper.close()
