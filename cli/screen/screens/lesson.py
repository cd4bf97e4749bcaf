"""A lesson on the screen of a table: the text of a step takes the place of the question."""

from __future__ import annotations

from collections.abc import Mapping
from math import inf
from typing import ClassVar

from rich.text import Text
from textual.widgets import Static

from ...games.lesson import Task
from ...learn.table import LessonTable
from ..drawing import rows_of
from ..fitting import cut
from ..lesson_text import ROWS, step_text
from ..widgets.choices import Choices
from .table import TableScreen
from .viewing import PADDING

_GO_ON = "`enter` goes on."


class LessonScreen(TableScreen):
    """Goes through one lesson. Dismissed with `over` after its last step, else with `left`."""

    ENDS: ClassVar[bool] = False

    def __init__(self, table: LessonTable, pause: float | None = None) -> None:
        super().__init__(table, pause)
        self.lesson = table
        self._scene = table.course.place.scene

    def look(self) -> None:
        """Show the table; a new scene is no move of anybody, so nothing of it is marked as new."""
        if self._scene != self.lesson.course.place.scene:
            self._scene, self._state, self._latest = self.lesson.course.place.scene, None, {}
        super().look()
        if self.lesson.course.step is None:
            self.dismiss("over")

    @property
    def ready(self) -> bool:
        """Whether it shows the step that is due, and waits for the learner."""
        return (self.lesson.reads and self._asked_at < inf) or super().ready

    def enter(self) -> None:
        """Go on reading, or make the move that is shown."""
        if self.lesson.reads:
            self.lesson.read()
            self.ask()
        else:
            super().enter()

    def hint(self) -> None:
        """Show the move that the step hopes for, as if the learner had put it together."""
        step = self.lesson.step_due
        if isinstance(step, Task) and self.table.asked and self.move.take_up(step.hope):
            self._show_choices()
            self.query_one(Choices).go_to(step.hope.split()[-1])
            self._show_move()
            self._say_over("This is the move that is meant. Press enter to make it.")

    def _show_title(self) -> None:
        course = self.lesson.course
        number = min(course.number + 1, course.lesson.steps)
        told = f"Learn {self.table.game.title} · {number} of {course.lesson.steps}"
        self.query_one("#title", Static).update(cut(Text(told), self.size.width - 2 * PADDING))

    def _show_words(self) -> None:
        super()._show_words()
        question, preview = self.query_one("#question", Static), self.query_one("#preview", Static)
        text = self._step_text()
        rows = min(rows_of(text), ROWS)
        question.styles.height, preview.styles.height = rows, ROWS - rows
        question.update(text)

    def _step_text(self) -> Text:
        step, width = self.lesson.step_due, self.size.width - 2 * PADDING
        if step is None:
            return self._question()
        wrong = self._said or self.lesson.missed
        return step_text(wrong or step.say, step.do if isinstance(step, Task) else _GO_ON, bool(wrong), width)

    def _foot(self) -> Mapping[str, str]:
        if self.lesson.reads:
            return {"enter": "go on", "b": "rules", "l": "log", "?": "help", "q": "leave"}
        return {**self.move.keys, "i": "show me", "?": "help", "q": "leave", ":": "type"}
