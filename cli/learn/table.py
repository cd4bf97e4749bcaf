"""The table of a lesson, for screens and lines: events of others and of chance come one by one."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping
from typing import Any

from p2pgame.engine.errors import IllegalMove
from p2pgame.engine.events import Event
from p2pgame.engine.pending import Chance, asked

from ..games import lesson
from ..games.lesson import LEARNER, OTHERS, Look
from ..table.narration import SCREEN, Manner, Step, narrate
from ..table.replies import Reply
from ..table.table import Paragraph, Table
from ..table.view import View
from .course import Course, Missed, Place

_REFUSED: Mapping[str, str] = {
    "undo": "A lesson makes only the right move, so there is nothing to take back.",
    "resign": "This is a lesson: leave it with `quit` at any time. Your place is saved.",
    "save": "Your place in the lesson is saved automatically.",
}


class LessonTable(Table):
    """One lesson. `keep` saves each place that the learner reaches, and gives a sentence if that fails."""

    def __init__(self, course: Course, called: str, keep: Callable[[Place], str], manner: Manner = SCREEN) -> None:
        """`called` is the learner's name."""
        seats = max(scene.seats for scene in course.lesson.scenes)
        mine = "Player" if called in OTHERS else called
        super().__init__(course.game, (mine, *OTHERS)[:seats], manner)
        self.course = course
        self.missed = ""
        """The sentence about the last move, if it was not made."""
        self._keep = keep
        self._steps = 0

    @property
    def step_due(self) -> lesson.Step | None:
        """The step for the learner to read or to do now; None while others act, and at the end."""
        return None if self.course.happening is not None else self.course.step

    @property
    def reads(self) -> bool:
        """Whether there is something to read."""
        return isinstance(self.step_due, Look)

    @property
    def state(self) -> Any:
        """The state of the game."""
        return self.course.state

    @property
    def step(self) -> int:
        """The number of events so far."""
        return self._steps

    @property
    def seat(self) -> int | None:
        """The learner's seat."""
        return LEARNER

    @property
    def waiting(self) -> tuple[int, ...]:
        """The seats whose answer is due; nobody's while the learner reads, or has only one move."""
        return () if self.reads or self._is_forced else asked(self.course.pending)

    @property
    def asked(self) -> bool:
        """Whether the learner is to move."""
        return self.course.asks

    @property
    def only(self) -> str:
        """The move in notation if no other does the task; empty if several may, or the learner is not to move."""
        return self.course.only

    @property
    def suggestion(self) -> str:
        """A move in notation that does the task here; empty if the learner is not to move."""
        return self.course.suggestion

    @property
    def scene(self) -> int:
        """The number of the scene in the lesson."""
        return self.course.place.scene

    @property
    def result(self) -> None:
        """None: a lesson continues after the end of a game, and its steps describe that end."""

    @property
    def wait(self) -> str:
        """The sentence while nobody's answer is due; empty if a seat is to move."""
        if self.reads:
            return "read on"
        if self._is_forced:
            return "This is your only move, so it is made for you."
        return "Drawing ..." if isinstance(self.course.pending, Chance) else ""

    @property
    def _is_forced(self) -> bool:
        """Whether the learner has a single move, which comes by itself."""
        return LEARNER in asked(self.course.pending) and self.course.happening is not None

    @property
    def leaving(self) -> str:
        """A sentence about the learner's place."""
        return "Your place in the lesson is saved. You can continue from here."

    def view(self) -> View:
        """The view for the sentences of line mode."""
        rng = random.Random(0)  # noqa: S311 - a hint is the lesson's own
        return View(self.game, self.state, LEARNER, self.waiting, self.names, rng, {**_REFUSED, **self._hint()})

    def _hint(self) -> Mapping[str, str]:
        suggestion = self.course.suggestion
        return {"hint": f"The lesson suggests `{suggestion}`."} if suggestion else {}

    def make(self, move: Any) -> None:
        """Make the learner's move if it fulfils the step's aim; otherwise `missed` names the aim."""
        try:
            event = self.course.made(move)
        except (Missed, IllegalMove) as reason:
            self.missed = str(reason)
        else:
            self._tell(event)
            self._go(self.course.make(move))
        self.changed()

    def read(self) -> None:
        """Note that the learner has read the step."""
        self._go(self.course.read())
        self.changed()

    def obey(self, reply: Reply) -> str:
        """Nothing happens: a lesson takes only moves."""
        return ""

    def trust(self) -> tuple[Paragraph, ...]:
        """No paragraphs: there is nobody to trust."""
        return (
            Paragraph(
                "This is a lesson",
                (
                    "The draws and the moves of the others are prepared here.",
                    "In a network game all players make each draw together, and every move is signed.",
                ),
            ),
        )

    def happen(self) -> None:
        """Apply the next event of others or of chance."""
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

    def _tell(self, event: Event[Any]) -> None:
        """Describe an event before it changes the table."""
        self._steps += 1
        step = Step(self._steps, self.state, event, self.course.after(event).state)
        self.lines += narrate(self.game, step, self.names, self.manner, LEARNER)
