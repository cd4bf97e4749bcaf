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
from .captions import OWN_ROWS, Words, remark_or_question, usual_words
from .remarks import Remarks
from .sight import Sight
from .table_captions import TableCaptions

_GO_ON = "`enter` continues."


class LessonCaptions:
    """The words of a lesson. Its events and its help are those of any table."""

    ends = False
    rows = OWN_ROWS
    log_at_end = True
    notes_early_keys = False  # the text of the step is there to be read

    def __init__(self, table: LessonTable) -> None:
        self.table = table
        self.sight = Sight(table)
        self.remarks = Remarks()
        self._usual = TableCaptions(table, self.sight)

    def title(self, width: int) -> Text:
        """The game, and how far the lesson has come."""
        course = self.table.course
        number = min(course.number + 1, course.lesson.steps)
        return cut(Text(f"Learn {self.table.game.title} · {number} of {course.lesson.steps}"), width)

    def words(self, move: PendingMove, width: int, _has_list: bool) -> Words:
        """The text of the step, and the preview of a move in the rows that are left."""
        text, usual = self._step_text(move, width), usual_words(self, move, width)
        rows = min(rows_of(text), ROWS)
        return Words(text, usual.preview, rows, ROWS - rows)

    @property
    def at_the_end(self) -> None:
        """No result: a lesson continues."""

    def foot(self, move: PendingMove) -> Mapping[str, str]:
        """The keys that mean something now."""
        if self.table.reads:
            return {"enter": "continue", "b": "rules", "l": "log", "?": "help", "q": "leave"}
        return {**move.keys, "i": "show me", "?": "help", "q": "leave", ":": "type"}

    def news(self, rows: int, width: int) -> Text:
        """The latest events."""
        return self._usual.news(rows, width)

    def log(self, rows: int) -> Text:
        """The events since the scene began."""
        return self._usual.log(rows)

    def whole_log(self) -> tuple[Text, int]:
        """The same events in a text to scroll."""
        return self._usual.whole_log()

    @property
    def help_title(self) -> str:
        """The title above the keys."""
        return self._usual.help_title

    def help(self, move: PendingMove) -> Text:
        """The keys, and the commands."""
        return self._usual.help(move)

    def _step_text(self, move: PendingMove, width: int) -> Text:
        step = self.table.step_due
        if step is None:
            return remark_or_question(self, move, width)
        wrong = self.remarks.said or self.table.missed
        return step_text(wrong or step.say, step.do if isinstance(step, Task) else _GO_ON, bool(wrong), width)
