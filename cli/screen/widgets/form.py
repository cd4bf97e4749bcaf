"""A form: a line for each setting, changed by the arrows or typed; the meaning of the line is below."""

from __future__ import annotations

import textwrap
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from rich.text import Text
from textual import events
from textual.app import ComposeResult
from textual.containers import VerticalScroll
from textual.geometry import Region
from textual.widgets import Static

from ..drawing import join, style
from ..help import keys_text
from ..keys import name_of
from .answering import Answering
from .foot import Foot
from .modal import Reading

Values = Mapping[str, Any]

_LABEL = 22
"""Columns of a line's name."""

_AROUND = 6
"""Columns of the screen that are not text: margins, and room for a bar that scrolls."""

FORM_KEYS: Mapping[str, str] = {
    "↑ ↓": "move between lines",
    "← →": "change the value; type to change text",
    "enter": "done",
    "esc": "back; nothing changes",
    "?": "this help",
}


@dataclass(frozen=True, slots=True)
class Field:
    """One line. Without choices it is a text of that many characters."""

    word: str
    label: str
    about: str
    choices: tuple[Any, ...] = ()
    shown: tuple[str, ...] = ()
    """The labels of the choices."""
    characters: int = 0

    def text(self, value: Any) -> str:
        """The text of the line for a value."""
        return self.shown[self.choices.index(value)] if self.choices else str(value)


class Form(Answering[Values | None]):
    """Dismissed with the values of its lines, or with None for back.

    Textual's Select opens a list over the form for each value. Here ← and → go through the values, the line below says
    what each means, and one value may bring other lines or take them away.
    """

    AUTO_FOCUS = ""

    def __init__(
        self,
        title: str,
        begin: Values,
        fields: Callable[[Values], Sequence[Field]],
        done: str,
        intro: str = "",
        sample: Callable[[], Text] = Text,
    ) -> None:
        """`fields` are the lines for such values: a value may add or remove other lines.

        `sample` is below them, made again at each look.
        """
        super().__init__()
        self._title, self._done, self._intro, self._sample = title, done, intro, sample
        self._fields_of = fields
        self.values: dict[str, Any] = dict(begin)
        self.fields: tuple[Field, ...] = ()
        self._at = 0
        self._first = 0
        """The number of the text line of the first field."""
        self._settle()

    def compose(self) -> ComposeResult:
        yield Static(Text(self._title), id="title")
        with VerticalScroll(can_focus=False):
            yield Static(id="lines")
        yield Static(id="about")
        yield Foot({"↑ ↓": "line", "← →": "change", "enter": self._done, "esc": "back", "?": "help"})

    def on_mount(self) -> None:
        """Show the lines."""
        self.look()

    @property
    def _field(self) -> Field:
        return self.fields[self._at]

    def _settle(self) -> None:
        """Find the lines for the values.

        A line that is new, or whose value is no longer possible, gets its first value.
        """
        self.fields = tuple(self._fields_of(self.values))
        for field in self.fields:
            if field.choices and self.values.get(field.word) not in field.choices:
                self.values[field.word] = field.choices[0]
        self._at = min(self._at, len(self.fields) - 1)

    def on_resize(self) -> None:
        """Wrap lines again."""
        self.look()

    def look(self) -> None:
        """Show the lines, the one that is changed in sight."""
        width = max(self.app.size.width - _AROUND, 20)
        intro = [Text(line, style("faint")) for line in textwrap.wrap(self._intro, width)]
        self._first = len(intro) + 1 if intro else 0
        lines = [*intro, *([Text()] if intro else []), *(self._line(*pair) for pair in enumerate(self.fields))]
        below = self._sample()
        lines += [Text(), below] if below.plain else []
        self.query_one("#lines", Static).update(join(lines))
        self.query_one("#about", Static).update(Text(self._about(), style("plain")))
        region = Region(0, self._first + self._at, 1, 1)
        self.call_after_refresh(self.query_one(VerticalScroll).scroll_to_region, region, animate=False)

    def _about(self) -> str:
        """The explanation of the line; for a text, also how much of its room is used."""
        field = self._field
        if field.choices:
            return field.about
        return f"{field.about}\n{len(self.values[field.word])} of {field.characters} characters."

    def _line(self, place: int, field: Field) -> Text:
        chosen = place == self._at
        value = field.text(self.values[field.word])
        value = f"{value}▏" if chosen and not field.choices else value
        arrows = ("◂ ", " ▸") if chosen and len(field.choices) > 1 else ("  ", "  ")
        return Text.assemble(
            (f"{'> ' if chosen else '  '}{field.label:<{_LABEL}}", style("strong" if chosen else "plain")),
            (arrows[0], style("faint")),
            (f" {value} ", style("cursor" if chosen else "strong")),
            (arrows[1], style("faint")),
        )

    def on_key(self, event: events.Key) -> None:
        """Move to another line, change a value, type, or end the form."""
        if self._press(event):
            event.stop()
            event.prevent_default()

    def _press(self, event: events.Key) -> bool:
        typing = not self._field.choices
        if typing and event.key == "backspace":
            self._change_to(self.values[self._field.word][:-1])
        elif typing and event.is_printable and event.character is not None:
            self._change_to((self.values[self._field.word] + event.character)[: self._field.characters])
        else:
            return self._go(name_of(event))
        return True

    def _go(self, key: str) -> bool:
        acts: Mapping[str, Callable[[], None]] = {
            "up": lambda: self._move(-1),
            "shift+tab": lambda: self._move(-1),
            "down": lambda: self._move(1),
            "tab": lambda: self._move(1),
            "left": lambda: self._step(-1),
            "right": lambda: self._step(1),
            "space": lambda: self._step(1),
            "enter": lambda: self._leave(dict(self.values)),
            "escape": lambda: self._leave(None),
            "q": lambda: self._leave(None),
            "?": self._help,
        }
        if key not in acts:
            return False
        acts[key]()
        return True

    def _help(self) -> None:
        self.app.push_screen(Reading("Keys", keys_text(FORM_KEYS)))

    def _leave(self, values: Values | None) -> None:
        self.dismiss(values)

    def _move(self, by: int) -> None:
        self._at = (self._at + by) % len(self.fields)
        self.look()

    def _step(self, by: int) -> None:
        choices = self._field.choices
        if choices:
            self._change_to(choices[(choices.index(self.values[self._field.word]) + by) % len(choices)])

    def _change_to(self, value: Any) -> None:
        self.values[self._field.word] = value
        self._settle()
        self.look()

    def on_click(self, event: events.Click) -> None:
        """Go to the line that was pressed; pressed again, it changes."""
        scroll = self.query_one(VerticalScroll)
        place = event.screen_y - scroll.content_region.y + int(scroll.scroll_y) - self._first
        if not scroll.content_region.contains(event.screen_x, event.screen_y) or not 0 <= place < len(self.fields):
            return
        if place == self._at:
            self._step(1)
        else:
            self._at = place
            self.look()
