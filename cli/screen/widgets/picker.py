"""A list to choose from, with a line about each entry; it may change while it is shown."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from rich.text import Text
from textual import events
from textual.app import ComposeResult
from textual.widgets import OptionList, Static
from textual.widgets.option_list import Option

from ...words.widths import wrap
from ..drawing import join, style
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
    """Dismissed with the word chosen, or with an empty one for back.

    Textual's list moves, scrolls and obeys the pointer. The numbers, the letters that move, and an entry
    that stays chosen while others come and go, are additions of ours.
    """

    AUTO_FOCUS = "OptionList"

    def __init__(self, title: str, entries: Sequence[Entry], empty: str = "", back: str = "back", at: str = "") -> None:
        """`empty` is shown while there is nothing to choose; the cursor begins at the word `at`, if that is there."""
        super().__init__()
        self.question = title
        self.entries: tuple[Entry, ...] = tuple(entries)
        self._empty = empty
        self._back = back
        self._at = _place_of(at, self.entries, 0)
        """The entry under the cursor; None after that entry was removed, until the cursor is moved."""

    def compose(self) -> ComposeResult:
        """Title, list, foot."""
        yield Static(Text(self.question), id="title")
        yield Static(Text(self._empty, style("faint")), id="empty")
        yield OptionList(id="entries", markup=False)
        yield Foot({"↑ ↓": "choose", "enter": "select", "esc q": self._back, "?": "help"})

    def on_mount(self) -> None:
        """Show the list."""
        self.look()

    def change(self, entries: Sequence[Entry]) -> None:
        """Show other entries, the cursor where it was.

        If that entry has gone, nothing is under the cursor, so that `enter` does not select an entry that nobody has
        looked at.
        """
        if not self.entries:
            self._at = 0
        elif self._at is not None:
            self._at = _place_of(self.entries[self._at].word, entries, None)
        self.entries = tuple(entries)
        if self.is_attached:
            self.look()

    def on_resize(self) -> None:
        """Wrap lines again."""
        self.look()

    def look(self) -> None:
        """Show the entries, the one under the cursor in sight."""
        options, empty = self.query_one(OptionList), self.query_one("#empty", Static)
        options.display, empty.display = bool(self.entries), not self.entries
        at = self._at
        with self.prevent(OptionList.OptionHighlighted):
            options.set_options([Option(self._prompt(place)) for place in range(len(self.entries))])
            options.highlighted = at if self.entries else None
        self.call_after_refresh(options.scroll_to_highlight)

    def _prompt(self, place: int) -> Text:
        """An entry in lines; its label is marked where the cursor is, which is seen without colours as well."""
        entry = self.entries[place]
        key = f"{place + 1} " if place < 9 else "  "
        about = wrap(entry.about, max(self.app.size.width - _AROUND, 20)) if entry.about else []
        return join(
            [
                Text.assemble(
                    (key, style("faint")), (f" {entry.label} ", style("cursor" if place == self._at else "strong"))
                ),
                *(Text(f"   {line}", style("faint")) for line in about),
            ]
        )

    def on_option_list_option_highlighted(self, event: OptionList.OptionHighlighted) -> None:
        """The cursor has moved: mark where it is."""
        before, self._at = self._at, event.option_index
        for place in {before, self._at}:
            if place is not None:
                event.option_list.replace_option_prompt_at_index(place, self._prompt(place))

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        """Give back the chosen or pressed entry."""
        self.dismiss(self.entries[event.option_index].word)

    def on_key(self, event: events.Key) -> None:
        """Keys beside those of the list."""
        key, options = name_of(event), self.query_one(OptionList)
        if key in ("k", "up"):
            options.action_cursor_up()
        elif key in ("j", "down", "tab"):
            options.action_cursor_down()
        elif key in ("enter", "space"):
            options.action_select()
        elif key in ("escape", "q"):
            self.dismiss("")
        elif key == "?":
            self.app.push_screen(Reading("Keys", keys_text({**PICKER_KEYS, "esc, q": self._back})))
        elif key.isdigit() and 0 < int(key) <= len(self.entries):
            self.dismiss(self.entries[int(key) - 1].word)
        else:
            return
        event.stop()
        event.prevent_default()


def _place_of(word: str, entries: Sequence[Entry], otherwise: int | None) -> int | None:
    return next((place for place, entry in enumerate(entries) if entry.word == word), otherwise)
