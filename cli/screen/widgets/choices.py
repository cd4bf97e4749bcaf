"""The words that may come next, each with a key; pressed by key, pointer, or cursor and Enter."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from string import ascii_lowercase

from rich.text import Text
from textual import events
from textual.message import Message
from textual.widget import Widget

from ..drawing import style

SHOWN = 60
"""Words shown at once; others of a longer list are typed."""

_LINES = 3


@dataclass(frozen=True, slots=True)
class Choice:
    """One word."""

    word: str
    label: str
    ink: str
    key: str
    """The key that picks it; empty if no letter is free for it."""


def keyed(labelled: Sequence[tuple[str, str, str]], taken: Collection[str]) -> tuple[Choice, ...]:
    """Choices for (word, label, ink), each with its first free letter, or any; a number with none.

    A number is typed, and a digit as the key of another choice would mislead.
    """
    used = set(taken)
    choices = []
    for word, label, ink in labelled:
        key = _key(word, used)
        used.add(key)
        choices.append(Choice(word, label, ink, key))
    return tuple(choices)


def _key(word: str, used: Collection[str]) -> str:
    if word.isdigit():
        return ""
    letters = [letter for letter in word.lower() if letter in ascii_lowercase]
    return next((key for key in (*letters, *ascii_lowercase) if key not in used), "")


class Choices(Widget):
    """A few lines of choices, with a cursor on one of them.

    Textual's lists take a row for each entry. These stand side by side in three rows at the most, because the boards
    need the rest of the screen, and each has a letter that picks it at once.
    """

    class Picked(Message):
        """A choice was pressed by the pointer."""

        def __init__(self, word: str) -> None:
            super().__init__()
            self.word = word

    def __init__(self, id: str) -> None:
        super().__init__(id=id)
        self.choices: tuple[Choice, ...] = ()
        self.cursor: int | None = None
        self._places: list[tuple[int, int, int, str]] = []

    @property
    def current(self) -> Choice | None:
        """The choice under the cursor."""
        return None if self.cursor is None or not self.choices else self.choices[self.cursor % len(self.choices)]

    def show(self, choices: tuple[Choice, ...], with_cursor: bool) -> None:
        """Show these; keep the cursor while they stay the same."""
        if choices != self.choices:
            self.cursor = 0
        if not with_cursor or not choices:
            self.cursor = None
        elif self.cursor is None:
            self.cursor = 0
        self.choices = choices
        self.refresh(layout=True)

    def go_to(self, word: str) -> bool:
        """Put the cursor on a word; whether it is there."""
        place = next((number for number, choice in enumerate(self.choices) if choice.word == word), None)
        if place is not None:
            self.cursor = place
            self.refresh(layout=True)
        return place is not None

    def move(self, by: int) -> None:
        """Move the cursor."""
        if self.cursor is not None:
            self.cursor = (self.cursor + by) % len(self.choices)
            self.refresh(layout=True)

    def rows(self, width: int) -> int:
        """The number of lines of the choices."""
        return max(1, min(len(self._wrapped(width)), _LINES))

    def render(self) -> Text:
        """The choices around the cursor, wrapped to the width."""
        return self._laid_out(self._wrapped(self.size.width))

    def _wrapped(self, width: int) -> list[list[tuple[Text, str]]]:
        """Lines of buttons, each with its word."""
        width = max(width, 20)
        lines: list[list[tuple[Text, str]]] = [[]]
        used = 0
        for number, choice in enumerate(self.choices[: max(SHOWN, (self.cursor or 0) + 1)]):
            text = _button(choice, number == self.cursor)
            if used + text.cell_len > width and lines[-1]:
                lines.append([])
                used = 0
            lines[-1].append((text, choice.word))
            used += text.cell_len + 1
        return lines

    def _laid_out(self, lines: list[list[tuple[Text, str]]]) -> Text:
        first = next(
            (n for n, line in enumerate(lines) if self.current and self.current.word in [w for _, w in line]), 0
        )
        first = max(0, first - _LINES + 1)
        self._places = []
        whole = Text()
        for row, line in enumerate(lines[first : first + _LINES]):
            whole.append("\n" if row else "")
            column = 0
            for text, word in line:
                whole.append_text(text)
                whole.append(" ")
                self._places.append((row, column, column + text.cell_len, word))
                column += text.cell_len + 1
        return whole

    def on_click(self, event: events.Click) -> None:
        """Pick the clicked choice."""
        for row, start, end, word in self._places:
            if row == event.y and start <= event.x < end:
                self.post_message(self.Picked(word))


def _button(choice: Choice, chosen: bool) -> Text:
    text = Text()
    if choice.key:
        text.append(f"{choice.key} ", style("strong"))
    return text.append(
        f"[{choice.label}]" if chosen else f" {choice.label} ", style("cursor" if chosen else choice.ink)
    )
