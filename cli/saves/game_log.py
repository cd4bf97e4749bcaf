"""The log of a local game, in the folder of the profile's logs: written after each step from the first move.

A game without a move is not saved.
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from p2pgame.engine.events import Drawn, Event
from p2pgame.engine.game import AnyGame
from p2pgame.engine.options import complete
from p2pgame.engine.positions import terms_of
from p2pgame.p2p.store.home import Home, HomeError
from p2pgame.p2p.store.local_log import LocalLogFile
from p2pgame.p2p.store.log_file import LogFileError
from p2pgame.protocol.contract.contract import NONCE_SIZE
from p2pgame.protocol.log.format import LogError
from p2pgame.protocol.log.framing import DamagedRecord
from p2pgame.protocol.log.local import LocalContract, LocalEvent, LocalSeat
from p2pgame.protocol.log.local_replay import LocalReplay
from p2pgame.protocol.table.state import Dropped
from p2pgame.protocol.wire.errors import RemoteError

from ..games.find import find_game
from ..games.session import Left, Session
from ..profile import person
from ..system.exits import Failed
from ..words.paths import display_path, play_again_command
from ..words.sentences import sentence
from .logs import read_log


class GameLog:
    """Saves one game. Each step is in the file before the next question."""

    def __init__(self, seats: Sequence[LocalSeat], home: Home | None = None, file: LocalLogFile | None = None) -> None:
        """Of a new game, or of the one in `file`. `home` is that of the profile that plays.

        Raises:
            Failed: the profile has no folder.
        """
        self._seats = tuple(seats)
        self._home = person.home() if home is None else home
        self._file = file

    @classmethod
    def resume(cls, path: Path, home: Home | None = None) -> tuple[GameLog, Session[Any, Any]]:
        """The game of a log that the profile has written, to be continued, and its state.

        Raises:
            Failed: the log is invalid, or cannot be written further, for example because another window plays it.
            Misused: it cannot be read.
        """
        home = person.home() if home is None else home
        replay = _played_back(path)
        session: Session[Any, Any] = Session(replay.game, replay.standings[0].state)
        for event in replay.events:
            session.take(Left(event.seat) if isinstance(event, Dropped) else event)
        try:
            file = LocalLogFile.resume(path, home.identity(), replay)
        except (LogFileError, HomeError) as error:
            raise Failed(sentence(str(error))) from error
        return cls(replay.contract.seats, home, file), session

    @property
    def path(self) -> Path | None:
        """The file; None before the first move."""
        return None if self._file is None else self._file.path

    def again(self, game: AnyGame) -> str:
        """The command that resumes the game."""
        return play_again_command(game.id, self._home.folder.name)

    def leaving(self, game: AnyGame) -> str:
        if self._file is None:
            return "Nobody has moved yet, so there is nothing to save."
        return f"The game is saved. Resume it with `{self.again(game)}`, or with Play here in the menu."

    def keep(self, session: Session[Any, Any]) -> None:
        """Write the present game.

        Raises:
            Failed: it cannot be written.
        """
        if self._file is None and not any(_is_move(event) for _, event in session.history):
            return
        try:
            if self._file is None:
                self._file = self._new(session)
            self._file.keep(list(_steps(session)))
        except (LogFileError, HomeError) as error:
            raise Failed(sentence(str(error))) from error

    def close(self) -> None:
        """Close the file, so that another window may open it.

        Raises:
            Failed: the disk does not take all of it.
        """
        if self._file is not None:
            try:
                self._file.close()
            except LogFileError as error:
                raise Failed(sentence(str(error))) from error

    def _new(self, session: Session[Any, Any]) -> LocalLogFile:
        game, identity = session.game, self._home.identity()
        first = session.history[0][0]
        options = tuple(complete(game.options, terms_of(game, first).options).items())
        contract = LocalContract(game.id, game.rules, options, self._seats, identity.public, os.urandom(NONCE_SIZE))
        return LocalLogFile.new(self._home.logs, identity, contract, game)


def _played_back(path: Path) -> LocalReplay:
    """A local log, without a torn step at its end.

    Raises:
        Failed: a step does not hold.
        Misused: it cannot be read.
    """
    data = read_log(path)
    try:
        replay = LocalReplay(data, find_game)
        for _ in replay.steps():
            pass
    except DamagedRecord as damage:
        if not damage.torn:
            raise Failed(f"{display_path(path)} is damaged: {damage}.") from damage
    except (RemoteError, LogError) as error:
        reason = error.sentence if isinstance(error, RemoteError) else str(error)
        raise Failed(f"{display_path(path)} cannot be continued: {reason}.") from error
    return replay


def _is_move(event: Event[Any] | Left) -> bool:
    return not isinstance(event, Drawn)


def _steps(session: Session[Any, Any]) -> Iterator[tuple[LocalEvent, Any]]:
    for _, event, after in session.steps_since(0):
        yield Dropped(event.seat) if isinstance(event, Left) else event, after
