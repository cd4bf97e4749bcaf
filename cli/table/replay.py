"""A log as frames, one after each step. Screens, lines, JSON, pages and films all read the same frames."""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from p2pgame.engine.events import Drawn
from p2pgame.protocol.identity.labels import labels
from p2pgame.protocol.log.framing import DamagedRecord
from p2pgame.protocol.log.recording import Recording
from p2pgame.protocol.table.ledger import StepCompleted
from p2pgame.protocol.wire.errors import RemoteError

from ..saves.logs import read_log
from ..saves.opening import fault
from ..system.exits import Misused
from .completed import Narration, describe_closing
from .narration import SCREEN, Kind, Line, Manner
from .replies import Reply
from .table import Paragraph, Table
from .trust import explained
from .view import View

_NO_MOVES = "This is a replay: you cannot move."


@dataclass(frozen=True, slots=True)
class Frame:
    """The table after a step of the log. The first frame is the beginning: in a table's log the step of acceptance."""

    number: int
    """The step's number in the log."""
    state: Any
    lines: tuple[Line, ...]
    """The step in words; empty in the first frame."""
    kind: Kind
    fairness: str
    """The line about the check of the last draw so far."""
    completed: StepCompleted | None = None
    """The step as data; None where the log begins without one, as that of a local game."""

    @property
    def text(self) -> str:
        """The step in words."""
        return "\n".join(line.text for line in self.lines)


class Frames:
    """The frames of a log, read one after another. Each step is checked before it gets a frame."""

    def __init__(self, replay: Recording, names: Sequence[str], manner: Manner = SCREEN) -> None:
        """Of a log that was just opened."""
        self.replay = replay
        self._names = names
        self._narration = Narration(replay.game, replay.state, names, manner)
        self.first = Frame(0, replay.state, (), "news", "")
        """The beginning, until the log has a step 0."""

    def read(self) -> Iterator[Frame]:
        """The frames after the ones read before, up to the present end of the log; a frame 0 replaces `first`.

        Raises:
            DamagedRecord, RemoteError: a step is invalid.
        """
        for completed in self.replay.steps():
            lines = self._narration.tell(completed)
            kind: Kind = "draw" if isinstance(completed.event, Drawn) else "move"
            if completed.event is None:
                kind = "news"
                lines = [Line(describe_closing(completed, self._names), kind, completed.step)] if completed.step else []
            yield Frame(completed.step, completed.state, tuple(lines), kind, self._narration.fairness, completed)

    def all(self) -> Iterator[Frame]:
        """Every frame once, from the beginning to the present end of the log.

        Raises:
            DamagedRecord, RemoteError: a step is invalid.
        """
        following = self.read()
        frame = next(following, None)
        if frame is None or frame.number > 0:
            yield self.first
        if frame is not None:
            yield frame
        yield from following


def frame_at(frames: Iterable[Frame], number: int) -> Frame:
    """The frame after that step. Later frames are not read.

    Raises:
        Misused: the log has no such step.
    """
    last = 0
    for frame in frames:
        if frame.number == number:
            return frame
        last = frame.number
    raise Misused(f"The log has no step {number}: the last step is {last}.")


class ReplayTable(Table):
    """A table that is shown step by step, from any seat. If the log is still being written, the table follows it."""

    def __init__(self, replay: Recording, path: Path, manner: Manner = SCREEN) -> None:
        """Check the whole log. A last record that is cut off is waited for: it may be being written.

        Raises:
            DamagedRecord, RemoteError: a step does not hold.
        """
        super().__init__(replay.game, labels(replay.people), manner)
        self.recording = replay
        self._path = path
        self._eyes: int | None = None
        self.cut: DamagedRecord | None = None
        """The damage at the end of the log, while there is any."""
        self.fault = ""
        """A sentence, if the log has grown by something that does not hold."""
        self._more = Frames(replay, self.names, manner)
        self.frames = [self._more.first]
        self.at = 0
        """The number of the frame on the screen."""
        self._take_over()

    @property
    def ended(self) -> bool:
        """Whether nothing more can come."""
        return self.recording.closed or bool(self.fault)

    def look_from(self, seat: int | None) -> None:
        """Show the board of a seat large, or with None the first."""
        self._eyes = seat if seat is None or 0 <= seat < len(self.names) else self._eyes
        self.changed()

    def _take_over(self) -> None:
        """Take over the further steps of the log.

        Raises:
            DamagedRecord, RemoteError: a step is invalid; those before it have been taken over.
        """
        self.cut = None
        try:
            for frame in self._more.read():
                self.frames[frame.number :] = [frame]
                self.lines += frame.lines
        except DamagedRecord as damage:
            if not damage.torn:
                raise
            self.cut = damage

    def read_on(self) -> None:
        """Read the further steps of the file; at the last step, show the new last one."""
        if not self._grown():
            return
        last = self.at == len(self.frames) - 1
        try:
            self._take_over()
        except (DamagedRecord, RemoteError) as error:
            self.fault = fault(self.recording.step, error)
        self.go(len(self.frames) - 1 if last else self.at)

    def go(self, to: int) -> None:
        """Show another frame, the nearest that there is."""
        self.at = max(0, min(to, len(self.frames) - 1))
        self.changed()

    @property
    def state(self) -> Any:
        """The state of the frame on the screen."""
        return self.frames[self.at].state

    @property
    def step(self) -> int:
        """The number of the frame's step."""
        return self.frames[self.at].number

    @property
    def seat(self) -> int | None:
        """The seat whose board is large, if one was chosen."""
        return self._eyes

    @property
    def watched(self) -> bool:
        """True: nobody can move."""
        return True

    @property
    def waiting(self) -> tuple[int, ...]:
        """No seats: nobody is asked."""
        return ()

    def text_of(self, at: int) -> str:
        """The events of the step of a frame, on one line; empty without such a frame."""
        if not 0 <= at < len(self.frames):
            return ""
        return self.frames[at].text.replace("\n", "; ") or "Before the first step."

    @property
    def wait(self) -> str:
        """The events of the current step; at the last one a fault of the log first, because a screen cuts long
        texts."""
        text = self.text_of(self.at)
        if self.at < len(self.frames) - 1 or self.recording.closed:
            return text
        if self.fault:
            return f"{self.fault} {text}"
        return f"{text.rstrip('.')}. The log ends here. If the game continues, its moves appear."

    @property
    def fairness(self) -> str:
        """The line about the last draw so far."""
        return self.frames[self.at].fairness

    @property
    def log(self) -> Path | None:
        """The file."""
        return self._path

    def view(self) -> View:
        """The view for the sentences of line mode."""
        return View(self.game, self.state, None, (), self.names, random.SystemRandom())

    def make(self, move: Any) -> None:
        """Nothing happens: nobody is asked."""

    def obey(self, reply: Reply) -> str:
        """Nothing."""
        return _NO_MOVES

    def trust(self) -> tuple[Paragraph, ...]:
        """The players, the draws, and the reasons to trust them."""
        draws = [f"{frame.fairness}: {frame.text}" for frame in self.frames[: self.at + 1] if frame.kind == "draw"]
        links = [""] * len(self.names)
        return explained(self.recording, self.names, links, draws, self._path)

    def _grown(self) -> bool:
        """Read the file again if it has grown."""
        try:
            if self._path.stat().st_size <= len(self.recording.data):
                return False
            data = read_log(self._path)
        except (OSError, Misused):
            return False  # it may be away for a while, as a disk that is pulled out
        if not data.startswith(self.recording.data[: self.recording.end]):
            return False  # another log by the same name
        self.recording.data = data
        return True
