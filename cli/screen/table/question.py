"""The question of a table, and the moment at which it appeared on the screen."""

from __future__ import annotations

from math import inf

from ...table.table import Table


class Question:
    """Whether the screen and the table ask the same question.

    A key that is older than the question was meant for another one.
    """

    def __init__(self, table: Table) -> None:
        self._table = table
        self._asked = False
        self._seat: int | None = None
        self._shown_at = inf

    @property
    def is_new(self) -> bool:
        """Whether the table asks something else than the screen."""
        return (self._table.asked, self._table.seat) != (self._asked, self._seat)

    @property
    def is_current(self) -> bool:
        """Whether the screen waits for the person exactly if the table does."""
        return self._asked == self._table.asked

    @property
    def is_shown(self) -> bool:
        """Whether the person can see the question."""
        return self._shown_at < inf

    def take_up(self) -> None:
        """Ask the table's question; nobody can see that yet."""
        self._asked, self._seat = self._table.asked, self._table.seat
        self._shown_at = inf

    def show(self, moment: float) -> None:
        """The question has been on the screen since that moment, by the clock of Textual's messages."""
        self._shown_at = moment

    def drop(self) -> None:
        """Nothing is asked: the move is made, or the table has moved on."""
        self._asked = False

    def is_younger_than(self, moment: float) -> bool:
        """Whether it appeared after that moment, or cannot be seen yet."""
        return moment < self._shown_at
