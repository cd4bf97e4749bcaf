"""A lesson on the full screen."""

from __future__ import annotations

from textual import events
from textual.app import ComposeResult

from ...learn.table import LessonTable
from ..table.lesson_captions import LessonCaptions
from ..table.view import TableView
from ..widgets.answering import Answering


class LessonScreen(Answering[str]):
    """Goes through one lesson. Dismissed with `over` after its last step, otherwise with `left`.

    The course of the lesson is `LessonTable`, and its words are `LessonCaptions`. A key that came twice has no effect,
    and no sentence: the text of the step is there to be read.
    """

    AUTO_FOCUS = ""  # the line for typing waits until it is asked for

    def __init__(self, table: LessonTable, pause: float | None = None) -> None:
        """`pause` is the seconds before each event of others and of chance; None for that of the settings."""
        super().__init__()
        self.lesson = table
        self.view = TableView(self, LessonCaptions(table), pause, shown=self._leave_at_end)

    def compose(self) -> ComposeResult:
        """The view is the whole screen."""
        yield self.view

    def on_screen_resume(self) -> None:
        """Look again when nothing lies over the table any more."""
        self.view.look_soon()

    def on_key(self, event: events.Key) -> None:
        """Forget the sentence about a wrong move, and give the key to the table."""
        if not self.view.typed.is_open:
            self.lesson.missed = ""
        self.view.press(event)

    def ask_to_leave(self) -> bool:
        """Ask before Ctrl-C leaves the lesson; whether it asks."""
        return self.view.ask_to_leave()

    def _leave_at_end(self) -> None:
        if self.lesson.course.step is None:
            self.dismiss("over")
