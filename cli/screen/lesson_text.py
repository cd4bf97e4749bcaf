"""The text of a lesson's step, in the few rows that a table's screen has for it."""

from __future__ import annotations

import re

from rich.text import Text

from ..words.widths import wrap
from .drawing import join, style

ROWS = 3
"""Rows for the sentence of a step, the task and the preview of a move, which has the rest."""

_SIGN = "▸ "
"""The sign before the task."""

_MARKED = re.compile(r"`([^`]+)`")
"""A word of the screen in backquotes, or a key."""


def step_text(says: str, does: str, wrong: bool, width: int) -> Text:
    """A sentence, which may be about a `wrong` move, and below it the thing to do; in one paragraph to spare rows."""
    above, below = _paragraph(says, "wrong" if wrong else "plain", width), _paragraph(f"{_SIGN}{does}", "strong", width)
    if _rows(above) + _rows(below) <= ROWS:
        return join([above, below])
    return _paragraph(f"{says} {_SIGN}{does}", "plain", width, strong_from=len(_MARKED.sub(r"\1", says)))


def _rows(text: Text) -> int:
    return text.plain.count("\n") + 1


def _paragraph(text: str, ink: str, width: int, strong_from: int | None = None) -> Text:
    """A text in rows, its marked words in colours of their own."""
    spans, plain = [], ""
    for place, part in enumerate(_MARKED.split(text)):
        if place % 2:
            spans.append((len(plain), len(plain) + len(part)))
        plain += part
    shown = Text("\n".join(wrap(plain, width)), style(ink))  # a row ends in place of a space: no letter moves
    if strong_from is not None:
        shown.stylize(style("strong"), strong_from)
    for first, last in spans:
        shown.stylize(style("open"), first, last)
    return shown
