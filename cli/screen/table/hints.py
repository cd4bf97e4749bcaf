"""Hints on a table's screen: the move of a bot appears as if the person had built it."""

from __future__ import annotations

import asyncio

from textual.screen import Screen

from ...table.hints import describe_hint, hint_for
from ...table.table import Table
from ...table.view import View, question
from .hand import Hand
from .sayings import Sayings

_GROUP = "hint"
"""The screen's workers that a new hint cancels: without a group of their own, that would stop the table, too."""


class Hints:
    """Asks a bot for a move, and puts that into the hand."""

    def __init__(self, screen: Screen[str], table: Table, hand: Hand, sayings: Sayings) -> None:
        self._screen = screen
        self._table = table
        self._hand = hand
        self._sayings = sayings

    def ask(self) -> None:
        """Show the table's own suggestion; or begin to think about the present move, or say why there is no hint."""
        if (suggestion := self._table.suggestion) is not None:
            self._show(suggestion)
            return
        view = self._table.view()
        if "hint" in view.refused:
            self._sayings.say(view.refused["hint"])
        elif view.asked is None:
            self._sayings.say(question(view))
        else:
            self._sayings.say_over("Thinking ...")
            self._screen.run_worker(self._find(view), group=_GROUP, exclusive=True)

    def _show(self, suggestion: str) -> None:
        if suggestion and self._hand.suggest(suggestion):
            self._sayings.say_over("This is the suggested move. Press enter to make it.")

    async def _find(self, view: View) -> None:
        """Think in a thread, so that keys stay quick; a result for a past state is dropped."""
        spelled = await asyncio.to_thread(hint_for, view)
        if spelled is None or self._table.state is not view.state or not self._table.asked:
            return
        self._hand.suggest(spelled)
        self._sayings.answer("Hint", describe_hint(view, spelled))
