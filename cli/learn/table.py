"""The table of a lesson, as screens and lines see it: what others and chance do comes one by one."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Callable, Mapping
from typing import Any

from p2pgame.engine.errors import IllegalMove
from p2pgame.engine.events import Drawn, Event
from p2pgame.engine.pending import asked

from ..games.lesson import LEARNER, OTHERS, Look, Step, Task
from ..table.replies import Reply
from ..table.table import Kind, Paragraph, Table
from ..table.telling import followed, told
from ..table.view import View
from .course import Course, Missed, Place

PAUSE = 0.8
"""Seconds before each thing that others and chance do, so that a newcomer can follow."""

_REFUSED: Mapping[str, str] = {
    "undo": "In a lesson only the right move is made, so there is nothing to take back.",
    "resign": "This is a lesson: leave it with `quit` when you like. Your place is kept.",
    "save": "Your place in the lesson is kept by itself.",
}


class LessonTable(Table):
    """One lesson. `keep` notes each place that the learner reaches, and gives a sentence where that fails."""

    def __init__(self, course: Course, called: str, keep: Callable[[Place], str], pause: float = PAUSE) -> None:
        """The learner is `called` so."""
        seats = max(scene.seats for scene in course.lesson.scenes)
        mine = "Player" if called in OTHERS else called
        super().__init__(course.game, (mine, *OTHERS)[:seats])
        self.course = course
        self.missed = ""
        """What was wrong with the last move, which was not made."""
        self._keep = keep
        self._pause = pause
        self._steps = 0
        self._deed = asyncio.Event()

    @property
    def step_due(self) -> Step | None:
        """What the learner is to read or to do now; None while others act, and at the end."""
        return None if self.course.happening is not None else self.course.step

    @property
    def reads(self) -> bool:
        """Whether there is something to read."""
        return isinstance(self.step_due, Look)

    @property
    def state(self) -> Any:
        """Where the game stands."""
        return self.course.state

    @property
    def step(self) -> int:
        """How many steps have been made."""
        return self._steps

    @property
    def seat(self) -> int | None:
        """The learner's."""
        return LEARNER

    @property
    def waiting(self) -> tuple[int, ...]:
        """The seats whose answer is due; while the learner reads, nobody's."""
        return () if self.reads else asked(self.course.pending)

    @property
    def asked(self) -> bool:
        """Whether the learner is to move."""
        return self.course.asks

    @property
    def result(self) -> None:
        """A lesson goes on after the end of a game: its steps tell how that ended."""

    @property
    def wait(self) -> str:
        """Words for a moment in which nobody's answer is due."""
        return "read on" if self.reads else "Drawing ..."

    @property
    def leaving(self) -> str:
        """Where the learner's place is."""
        return "Your place in the lesson is kept: you can go on from here."

    def view(self) -> View:
        """The view for the sentences of line mode."""
        rng = random.Random(0)  # noqa: S311 - a hint is the lesson's own
        return View(self.game, self.state, LEARNER, self.waiting, self.names, rng, {**_REFUSED, **self._hint()})

    def _hint(self) -> Mapping[str, str]:
        step = self.course.step
        return {"hint": f"This step hopes for `{step.hope}`."} if isinstance(step, Task) else {}

    def make(self, move: Any) -> None:
        """Make the learner's move if it does what the step asks for; else `missed` says what was meant."""
        try:
            event = self.course.made(move)
        except (Missed, IllegalMove) as reason:
            self.missed = str(reason)
        else:
            self._tell(event)
            self._go(self.course.make(move))
        self.changed()

    def read(self) -> None:
        """The learner has read what stands there."""
        self._go(self.course.read())
        self.changed()

    def obey(self, reply: Reply) -> str:
        """Nothing of what a line can ask for beside moves."""
        return ""

    def trust(self) -> tuple[Paragraph, ...]:
        """Nobody to trust."""
        return (
            Paragraph(
                "This is a lesson",
                (
                    "Draws and the moves of the others are prepared here.",
                    "At a table all players make each draw together, and every move is signed.",
                ),
            ),
        )

    async def run(self) -> None:
        """Let others and chance act, and wait for the learner, until the lesson is over."""
        while self.course.step is not None:
            self._deed.clear()
            if self.course.happening is None:
                await self._deed.wait()
            else:
                await asyncio.sleep(self._pause)
                self.happen()

    def happen(self) -> None:
        """Let others or chance do the next thing."""
        event = self.course.happening
        if event is not None:
            self._tell(event)
            self.course = self.course.after(event)
            self.changed()

    def _go(self, course: Course) -> None:
        if course.place.scene != self.course.place.scene:
            self.lines.clear()
        self.course, self.missed = course, ""
        if problem := self._keep(course.place):
            self.tell(problem)
        self._deed.set()

    def _tell(self, event: Event[Any]) -> None:
        """Tell of an event before it changes the table."""
        self._steps += 1
        before = self.state
        after = self.course.after(event).state
        kind: Kind = "draw" if isinstance(event, Drawn) else "move"
        self.tell(told(self.game, before, event, self.names), kind, self._steps)
        if (consequence := followed(self.game, before, after, self.names)) is not None:
            self.tell(consequence, "news", self._steps)
