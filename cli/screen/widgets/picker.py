"""A list to choose from, with a line about each entry; it may change while it is shown."""

from __future__ import annotations

from bisect import bisect
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from itertools import accumulate

from rich.text import Text
from textual import events
from textual.app import ComposeResult
from textual.containers import VerticalScroll
from textual.geometry import Region
from textual.widgets import Static

from ...words.widths import wrapped
from ..drawing import joined, style
from ..help import keys_text
from ..keys import name_of
from .answering import Answering
from .foot import Foot
from .modal import Reading

PICKER_KEYS: Mapping[str, str] = {
    "↑ ↓": "move between entries",
    "enter": "select the entry",
    "1 ... 9": "select the entry with that number",
    "mouse": "click an entry to select it",
    "?": "this help",
}

_AROUND = 8
"""Columns of the screen that are not an entry's text: margins, number, and room for a bar that scrolls."""


@dataclass(frozen=True, slots=True)
class Entry:
    """Something to choose: `word` is given back."""

    word: str
    label: str
    about: str = ""


class Picker(Answering[str]):
    """Dismissed with the word chosen, or with an empty one for back."""

    AUTO_FOCUS = ""
    DEFAULT_CSS = """
    Picker { layout: vertical; }
    Picker #title { height: 1; background: $panel; text-style: bold; padding: 0 1; }
    Picker VerticalScroll { height: 1fr; padding: 1 2; }
    Picker #foot { height: 1; background: $panel; padding: 0 1; }
    """

    def __init__(self, title: str, entries: Sequence[Entry], empty: str = "", back: str = "back", at: str = "") -> None:
        """`empty` is said while there is nothing to choose; the cursor begins at the word `at`, if that is there."""
        super().__init__()
        self.question = title
        self._empty = empty
        self._back = back
        self._at = next((place for place, entry in enumerate(entries) if entry.word == at), 0)
        self._ends: tuple[int, ...] = ()
        """The line after each entry."""
        self.entries: tuple[Entry, ...] = tuple(entries)

    def compose(self) -> ComposeResult:
        """Title, list, foot."""
        yield Static(Text(self.question), id="title")
        with VerticalScroll(can_focus=False):
            yield Static(id="entries")
        yield Foot({"↑ ↓": "choose", "enter": "select", "esc q": self._back, "?": "help"})

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

    def on_resize(self) -> None:
        """Break lines anew."""
        self.look()

    def look(self) -> None:
        """Show the entries, the one under the cursor in sight."""
        blocks = [self._lines(place, entry) for place, entry in enumerate(self.entries)]
        self._ends = tuple(accumulate(map(len, blocks)))
        lines = [line for block in blocks for line in block]
        self.query_one("#entries", Static).update(joined(lines or [Text(self._empty, style("faint"))]))
        if blocks:
            first = self._ends[self._at] - len(blocks[self._at])
            region = Region(0, first, 1, len(blocks[self._at]))
            self.call_after_refresh(self.query_one(VerticalScroll).scroll_to_region, region, animate=False)

    def _lines(self, place: int, entry: Entry) -> list[Text]:
        chosen = place == self._at
        key = f"{place + 1} " if place < 9 else "  "
        about = wrapped(entry.about, max(self.app.size.width - _AROUND, 20)) if entry.about else []
        return [
            Text.assemble((key, style("faint")), (f" {entry.label} ", style("cursor" if chosen else "strong"))),
            *(Text(f"   {line}", style("faint")) for line in about),
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
            "?": self._help,
        }.get(key)
        if act is None and key.isdigit() and 0 < int(key) <= len(self.entries):
            self._at = int(key) - 1
            act = self._take
        if act is not None:
            act()
            event.stop()
            event.prevent_default()

    def on_click(self, event: events.Click) -> None:
        """Take what was pressed."""
        scroll = self.query_one(VerticalScroll)
        line = event.screen_y - scroll.content_region.y + int(scroll.scroll_y)
        if scroll.content_region.contains(event.screen_x, event.screen_y) and line < (self._ends or (0,))[-1]:
            self._at = bisect(self._ends, line)
            self._take()

    def _move(self, by: int) -> Callable[[], None]:
        def move() -> None:
            self._at = (self._at + by) % max(1, len(self.entries))
            self.look()

        return move

    def _take(self) -> None:
        if self.entries:
            self.dismiss(self.entries[self._at].word)

    def _help(self) -> None:
        self.app.push_screen(Reading("Keys", keys_text({**PICKER_KEYS, "esc, q": self._back})))

    def _leave(self) -> None:
        self.dismiss("")
