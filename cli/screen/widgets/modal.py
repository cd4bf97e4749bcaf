"""A text over the screen, to be read and put away: help, rules, the log, the score sheet."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

from rich.text import Text
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical, VerticalScroll
from textual.screen import ModalScreen
from textual.widgets import Markdown, Static

from .answering import Answering
from .foot import Foot


class Reading(Answering[str], ModalScreen[str]):
    """A title, a text that scrolls, and keys that end it; the result is the key's word, `close` for most."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,q,enter,space,question_mark", "close", "close"),
        Binding("down,j", "scroll(1)"),
        Binding("up,k", "scroll(-1)"),
        Binding("pagedown", "scroll(15)"),
        Binding("pageup", "scroll(-15)"),
    ]

    def __init__(
        self, title: str, body: Text | str, more: Mapping[str, tuple[str, str]] | None = None, top: int = 0
    ) -> None:
        """A `body` that is a string is Markdown, such as the rules.

        `more` are further keys: key to (word given back, label); `top` is the line to begin at, if it can be."""
        super().__init__()
        self._top = top
        self._title = title
        self._body = body
        self._more = more or {}

    def compose(self) -> ComposeResult:
        """The frame with the text in it."""
        keys = {key: label for key, (_, label) in self._more.items()}
        with Vertical():
            yield Static(self._title, id="title", markup=False)
            with VerticalScroll():
                if isinstance(self._body, str):
                    yield Markdown(self._body, open_links=False)
                else:
                    yield Static(self._body, id="body", markup=False)
            yield Foot({**keys, "↑ ↓": "scroll", "esc": "close"})

    def change(self, body: Text) -> None:
        """Show another text in the same place."""
        self._body = body
        if self.query("#body"):
            self.query_one("#body", Static).update(body)

    def on_mount(self) -> None:
        """Bind the further keys."""
        for key, (word, label) in self._more.items():
            self._bindings.bind(key, f"leave('{word}')", label)
        if self._top:
            self.call_after_refresh(self.query_one(VerticalScroll).scroll_to, y=self._top, animate=False)

    def action_close(self) -> None:
        """Put it away."""
        self.dismiss("close")

    def action_leave(self, word: str) -> None:
        """Put it away with a word."""
        self.dismiss(word)

    def action_scroll(self, lines: int) -> None:
        """Scroll the text, unless it has not come yet or is going: keys may be pressed at any moment."""
        for text in self.query(VerticalScroll):
            text.scroll_relative(y=lines, animate=False)
