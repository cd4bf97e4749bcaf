"""A log as a screen sees it: a table at any of its steps, each checked before it is shown."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

from p2pgame.protocol.verify import Replay

from ...line.replies import Reply
from ...line.view import View
from ...remote.frames import frames_of
from ...remote.names import seat_names
from ..trust import explained
from .table import Line, Paragraph, Table

_NO_MOVES = "This game is over or goes on elsewhere: you only look at it."


class PlayedTable(Table):
    """A table that is looked at step by step."""

    def __init__(self, replay: Replay, path: Path) -> None:
        """Check the whole log.

        Raises:
            DamagedRecord, RemoteError: a step does not hold.
        """
        super().__init__(replay.ledger.game, seat_names(replay.genesis.contract))
        self._replay = replay
        self._path = path
        self.frames = frames_of(replay, self.names)
        self.at = 0
        """Which frame is shown."""
        for frame in self.frames[1:]:
            self.lines += [Line(text, frame.kind, frame.number) for text in frame.told.split("\n")]

    def go(self, to: int) -> None:
        """Show another frame, the nearest that there is."""
        self.at = max(0, min(to, len(self.frames) - 1))
        self.changed()

    @property
    def state(self) -> Any:
        """That of the frame."""
        return self.frames[self.at].state

    @property
    def step(self) -> int:
        """That of the frame."""
        return self.frames[self.at].number

    @property
    def seat(self) -> int | None:
        """Nobody's."""
        return None

    @property
    def waiting(self) -> tuple[int, ...]:
        """Nobody is waited for any more."""
        return ()

    @property
    def wait(self) -> str:
        """What has just happened."""
        return self.frames[self.at].told.replace("\n", "; ") or "Before the first step."

    @property
    def fairness(self) -> str:
        """About the last draw so far."""
        return self.frames[self.at].fairness

    @property
    def log(self) -> Path | None:
        """The file."""
        return self._path

    def view(self) -> View:
        """What line mode's words are made from."""
        return View(self.game, self.state, None, (), self.names, random.SystemRandom())

    def make(self, move: Any) -> None:
        """Nothing: nobody is asked."""

    def obey(self, reply: Reply) -> str:
        """Nothing."""
        return _NO_MOVES

    def trust(self) -> tuple[Paragraph, ...]:
        """Who played, what was drawn, and why that can be believed."""
        draws = [f"{frame.fairness}: {frame.told}" for frame in self.frames[: self.at + 1] if frame.kind == "draw"]
        links = [""] * len(self.names)
        return explained(self._replay.ledger, self.names, links, draws, self._path)

    async def run(self) -> None:
        """Nothing goes on by itself."""
