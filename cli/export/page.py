"""A log as one page that replays it in a browser, with everything it needs inside."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from html import escape
from importlib.resources import files
from typing import Any, TypeAlias

from p2pgame.engine.game import AnyGame
from p2pgame.engine.picture import Board, Picture, initials

from ..games.faces import SIDES, Face, faces, written
from ..games.palette import Ink, inks, textures
from ..table.score import SheetTable
from ..words.grammar import and_list

Step: TypeAlias = tuple[int, Any, str, str]
"""A step's number, the state after it, its text, and a line about the last draw."""


_DOT = "·"
"""The sign of an empty square. The page draws it as a dot, without text."""

_FILLING = {"═": "bar", "▒": "out of play"}
"""Text that fills a square to the word for it."""


class _Faces:
    """Each different square once, by number: a page has millions of squares and a few dozen different ones."""

    def __init__(self, names: Sequence[str], colours: str) -> None:
        self._initials = initials(names)
        self._textures = textures(colours)
        self._numbers: dict[tuple[str, str, str, str], int] = {}

    def of(self, board: Board, fades: bool) -> list[list[int]]:
        """The numbers of a board's squares, lines from the top. With `fades`, what has not won stands back."""
        lines = zip(faces(board, self._initials), board.marks, strict=True)
        return [
            [self._number(face, mark.shown(self._initials), fades) for face, mark in zip(line, marks, strict=True)]
            for line, marks in lines
        ]

    @property
    def listed(self) -> list[tuple[str, str, str, str]]:
        """Text, ink, classes and spoken text of each, by number."""
        return list(self._numbers)

    def _number(self, face: Face, shown: str, fades: bool) -> int:
        back = " back" if fades and not face.won else ""
        if face.text == _DOT and not face.sign:
            return self._numbered(("", face.ink, f"empty{back}", "empty"))
        joined = " ".join(f"joined-{side}" for side in SIDES if side not in face.ends)
        shape = f"line {joined}".strip() if face.fills and face.text == "═" else joined
        text = written(face, self._textures.get(face.ink, ""))
        spoken = _FILLING.get(face.text, "filled") if face.fills else shown.strip() or "empty"
        return self._numbered((text, face.ink, f"{shape}{back}", f"{spoken}, counts" if face.won else spoken))

    def _numbered(self, key: tuple[str, str, str, str]) -> int:
        return self._numbers.setdefault(key, len(self._numbers))


@dataclass(frozen=True, slots=True)
class Ending:
    """The end of a game, in words."""

    reason: str
    """A sentence."""
    tables: Sequence[SheetTable]
    """The score sheet."""
    remarks: Sequence[str]
    """Sentences below it."""
    winners: str
    """One sentence."""


def page(
    game: AnyGame, names: Sequence[str], steps: Sequence[Step], ending: Ending | None, played: str, colours: str
) -> str:
    """The page's HTML. `played` is the day; `colours` is one of `settings.COLOURS`."""
    squares = _Faces(names, colours)
    frames = [
        {"step": number, "caption": caption, "fair": fair, **_frame(game.picture(state), squares, names)}
        for number, state, caption, fair in steps
    ]
    people = and_list(list(names))
    heading = f"{game.title}: {people}{f', {played}' if played else ''}"
    data = {
        "title": game.title,
        "about": f"{people}{f' · {played}' if played else ''}",
        "heading": heading,
        "names": list(names),
        "frames": frames,
        "marks": squares.listed,
        "ending": None if ending is None else _ending_data(ending),
    }
    template = files(__package__).joinpath("page.html").read_text("utf-8")
    titled = template.replace("<title>TITLE</title>", f"<title>{escape(heading)}</title>")
    return titled.replace("/*INKS*/", _rules(colours)).replace('"DATA"', _json(data))


def _ending_data(ending: Ending) -> dict[str, Any]:
    tables = [
        {"names": table.names, "lines": list(table.lines.items()), "totals": table.totals} for table in ending.tables
    ]
    return {"reason": ending.reason, "tables": tables, "remarks": ending.remarks, "winners": ending.winners}


def _frame(picture: Picture, squares: _Faces, names: Sequence[str]) -> dict[str, Any]:
    return {
        "boards": [_board(board, squares, picture.marks_won) for board in picture.boards],
        "shelves": [
            [shelf.shown(names), [[chip.shown(names), chip.ink] for chip in shelf.chips], shelf.active]
            for shelf in picture.shelves
        ],
    }


def _board(board: Board, squares: _Faces, fades: bool) -> dict[str, Any]:
    return {
        "seat": board.seat,
        "name": board.name,
        "active": board.active,
        "columns": board.columns,
        "rows": board.rows,
        "marks": squares.of(board, fades),
        "notes": [[note.name, note.words or note.value] for note in board.notes],
    }


def _rules(colours: str) -> str:
    """The inks as rules of CSS; without colours, what is around the boards has none either."""
    around = "html { filter: grayscale(1); }\n" if colours == "none" else _AROUND.get(colours, "")
    return around + "\n".join(f".ink-{name} {{ {_rule(ink)} }}" for name, ink in inks(colours).items())


def _rule(ink: Ink) -> str:
    paper = f" --own: {ink.paper}; --paper: var(--own); background: {ink.paper};" if ink.paper else ""
    return f"color: {ink.ink};{paper}{' font-weight: bold;' if ink.bold else ''}"


_AROUND = {
    "light": "@media screen { :root { color-scheme: light; --page: #f6f8fa; --panel: #e4e8ec; --raised: #cdd3d9; "
    "--text: #1b222b; --strong: #000; --soft: #4a545f; --now: #cdd3d9; --accent: #0b6e52; } }\n",
    "high-contrast": "@media screen { :root { --page: #000; --panel: #000; --raised: #333; --text: #fff; "
    "--soft: #d0d0d0; --now: #333; --accent: #ffb000; } }\n",
}
"""The CSS for the surroundings of the boards, if it differs from the default."""


def _json(data: object) -> str:
    """JSON that may be inside a script: names come from others, so no `<` is left in it."""
    return json.dumps(data, separators=(",", ":")).replace("<", "\\u003c")
