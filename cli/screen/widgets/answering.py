"""Screens that give an answer, once."""

from __future__ import annotations

from typing import TypeVar

from textual.await_complete import AwaitComplete
from textual.screen import Screen

from ..app import Full

R = TypeVar("R")


class Answering(Screen[R]):
    """A screen that is left with its first answer: a key pressed twice before the next screen counts once."""

    _answered = False

    def on_screen_resume(self) -> None:
        """The screen is on top now. A second press of the key that led here does not answer it, until it has been seen
        for a while."""
        self.call_after_refresh(self.ask)

    def ask(self) -> None:
        """Note that the screen asks a new question now."""
        if isinstance(self.app, Full):
            self.app.ask()

    def dismiss(self, result: R | None = None) -> AwaitComplete:
        """Leave with an answer, unless that has been done already."""
        if self._answered:
            return AwaitComplete()
        self._answered = True
        return super().dismiss(result)
