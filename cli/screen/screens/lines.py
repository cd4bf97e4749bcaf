"""The line at the foot of a table's screen: moves, commands and chat are typed in it."""

from __future__ import annotations

import asyncio

from rich.text import Text
from textual import events
from textual.widgets import Input

from ...table.answer import answer, takes_time
from ...table.hints import hinted, idea_told
from ...table.replies import Make, Quit, Read, Say
from ...table.view import View, question
from ..widgets.choices import Choices
from ..widgets.line import Line
from ..widgets.modal import Reading, formatted
from .moving import Mover


class Typist(Mover):
    """Takes typed lines."""

    def type_line(self, begin: str = "") -> None:
        """Open the line for typing."""
        line = self.query_one("#line", Line)
        self.add_class("typing")
        line.add_class("typing")
        line.can_focus = True
        line.value = begin
        line.cursor_position = len(begin)
        self.set_focus(line)

    def on_key(self, event: events.Key) -> None:
        """While a line is typed, keys mean nothing else; Escape leaves it."""
        if self.has_class("typing"):
            if event.key == "escape":
                self._stop_typing()
                event.stop()
            else:
                self.query_one("#line", Line).type_ahead(event)
            event.prevent_default()

    def _stop_typing(self) -> None:
        line = self.query_one("#line", Line)
        self.remove_class("typing")
        line.remove_class("typing")
        line.value = ""
        line.can_focus = False
        self.set_focus(None)
        self.ask()  # the table again, which a second Enter does not answer

    def on_input_submitted(self, event: Input.Submitted) -> None:
        """Do what the line asks for, as in line mode."""
        line = event.value
        self._stop_typing()
        self.obey(line)

    def obey(self, line: str) -> None:
        """Do what a typed line asks for."""
        if takes_time(line):
            self.hint()
            return
        said = ""
        match answer(self.table.view(), line):
            case Make(move, _):
                self._make(move)
            case Say(text):
                said = text
            case Read(text):
                self.app.push_screen(Reading(self.table.game.title, formatted(text)))
            case Quit():
                self.leave()
            case reply:
                said = self.table.obey(reply)
        if "\n" in said or len(said) > 2 * self.size.width - 4:
            self.app.push_screen(Reading("", Text(said)))
        else:
            self._say(said)

    def _say(self, text: str) -> None:
        """Show a sentence in place of the question."""
        self.look()
        self._say_over(text)

    def _say_over(self, text: str) -> None:
        self._said = text.replace("`", "")
        self._show_words()

    def hint(self) -> None:
        """A hint: the move of a bot appears as if the person had built it."""
        view = self.table.view()
        if "hint" in view.refused:
            self._say(view.refused["hint"])
        elif view.asked is None:
            self._say(question(view))
        else:
            self._say_over("Thinking ...")
            self.run_worker(self._find_idea(view), exclusive=True)

    async def _find_idea(self, view: View) -> None:
        """Think in a thread, so that keys stay quick; what is found for a table that has gone on is dropped."""
        spelled = await asyncio.to_thread(hinted, view)
        if spelled is None or self.table.state is not view.state or not self.table.asked:
            return
        if self.move.take_up(spelled):
            self._show_choices()
            self.query_one(Choices).go_to(spelled.split()[-1])
            self._show_move()
        self._say_over(idea_told(view, spelled))

    def undo(self) -> None:
        """Take the last move back."""
        self.obey("undo")

    def talk(self) -> None:
        """Begin a line of chat."""
        if self.table.talks:
            self.type_line("say ")
