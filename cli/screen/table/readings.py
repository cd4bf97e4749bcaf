"""Panels over a table's screen: help, rules, the log, trust, the score sheet, the question before leaving."""

from __future__ import annotations

from collections.abc import Callable

from rich.text import Text
from textual.screen import Screen

from ...games import rules
from ..pending_move import PendingMove
from ..render import end_text, trust_text
from ..widgets.modal import Reading
from .captions import Captions


class Readings:
    """Texts about one table, each to be read and put away."""

    def __init__(
        self,
        screen: Screen[str],
        captions: Captions,
        close: Callable[[str], object],
        stay: Callable[[], None] = lambda: None,
    ) -> None:
        """`close` is called with `left`, `over` or `after KEY`; `stay` when the person does not leave after all."""
        self._screen = screen
        self._captions = captions
        self._table = captions.table
        self._close = close
        self._stay = stay
        self._end: Reading | None = None

    def help(self, move: PendingMove) -> None:
        """Show the keys."""
        self.read(self._captions.help_title, self._captions.help(move))

    def rules(self) -> None:
        """Show the rules."""
        game = self._table.game
        self.read(f"Rules of {game.title}", rules.text(game))

    def log(self) -> None:
        """Show all events."""
        text, top = self._captions.whole_log()
        self.read("The game so far", text, top=top)

    def trust(self) -> None:
        """Show the reasons why nobody needs to be trusted."""
        self.read("Why you can trust this game", trust_text(self._table.trust()))

    def end(self) -> None:
        """Show the score sheet, once there is one."""
        if self._table.result is not None:
            more = {key: (key, label) for key, label in self._table.afterwards.items()}
            self._end = Reading("Result", end_text(self._table), more)
            self._screen.app.push_screen(self._end, self.after_end)

    def look_at_end(self) -> None:
        """Show the latest news on the score sheet that lies over the table, if it does."""
        if self._end is not None and self._end.is_attached:
            self._end.change(end_text(self._table))

    def after_end(self, word: str | None) -> None:
        """Carry out one of the actions after the end."""
        if word is None or word not in self._table.afterwards:
            return
        said = self._table.after(word)
        if said is None:
            self._close(f"after {word}")
        else:
            self.read("", Text(said))

    def leave(self) -> None:
        """Leave; before the end, after asking."""
        if self._table.result is not None:
            self._close("over")
        else:
            more = {"y": ("yes", "leave")}
            self._screen.app.push_screen(Reading("Leave this table?", Text(self._table.leaving), more), self._left)

    def read(self, title: str, text: Text | str, top: int = 0) -> None:
        """Show a text, from its line `top` on; a string is Markdown."""
        self._screen.app.push_screen(Reading(title, text, top=top))

    def _left(self, word: str | None) -> None:
        if word == "yes":
            self._close("left")
        else:
            self._stay()
