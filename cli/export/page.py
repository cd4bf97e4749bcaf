"""A log as one page that plays it back in a browser, with all that it needs inside."""

from __future__ import annotations

import json
from collections.abc import Sequence
from importlib.resources import files
from typing import Any, TypeAlias

from p2pgame.engine.game import AnyGame
from p2pgame.engine.picture import Board, Picture, initials

from ..games.faces import SIDES, Face, faces, written
from ..games.palette import inks, textures

Told: TypeAlias = tuple[int, Any, str, str]
"""A step's number, the state after it, what happened, and a line about the last draw."""


class _Faces:
    """Each different square once, by number: a page has millions of squares and a few dozen that differ."""

    def __init__(self, names: Sequence[str], colours: str) -> None:
        self._initials = initials(names)
        self._textures = textures(colours)
        self._numbers: dict[tuple[str, str, str], int] = {}

    def of(self, board: Board) -> list[list[int]]:
        """The numbers of a board's squares, lines from the top."""
        return [[self._number(face) for face in line] for line in faces(board, self._initials)]

    @property
    def listed(self) -> list[tuple[str, str, str]]:
        """Text, ink and classes of each, by number."""
        return list(self._numbers)

    def _number(self, face: Face) -> int:
        joined = " ".join(f"joined-{side}" for side in SIDES if side not in face.ends)
        shape = f"line {joined}".strip() if face.fills and face.text == "═" else joined
        key = (written(face, self._textures.get(face.ink, "")), face.ink, shape)
        return self._numbers.setdefault(key, len(self._numbers))


def page(game: AnyGame, names: Sequence[str], steps: Sequence[Told], ending: str, source: str, colours: str) -> str:
    """The page's HTML. `ending` is the score sheet, `source` where the log was, `colours` one of `settings.COLOURS`."""
    squares = _Faces(names, colours)
    frames = [
        {"step": number, "told": told, "fair": fair, **_frame(game.picture(state), squares, names)}
        for number, state, told, fair in steps
    ]
    data = {
        "title": game.title,
        "names": list(names),
        "frames": frames,
        "marks": squares.listed,
        "ending": ending,
        "source": source,
    }
    template = files(__package__).joinpath("page.html").read_text("utf-8")
    return template.replace("/*INKS*/", _rules(colours)).replace('"DATA"', _json(data))


def _frame(picture: Picture, squares: _Faces, names: Sequence[str]) -> dict[str, Any]:
    return {
        "boards": [_board(board, squares) for board in picture.boards],
        "shelves": [
            [shelf.shown(names), [[chip.shown(names), chip.ink] for chip in shelf.chips], shelf.active]
            for shelf in picture.shelves
        ],
    }


def _board(board: Board, squares: _Faces) -> dict[str, Any]:
    return {
        "seat": board.seat,
        "name": board.name,
        "active": board.active,
        "columns": board.columns,
        "rows": board.rows,
        "marks": squares.of(board),
        "notes": [[note.name, note.words or note.value] for note in board.notes],
    }


def _rules(colours: str) -> str:
    """The inks as rules of CSS; without colours, what is around the boards has none either."""
    around = ":root { filter: grayscale(1); }\n" if colours == "none" else _AROUND.get(colours, "")
    return around + "\n".join(
        f".ink-{name} {{ color: {ink.ink};{f' --paper: {ink.paper}; background: {ink.paper};' if ink.paper else ''}"
        f"{' font-weight: bold;' if ink.bold else ''} }}"
        for name, ink in inks(colours).items()
    )


_AROUND = {
    "light": ":root { color-scheme: light; }\n"
    "body { background: #f6f8fa; color: #1b222b; } header, footer { background: #e4e8ec; } header b { color: #000; }\n"
    "#moves button:focus-visible, #moves .now, .controls button, select { background: #cdd3d9; color: #000; }\n"
    "td.new { outline-color: #000; }\n",
    "high-contrast": "body { background: #000; color: #fff; }\n",
}
"""The rules of what is around the boards, where they are not the usual ones."""


def _json(data: object) -> str:
    """JSON that may stand inside of a script: names come from others, so no `<` is left in it."""
    return json.dumps(data, separators=(",", ":")).replace("<", "\\u003c")
