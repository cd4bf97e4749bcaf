"""A log as a screen sees it: a table at any of its steps, each checked before it is shown."""

from __future__ import annotations

import asyncio
import random
from pathlib import Path
from typing import Any

from p2pgame.protocol.log.framing import DamagedRecord
from p2pgame.protocol.log.replay import Replay
from p2pgame.protocol.wire.errors import RemoteError

from ..games.names import seat_names
from ..saves.logs import read_log
from ..saves.opening import fault
from ..system.exits import Misused
from .frames import add_frames, first_frame
from .replies import Reply
from .table import Line, Paragraph, Table
from .trust import explained
from .view import View

_LOOK_AGAIN = 0.5
"""Seconds between two looks at a file that may grow."""

_NO_MOVES = "This is a replay: you can only look."


class PlayedTable(Table):
    """A table that is looked at step by step, from any seat. A log that is still being played is followed."""

    def __init__(self, replay: Replay, path: Path) -> None:
        """Check the whole log. A last record that is cut off is waited for: it may be being written.

        Raises:
            DamagedRecord, RemoteError: a step does not hold.
        """
        super().__init__(replay.ledger.game, seat_names(replay.genesis.contract))
        self._replay = replay
        self._path = path
        self._eyes: int | None = None
        self.cut: DamagedRecord | None = None
        """The damage at the end of the log, while there is any."""
        self.fault = ""
        """A sentence, if the log has grown by something that does not hold."""
        self.frames = [first_frame(replay)]
        self.at = 0
        """The number of the frame on the screen."""
        self._read_on()

    @property
    def ended(self) -> bool:
        """Whether nothing more can come."""
        return self._replay.ledger.now.closed or bool(self.fault)

    def look_from(self, seat: int | None) -> None:
        """Show the board of a seat large, or with None the first."""
        self._eyes = seat if seat is None or 0 <= seat < len(self.names) else self._eyes
        self.changed()

    def _read_on(self) -> None:
        """Take over the steps that the log has more."""
        known, self.cut = len(self.frames), None
        try:
            add_frames(self.frames, self._replay, self.names)
        except DamagedRecord as damage:
            if not damage.torn:
                raise
            self.cut = damage
        finally:
            for frame in self.frames[known:]:
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
        """The seat whose board is large, if one was chosen."""
        return self._eyes

    @property
    def watched(self) -> bool:
        """Always: it has been played."""
        return True

    @property
    def waiting(self) -> tuple[int, ...]:
        """Nobody is waited for any more."""
        return ()

    def told(self, at: int) -> str:
        """The events of the step of a frame, on one line; empty where there is no such frame."""
        if not 0 <= at < len(self.frames):
            return ""
        return self.frames[at].told.replace("\n", "; ") or "Before the first step."

    @property
    def wait(self) -> str:
        """The events of the current step; at the last one a fault of the log first, as a screen cuts what is long."""
        told = self.told(self.at)
        if self.at < len(self.frames) - 1 or self._replay.ledger.now.closed:
            return told
        if self.fault:
            return f"{self.fault} {told}"
        return f"{told.rstrip('.')}. The log ends here. New moves appear by themselves."

    @property
    def fairness(self) -> str:
        """About the last draw so far."""
        return self.frames[self.at].fairness

    @property
    def log(self) -> Path | None:
        """The file."""
        return self._path

    def view(self) -> View:
        """The view for the sentences of line mode."""
        return View(self.game, self.state, None, (), self.names, random.SystemRandom())

    def make(self, move: Any) -> None:
        """Nothing: nobody is asked."""

    def obey(self, reply: Reply) -> str:
        """Nothing."""
        return _NO_MOVES

    def trust(self) -> tuple[Paragraph, ...]:
        """The players, the draws, and the reasons to trust them."""
        draws = [f"{frame.fairness}: {frame.told}" for frame in self.frames[: self.at + 1] if frame.kind == "draw"]
        links = [""] * len(self.names)
        return explained(self._replay.ledger, self.names, links, draws, self._path)

    async def run(self) -> None:
        """Follow the log for as long as it may grow; a person at its last step sees the next one."""
        while not self.ended:
            await asyncio.sleep(_LOOK_AGAIN)
            if self._grown():
                last = self.at == len(self.frames) - 1
                try:
                    self._read_on()
                except (DamagedRecord, RemoteError) as error:
                    self.fault = fault(self._replay.ledger.now.step, error)
                self.go(len(self.frames) - 1 if last else self.at)

    def _grown(self) -> bool:
        """Read the file again if it is longer than what is known of it."""
        try:
            if self._path.stat().st_size <= len(self._replay.data):
                return False
            data = read_log(self._path)
        except (OSError, Misused):
            return False  # it may be away for a while, as a disk that is pulled out
        if not data.startswith(self._replay.data[: self._replay.end]):
            return False  # another log by the same name
        self._replay.data = data
        return True
