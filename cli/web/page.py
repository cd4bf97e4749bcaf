"""A log as one page that plays it back in a browser, with all that it needs inside."""

from __future__ import annotations

import json
from collections.abc import Sequence
from importlib.resources import files
from typing import Any, TypeAlias

from p2pgame.engine.game import AnyGame
from p2pgame.engine.picture import Board, Mark, Picture

from ..games.phrases import named
from ..palette import inks, textured

Told: TypeAlias = tuple[int, Any, str, str]
"""A step's number, the state after it, what happened, and a line about the last draw."""


class _Marks:
    """Each different mark once, by number: a page has millions of squares and a few dozen marks."""

    def __init__(self) -> None:
        self.numbers: dict[Mark, int] = {}

    def number(self, mark: Mark) -> int:
        return self.numbers.setdefault(mark, len(self.numbers))


def page(game: AnyGame, names: Sequence[str], steps: Sequence[Told], ending: str, source: str, colours: str) -> str:
    """The page's HTML. `ending` is the score sheet, `source` where the log was, `colours` one of `settings.COLOURS`."""
    marks = _Marks()
    frames = [
        {"step": number, "told": told, "fair": fair, **_frame(game.picture(state), marks, names)}
        for number, state, told, fair in steps
    ]
    data = {
        "title": game.title,
        "names": list(names),
        "frames": frames,
        "marks": [[textured(mark.text, mark.ink, colours), mark.ink] for mark in marks.numbers],
        "ending": ending,
        "source": source,
    }
    template = files(__package__).joinpath("page.html").read_text("utf-8")
    return template.replace("/*INKS*/", _rules(colours)).replace('"DATA"', _json(data))


def _frame(picture: Picture, marks: _Marks, names: Sequence[str]) -> dict[str, Any]:
    return {
        "boards": [_board(board, marks) for board in picture.boards],
        "shelves": [
            [named(shelf.name, names), [[named(chip.text, names), chip.ink] for chip in shelf.chips]]
            for shelf in picture.shelves
        ],
    }


def _board(board: Board, marks: _Marks) -> dict[str, Any]:
    return {
        "seat": board.seat,
        "active": board.active,
        "columns": board.columns,
        "rows": board.rows,
        "marks": [[marks.number(mark) for mark in line] for line in board.marks],
        "notes": [[note.name, note.words or note.value] for note in board.notes],
    }


def _rules(colours: str) -> str:
    """The inks as rules of CSS; without colours, what is around the boards has none either."""
    around = ":root { filter: grayscale(1); }\n" if colours == "none" else ""
    return around + "\n".join(
        f".ink-{name} {{ color: {ink.ink};{f' background: {ink.paper};' if ink.paper else ''}"
        f"{' font-weight: bold;' if ink.bold else ''} }}"
        for name, ink in inks(colours).items()
    )


def _json(data: object) -> str:
    """JSON that may stand inside of a script: names come from others, so no `<` is left in it."""
    return json.dumps(data, separators=(",", ":")).replace("<", "\\u003c")
