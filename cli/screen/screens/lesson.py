"""A lesson on the screen of a table."""

from __future__ import annotations

from textual import events

from ...learn.table import LessonTable
from ..table.lesson_captions import LessonCaptions
from .table import TableScreen


class LessonScreen(TableScreen):
    """Goes through one lesson. Dismissed with `over` after its last step, otherwise with `left`.

    It is the screen of a table in all but a few methods: the course of the lesson is `LessonTable`, and its words are
    `LessonCaptions`. As parts these methods would need a table's screen that calls back at each of them.
    """

    def __init__(self, table: LessonTable, pause: float | None = None) -> None:
        super().__init__(table, pause, LessonCaptions(table))
        self.lesson = table
        self._scene = table.course.place.scene

    def look(self) -> None:
        """Show the table. A new scene is not a move, so nothing in it is marked as new."""
        if self._scene != self.lesson.course.place.scene:
            self._scene = self.lesson.course.place.scene
            self.sight.forget()
        super().look()
        if self.lesson.course.step is None:
            self.dismiss("over")

    def take_up(self) -> None:
        """Begin a move; the squares of moves that the step does not take are not marked."""
        super().take_up()
        if only := self.lesson.course.only:
            self.body.move.ask_for(only)

    @property
    def ready(self) -> bool:
        """Whether it shows the step that is due, and waits for the learner."""
        return (self.lesson.reads and self.question.is_shown) or super().ready

    def enter(self) -> None:
        """Continue reading, or make the move shown."""
        if self.lesson.reads:
            self.lesson.read()
            self.ask()
        else:
            super().enter()

    def on_key(self, _event: events.Key) -> None:
        """Forget the sentence about a wrong move at the next key, which the table's screen gets as well."""
        if not self.typed.is_open:
            self.lesson.missed = ""

    def note_early_key(self) -> None:
        """A key that came twice has no effect, and no sentence: the text of the step is there to be read."""

    def hint(self) -> None:
        """Show a move that does the task, as if the learner had put it together."""
        suggestion = self.lesson.course.suggestion
        if suggestion and self.move.take_up(suggestion):
            self.body.show_choices()
            self.body.choices.go_to(suggestion.split()[-1])
            self.body.show_move()
            self.sayings.say_over("This is the suggested move. Press enter to make it.")
