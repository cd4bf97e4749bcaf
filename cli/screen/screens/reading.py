"""Panels over a table's screen: help, rules, the log, trust, the score sheet, the question of leaving."""

from __future__ import annotations

from collections.abc import Mapping

from rich.text import Text

from ...games import presentation_of, rules
from ...games.legend import legend_of
from ...table.answer import commands_of
from ...table.table import Table
from ..help import help_text, watching_help_text
from ..pending_move import PendingMove
from ..render import end_text, log_text, question_text, trust_text
from ..widgets.answering import Answering
from ..widgets.modal import Reading, formatted

_PICKING = {
    "← → tab": "move the cursor",
    "letter": "pick",
    "digits": "a number, where there are numbers",
    "enter": "pick",
    "esc": "start over",
}


class Reader(Answering[str]):
    """A screen with a table and texts about it. Dismissed with `left`, `over` or `after KEY`."""

    def __init__(self, table: Table) -> None:
        super().__init__()
        self.table = table
        self.move = PendingMove(table.game, None, None)
        self._end: Reading | None = None

    def help(self) -> None:
        """Show the keys."""
        title, view = f"Keys of {self.table.game.title}", self.table.view()
        if self.table.watched:
            self._read(title, watching_help_text(self._legend, commands_of(view)))
            return
        builder, pointer = self.move.builder, "point at a square, press to place"
        keys = {**_PICKING, "mouse": "press a word"} if builder is None else {**builder.all_keys, "mouse": pointer}
        asked = question_text(self.table, at_the_end=True, move=self.move)
        lacking = {"t": not self.table.talks, "ctrl+z": "undo" in view.refused}
        without = [key for key, lacks in lacking.items() if lacks]
        text = help_text(asked, keys, self.table.game.move_help, without, self._legend, commands_of(view))
        self._read(title, text)

    @property
    def _legend(self) -> Mapping[str, str]:
        game = self.table.game
        return {**legend_of(game), **presentation_of(game).phrases.things}

    def show_rules(self) -> None:
        """Show the rules."""
        title = f"Rules of {self.table.game.title}"
        self.app.push_screen(Reading(title, formatted(rules.text(self.table.game))))

    def show_whole_log(self) -> None:
        """Show all that has happened, the last of it first seen."""
        self._read("The game so far", log_text(self.table.lines), top=len(self.table.lines))

    def show_trust(self) -> None:
        """Show why nobody needs to be trusted."""
        self._read("Why you can trust this game", trust_text(self.table.trust()))

    def show_end(self) -> None:
        """Show the score sheet."""
        if self.table.result is not None:
            more = {key: (key, label) for key, label in self.table.afterwards.items()}
            self._end = Reading("Result", end_text(self.table), more)
            self.app.push_screen(self._end, self._after_end)

    def look_at_end(self) -> None:
        """Show what has been heard since on the score sheet that lies over the table, if it does."""
        if self._end is not None and self._end.is_attached:
            self._end.change(end_text(self.table))

    def leave(self) -> None:
        """Leave; before the end, after asking."""
        if self.table.result is not None:
            self.dismiss("over")
        else:
            more = {"y": ("yes", "leave")}
            self.app.push_screen(Reading("Leave this table?", Text(self.table.leaving), more), self._left)

    def _read(self, title: str, text: Text, top: int = 0) -> None:
        self.app.push_screen(Reading(title, text, top=top))

    def _after_end(self, word: str | None) -> None:
        if word is None or word not in self.table.afterwards:
            return
        told = self.table.after(word)
        if told is None:
            self.dismiss(f"after {word}")
        else:
            self._read("", Text(told))

    def _left(self, word: str | None) -> None:
        if word == "yes":
            self.dismiss("left")
