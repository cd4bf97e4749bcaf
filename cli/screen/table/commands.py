"""Typed lines on a table's screen: the commands of line mode, with their answers on the screen."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from rich.text import Text

from ...table.answer import answer, takes_time, title_of
from ...table.replies import Make, Quit, Read, Say
from ...table.table import Table
from .readings import Readings
from .sayings import Sayings

_ROWS = 2
"""Rows of an answer in place of the question; a longer one is shown over the table."""

_MARGIN = 4
"""Columns of these rows that stay free."""


class Commands:
    """Carries out typed lines at a table."""

    def __init__(
        self,
        table: Table,
        sayings: Sayings,
        readings: Readings,
        make: Callable[[Any], None],
        hint: Callable[[], None],
        leave: Callable[[], None],
    ) -> None:
        """`make` is called with a legal move, `hint` to find one, `leave` to leave the table."""
        self._table = table
        self._sayings = sayings
        self._readings = readings
        self._make = make
        self._hint = hint
        self._leave = leave

    def obey(self, line: str, width: int) -> None:
        """Carry out a typed line; the answer has that many columns."""
        if takes_time(line):
            self._hint()
            return
        said, title = "", title_of(line)
        match answer(self._table.view(), line):
            case Make(move, _):
                self._make(move)
            case Say(text):
                said = text
            case Read(text):
                self._read(self._table.game.title, text)
            case Quit():
                self._leave()
            case reply:
                said = self._table.obey(reply)
        self._show(title, said, width)

    def _show(self, title: str, said: str, width: int) -> None:
        """Show an answer where it has room."""
        if "\n" in said or len(said) > _ROWS * width - _MARGIN:
            self._read(title, Text(said))
        elif title:
            self._sayings.answer(title, said)
        else:
            self._sayings.say(said)

    def _read(self, title: str, text: Text | str) -> None:
        """Show an answer over the table; an older one no longer stands below it."""
        self._sayings.forget_answer()
        self._sayings.show()
        self._readings.read(title, text)
