"""Sentences in limited space: whole clauses, and a sign if even one clause is too long."""

from __future__ import annotations

import re

from rich.text import Text

from ..words.widths import cell_len, wrap

_MORE = " ..."

_CLAUSE_END = re.compile(r"(?<=[.;:?!]) ")


def fit(first: str, rest: str, width: int, rows: int) -> str:
    """Both texts in `rows` rows, with the whole `rest` if possible. Clauses, or else words, at the end of `first` are
    left out."""
    clauses = _CLAUSE_END.split(first)
    while True:
        shown = " ".join(clauses)
        if clauses[-1].endswith((";", ":")):
            shown = f"{shown[:-1]}."
        lines = wrap(f"{shown} {rest}".strip(), width)
        if len(lines) <= rows:
            return "\n".join(lines)
        if len(clauses) == 1:
            break
        clauses.pop()
    words = clauses[0].split(" ")
    for kept in range(len(words) - 1, 0, -1):
        fits = wrap(f"{' '.join(words[:kept])}{_MORE} {rest}", width)
        if rest and len(fits) <= rows:
            return "\n".join(fits)
    last = lines[rows - 1].split(" ")
    while len(last) > 1 and cell_len(" ".join(last)) + len(_MORE) > width:
        last.pop()
    return "\n".join([*lines[: rows - 1], cut(Text(f"{' '.join(last)}{_MORE}"), width).plain])


def cut(text: Text, width: int) -> Text:
    """The text on one line of that many characters, with a sign if there is more of it."""
    text.truncate(width, overflow="ellipsis")
    return text
