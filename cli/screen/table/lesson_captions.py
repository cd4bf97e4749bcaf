"""The words around the boards of a lesson: the text of a step takes the place of the question."""

from __future__ import annotations

from collections.abc import Mapping

from rich.text import Text

from ...games.lesson import Task
from ...learn.table import LessonTable
from ..drawing import rows_of
from ..fitting import cut
from ..lesson_text import ROWS, step_text
from ..pending_move import PendingMove
from .captions import Captions, Words
from .sight import Sight

_GO_ON = "`enter` continues."


class LessonCaptions(Captions):
    """The words of a lesson."""

    ends = False

    def __init__(self, table: LessonTable) -> None:
        super().__init__(table, Sight(table))
        self._lesson = table

    @property
    def at_the_end(self) -> None:
        """No result: a lesson continues."""

    def title(self, width: int) -> Text:
        """The game, and how far the lesson has come."""
        course = self._lesson.course
        number = min(course.number + 1, course.lesson.steps)
        return cut(Text(f"Learn {self.table.game.title} · {number} of {course.lesson.steps}"), width)

    def words(self, move: PendingMove, width: int) -> Words:
        """The text of the step, and the preview of a move in the rows that are left."""
        text, usual = self._step_text(move, width), super().words(move, width)
        rows = min(rows_of(text), ROWS)
        return Words(text, usual.preview, rows, ROWS - rows)

    def foot(self, move: PendingMove) -> Mapping[str, str]:
        """The keys that mean something now."""
        if self._lesson.reads:
            return {"enter": "continue", "b": "rules", "l": "log", "?": "help", "q": "leave"}
        return {**move.keys, "i": "show me", "?": "help", "q": "leave", ":": "type"}

    def _step_text(self, move: PendingMove, width: int) -> Text:
        step = self._lesson.step_due
        if step is None:
            return self.question(move, width)
        wrong = self.said or self._lesson.missed
        return step_text(wrong or step.say, step.do if isinstance(step, Task) else _GO_ON, bool(wrong), width)
