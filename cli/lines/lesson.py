"""A lesson in lines: the board, the sentence of a step, and the move to type."""

from __future__ import annotations

from functools import partial

from ..games import presentation_of
from ..games.lesson import LEARNER, Look, Task
from ..learn.table import LessonTable
from ..table.answer import answer
from ..table.completing import completions
from ..table.replies import Make, Quit, Read, Say
from ..terminal.keyboard import Keyboard
from ..terminal.output import Output
from ..words.addressing import addressed
from .local import Stopped

_GO_ON = "(Press Enter to continue.) "


class LessonLines:
    """Goes through one lesson."""

    def __init__(self, table: LessonTable, output: Output, keyboard: Keyboard) -> None:
        self._table = table
        self._output = output
        self._keyboard = keyboard
        self._shown: object = None
        """The state of the table that was shown last."""
        self._printed = 0

    def teach(self) -> None:
        """Go through the lesson to its end.

        Raises:
            Stopped: the learner quit.
            EndOfInput: nothing more can be typed.
        """
        while (step := self._table.course.step) is not None:
            if self._table.course.happening is not None:
                self._table.happen()
                self._tell()
            elif isinstance(step, Look):
                self._read(step)
            else:
                self._ask(step)

    def _read(self, step: Look) -> None:
        self._show()
        self._output.say(step.typed or step.say)
        if self._obey(self._keyboard.read(_GO_ON)):
            self._table.read()

    def _ask(self, step: Task) -> None:
        self._show()
        self._output.say(step.say)
        suggestion = self._table.course.suggestion
        self._output.say(f"Type `{suggestion}`: {self._described(suggestion)}.")
        self._keyboard.offer(partial(completions, self._table.view()))
        self._obey(self._keyboard.read("> "))
        self._tell()

    def _described(self, move: str) -> str:
        phrases = presentation_of(self._table.game).phrases
        return phrases.describe(self._table.state, LEARNER, move, addressed(self._table.names, LEARNER))

    def _obey(self, line: str) -> bool:
        """Carry out a line; whether a step to read is done with it."""
        if not line.strip() and self._table.reads:
            return True
        match answer(self._table.view(), line):
            case Make(move, _):
                self._table.make(move)
                if self._table.missed:
                    self._output.say(self._table.missed)
            case Say(text):
                self._output.say(text)
            case Read(text):
                self._output.paged(text)
            case Quit():
                raise Stopped
            case reply:
                raise AssertionError(f"a lesson has no {reply}")
        return False

    def _show(self) -> None:
        """Show the table, if it is another one than before."""
        if self._table.state is not self._shown:
            self._shown = self._table.state
            self._output.show(f"\n{self._table.view().table}\n")

    def _tell(self) -> None:
        """Print the latest events."""
        lines = self._table.lines
        self._printed = min(self._printed, len(lines))
        for line in lines[self._printed :]:
            self._output.say(line.text)
        self._printed = len(lines)
