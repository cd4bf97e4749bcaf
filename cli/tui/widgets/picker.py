"""A list to choose from, with a line about each entry; it may change while it is shown."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from rich.text import Text
from textual import events
from textual.app import ComposeResult
from textual.containers import VerticalScroll
from textual.screen import Screen
from textual.widgets import Static

from ..drawing import joined, style
from ..keys import foot, name_of


@dataclass(frozen=True, slots=True)
class Entry:
    """Something to choose: `word` is given back."""

    word: str
    label: str
    about: str = ""


class Picker(Screen[str]):
    """Dismissed with the word chosen, or with an empty one for back."""

    AUTO_FOCUS = ""
    DEFAULT_CSS = """
    Picker { layout: vertical; }
    Picker #title { height: 1; background: $panel; text-style: bold; padding: 0 1; }
    Picker VerticalScroll { height: 1fr; padding: 1 2; }
    Picker #foot { height: 1; background: $panel; padding: 0 1; }
    """

    def __init__(self, title: str, entries: Sequence[Entry], empty: str = "", back: str = "back") -> None:
        """`empty` is said while there is nothing to choose."""
        super().__init__()
        self._title = title
        self._empty = empty
        self._back = back
        self._at = 0
        self.entries: tuple[Entry, ...] = tuple(entries)

    def compose(self) -> ComposeResult:
        """Title, list, foot."""
        yield Static(Text(self._title), id="title")
        with VerticalScroll(can_focus=False):
            yield Static(id="entries")
        yield Static(foot({"↑ ↓": "choose", "enter": "take it", "esc q": self._back}), id="foot")

    def on_mount(self) -> None:
        """Show the list."""
        self.look()

    def change(self, entries: Sequence[Entry]) -> None:
        """Show other entries, the cursor where it was if that is still there."""
        chosen = self.entries[self._at].word if self.entries else ""
        self.entries = tuple(entries)
        self._at = next((place for place, entry in enumerate(self.entries) if entry.word == chosen), 0)
        if self.is_attached:
            self.look()

    def look(self) -> None:
        """Show the entries."""
        lines = [line for place, entry in enumerate(self.entries) for line in self._lines(place, entry)]
        self.query_one("#entries", Static).update(joined(lines or [Text(self._empty, style("faint"))]))

    def _lines(self, place: int, entry: Entry) -> list[Text]:
        chosen = place == self._at
        key = f"{place + 1} " if place < 9 else "  "
        return [
            Text.assemble((key, style("faint")), (f" {entry.label} ", style("cursor" if chosen else "strong"))),
            Text(f"   {entry.about}", style("faint")),
        ]

    def on_key(self, event: events.Key) -> None:
        """Choose, take, go back."""
        key = name_of(event)
        act = {
            "up": self._move(-1),
            "k": self._move(-1),
            "down": self._move(1),
            "j": self._move(1),
            "tab": self._move(1),
            "enter": self._take,
            "space": self._take,
            "escape": self._leave,
            "q": self._leave,
        }.get(key)
        if act is None and key.isdigit() and 0 < int(key) <= len(self.entries):
            self._at = int(key) - 1
            act = self._take
        if act is not None:
            act()
            event.stop()
            event.prevent_default()

    def on_click(self, event: events.Click) -> None:
        """Take what was pressed: each entry has two lines."""
        place = (event.screen_y - 2) // 2
        if 0 <= place < len(self.entries):
            self._at = place
            self._take()

    def _move(self, by: int) -> Callable[[], None]:
        def move() -> None:
            self._at = (self._at + by) % max(1, len(self.entries))
            self.look()

        return move

    def _take(self) -> None:
        if self.entries:
            self.dismiss(self.entries[self._at].word)

    def _leave(self) -> None:
        self.dismiss("")
