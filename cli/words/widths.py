"""Texts by the columns that they take on a terminal: wide letters take two, combining marks none.

If there is too little room, names are shortened by an ellipsis at their ends: the rest of the text matters more.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import TypeVar

T = TypeVar("T")

_SIGN = "…"

_NUMBERED = re.compile(r"(s|P)(?:eat|layer) ([0-9])")
_ASIDE = re.compile(r" \([a-z]+\)$")
"""A suffix of a name: `(you)`, or the level of a bot."""

LEAST = 3
"""Columns that a name keeps at least."""


def cell_len(text: str) -> int:
    """How many columns a text takes."""
    if text.isascii():
        return len(text)
    from rich import cells  # noqa: PLC0415 - not needed in line mode if all letters are plain

    return cells.cell_len(text)


def shorten(text: str, width: int) -> str:
    """The text in at most that many columns, with an ellipsis at its end if it is cut."""
    if cell_len(text) <= width:
        return text
    from rich.cells import set_cell_size  # noqa: PLC0415 - as above

    return set_cell_size(text, max(0, width - 1)).rstrip() + _SIGN[:width]


def short_name(name: str, width: int) -> str:
    """A name in at most that many columns. A mark such as `(you)` or a bot's level is dropped before the name itself is
    cut.

    If a seat is called by its number, the number is the name.
    """
    if cell_len(name) <= width:
        return name
    bare = _ASIDE.sub("", name)
    if cell_len(bare) > width and (number := _NUMBERED.fullmatch(bare)):
        return f"{number[1]}{number[2]}"
    return shorten(bare, width)


def bare_name(name: str) -> str:
    """A name without its suffix in parentheses."""
    return _ASIDE.sub("", name)


def bare_names(names: Sequence[str]) -> tuple[str, ...]:
    """Names as sentences have them: bare, unless two would be alike."""
    bare = tuple(map(bare_name, names))
    return bare if len(set(bare)) == len(bare) else tuple(names)


def pad(text: str, width: int, right: bool = False) -> str:
    """The text with spaces after it, or before it, up to that many columns."""
    spaces = " " * (width - cell_len(text))
    return f"{spaces}{text}" if right else f"{text}{spaces}"


def with_names(build: Callable[[Sequence[str]], T], names: Sequence[str], width: int, measure: Callable[[T], int]) -> T:
    """The text built from names that are as long as the width allows; the longest are shortened first."""
    for most in range(max(map(cell_len, names), default=0), LEAST, -1):
        built = build([short_name(name, most) for name in names])
        if measure(built) <= width:
            return built
    return build([short_name(name, LEAST) for name in names])


def wrap(text: str, width: int) -> list[str]:
    """Lines of whole words, as wide as the terminal shows them."""
    lines = [""]
    for word in text.split():
        longer = f"{lines[-1]} {word}" if lines[-1] else word
        if lines[-1] and cell_len(longer) > width:
            lines.append(word)
        else:
            lines[-1] = longer
    return lines
