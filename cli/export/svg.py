"""One position as a drawing in SVG: the same pictures in the same inks as on the terminal."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from xml.sax.saxutils import escape

from p2pgame.engine.picture import Board, Picture, initials

from ..games.faces import SIDES, Face, faces, written
from ..games.palette import fading, ground_of, ink_of, textures
from ..words.widths import cell_len, short_name

CELL = 30
"""Pixels of a square."""

_EDGE, _LINE, _GAP, _CHARACTER = 28, 22, 40, 9.0

_SPACE, _CORNER = 1, 3
"""Pixels around a piece, and of the rounding of a single square."""

_INSET = 3
"""Pixels around a thing, for each size that it is smaller."""

_LINES = "═"
"""Signs that are drawn as a line from edge to edge."""

_NARROWEST = 190
"""Pixels of a board and its row numbers, at least."""


def drawing(picture: Picture, names: Sequence[str], title: str, colours: str, ending: str = "") -> str:
    """The table: boards side by side with their facts below, then the shelves; `colours` is one of `settings.COLOURS`.

    `ending` is a sentence about the end of the game, if it is over.
    """
    return _Pen(names, colours).drawing(picture, title, ending)


class _Pen:
    """Draws in the inks of some colours."""

    def __init__(self, names: Sequence[str], colours: str) -> None:
        self._names = names
        self._colours = colours
        self._initials = initials(names)
        self._textures = textures(colours)
        self._ground = ground_of(colours)

    def drawing(self, picture: Picture, title: str, ending: str) -> str:
        """The whole drawing."""
        widths = [max(board.width * CELL + _EDGE, _NARROWEST) for board in picture.boards]
        tall = max(board.height * CELL + _LINE * (len(board.notes) + 2) for board in picture.boards)
        width = max(sum(widths) + _GAP * (len(widths) + 1), int(cell_len(ending) * _CHARACTER) + 2 * _GAP)
        top = (5 if ending else 4) * _LINE - 8
        parts = [self._text(_GAP, 2 * _LINE - 6, title, "strong", 18)]
        parts += [self._text(_GAP, 3 * _LINE - 2, ending, "plain")] if ending else []
        left = _GAP
        for board, own in zip(picture.boards, widths, strict=True):
            parts += self._board(board, left, top, picture.marks_won)
            left += own + _GAP
        shelves = list(self._shelves(picture, top + tall + 2 * _LINE))
        height = top + tall + _LINE * (len(picture.shelves) + 3)
        return "\n".join(
            [
                f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" '
                f'width="{width}" height="{height}" '
                'font-family="ui-monospace, Menlo, Consolas, DejaVu Sans Mono, monospace" font-size="15">',
                f'<rect width="{width}" height="{height}" fill="{self._ground}"/>',
                *parts,
                *shelves,
                "</svg>",
            ]
        )

    def _board(self, board: Board, left: int, top: int, fades: bool) -> Iterator[str]:
        room = int((max(board.width * CELL, _NARROWEST - _EDGE) + _GAP) / _CHARACTER) - 1
        name = short_name(board.title(self._names), room)
        yield self._text(left + _EDGE, top - 6, name, "strong" if board.active else "plain")
        for line, row in enumerate(faces(board, self._initials)):
            y = top + line * CELL
            yield self._text(left, y + 20, board.rows[line], "faint")
            for column, face in enumerate(row):
                yield self._square(face, left + _EDGE + column * CELL, y, fades and not face.won)
        under = top + board.height * CELL + 18
        for column, letter in enumerate(board.columns):
            yield self._text(left + _EDGE + column * CELL + CELL // 2, under, letter, "faint", anchor="middle")
        for place, note in enumerate(board.notes, 1):
            text = f"{note.name} {note.words or note.value}"
            text = text if cell_len(text) <= room else f"{note.name} {note.value}"
            yield self._text(left + _EDGE, under + place * _LINE, text, "plain")

    def _square(self, face: Face, x: int, y: int, faded: bool) -> str:
        """A square. At the end `faded` is set if it does not count. Small things leave a gap around them."""
        known, free = ink_of(face.ink, self._colours), ink_of("free", self._colours)
        paper = known.paper or self._ground
        paper = fading(paper, self._colours) if faded else paper
        under = self._box(x, y, dict.fromkeys(SIDES, _SPACE), free.paper or self._ground, True) if face.inset else ""
        room = {side: _SPACE if side in face.ends else 0 for side in SIDES}
        room = {side: space + face.inset * _INSET for side, space in room.items()}
        box = under + self._box(x, y, room, paper, face.ends >= SIDES.keys())
        if face.fills:
            bar = f'<rect x="{x}" y="{y + CELL // 2 - 3}" width="{CELL}" height="6" fill="{known.ink}"/>'
            return box + (bar if face.text in _LINES else "")
        text = written(face, self._textures.get(face.ink, ""))
        return box + (self._text(x + CELL // 2, y + 20, text, face.ink, anchor="middle") if text else "")

    @staticmethod
    def _box(x: int, y: int, room: Mapping[str, int], paper: str, round_: bool) -> str:
        """A square with that much room on each side."""
        wide, high = CELL - room["left"] - room["right"], CELL - room["top"] - room["bottom"]
        corner = f' rx="{_CORNER}"' if round_ else ""
        return (
            f'<rect x="{x + room["left"]}" y="{y + room["top"]}" width="{wide}" height="{high}"{corner} '
            f'fill="{paper}"/>'
        )

    def _shelves(self, picture: Picture, top: int) -> Iterator[str]:
        for line, shelf in enumerate(picture.shelves):
            x = float(_GAP)
            y = top + line * _LINE
            name = f"{'> ' if shelf.active else ''}{shelf.shown(self._names)}"
            yield self._text(x, y, name, "faint")
            x += (cell_len(name) + 1) * _CHARACTER
            for chip in shelf.chips:
                text = chip.shown(self._names)
                wide = cell_len(text) * _CHARACTER + 6
                paper = ink_of(chip.ink, self._colours).paper
                if paper:
                    yield f'<rect x="{x:.0f}" y="{y - 15}" width="{wide:.0f}" height="20" rx="3" fill="{paper}"/>'
                yield self._text(x + 3, y, text, chip.ink)
                x += wide + 6

    def _text(self, x: float, y: float, text: str, ink: str, size: int = 15, anchor: str = "start") -> str:
        known = ink_of(ink, self._colours)
        weight = ' font-weight="bold"' if known.bold else ""
        return (
            f'<text x="{x:.0f}" y="{y:.0f}" fill="{known.ink}" font-size="{size}" text-anchor="{anchor}"{weight} '
            f'xml:space="preserve">{escape(text)}</text>'
        )
