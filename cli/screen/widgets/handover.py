"""The screen between two people at one keyboard: it hides the table until the next person is there."""

from __future__ import annotations

from typing import ClassVar

from rich.text import Text
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.screen import ModalScreen
from textual.widgets import Static

from ..drawing import style
from .answering import Answering
from .foot import Foot


class HandOver(Answering[str], ModalScreen[str]):
    """Names the player in turn. The result is `taken`, or `leave` of a person who leaves."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("enter", "taken"), Binding("q", "leave")]

    def __init__(self, name: str, news: Text) -> None:
        super().__init__()
        self._name = name
        self._news = news

    def compose(self) -> ComposeResult:
        """The next person, and the events since their last turn."""
        with Vertical():
            yield Static(Text(f"{self._name}, your turn: press Enter.", style("strong")))
            yield Static(Text("You choose in secret: nobody else should look at the screen now.\n"))
            yield Static(Text.assemble(self._news, "\n"))
            yield Foot({"enter": "start my turn", "q": "leave"})

    def action_taken(self) -> None:
        """Dismiss with `taken`: the next person is at the keyboard."""
        self.dismiss("taken")

    def action_leave(self) -> None:
        """Dismiss with `leave`."""
        self.dismiss("leave")
