"""One position as a drawing in SVG: the same pictures in the same inks as on the terminal."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from xml.sax.saxutils import escape

from p2pgame.engine.picture import Board, Mark, Picture

from ..games.phrases import named
from ..palette import grey, inks, textured
from ..widths import cell_len, short_name

CELL = 30
"""Pixels a square."""

_EDGE, _LINE, _GAP, _CHARACTER = 28, 22, 40, 9.0
_GROUND = "#101418"

_NARROWEST = 190
"""Pixels of a board and its row numbers, at least."""


def drawing(picture: Picture, names: Sequence[str], title: str, colours: str, ending: str = "") -> str:
    """The table: boards side by side with their facts below, then the shelves; `colours` are of `settings.COLOURS`.

    `ending` is a sentence about how the game has ended, if it has.
    """
    return _Pen(names, colours).drawing(picture, title, ending)


class _Pen:
    """Draws in the inks of some colours."""

    def __init__(self, names: Sequence[str], colours: str) -> None:
        self._names = names
        self._colours = colours
        self._inks = inks(colours)
        self._ground = grey(_GROUND) if colours == "none" else _GROUND

    def drawing(self, picture: Picture, title: str, ending: str) -> str:
        """The whole of it."""
        widths = [max(board.width * CELL + _EDGE, _NARROWEST) for board in picture.boards]
        tall = max(board.height * CELL + _LINE * (len(board.notes) + 2) for board in picture.boards)
        width = max(sum(widths) + _GAP * (len(widths) + 1), int(cell_len(ending) * _CHARACTER) + 2 * _GAP)
        top = (5 if ending else 4) * _LINE - 8
        parts = [self._text(_GAP, 2 * _LINE - 6, title, "strong", 18)]
        parts += [self._text(_GAP, 3 * _LINE - 2, ending, "plain")] if ending else []
        left = _GAP
        for board, own in zip(picture.boards, widths, strict=True):
            parts += self._board(board, left, top)
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

    def _board(self, board: Board, left: int, top: int) -> Iterator[str]:
        room = int((max(board.width * CELL, _NARROWEST - _EDGE) + _GAP) / _CHARACTER) - 1
        name = short_name(self._name(board.seat), room)
        yield self._text(left + _EDGE, top - 6, name, "strong" if board.active else "plain")
        for line, marks in enumerate(board.marks):
            y = top + line * CELL
            yield self._text(left, y + 20, board.rows[line], "faint")
            for column, mark in enumerate(marks):
                yield self._square(mark, left + _EDGE + column * CELL, y)
        under = top + board.height * CELL + 18
        for column, letter in enumerate(board.columns):
            yield self._text(left + _EDGE + column * CELL + CELL // 2, under, letter, "faint", anchor="middle")
        for place, note in enumerate(board.notes, 1):
            told = f"{note.name} {note.words or note.value}"
            told = told if cell_len(told) <= room else f"{note.name} {note.value}"
            yield self._text(left + _EDGE, under + place * _LINE, told, "plain")

    def _square(self, mark: Mark, x: int, y: int) -> str:
        paper = self._inks[mark.ink].paper or self._ground
        box = f'<rect x="{x + 1}" y="{y + 1}" width="{CELL - 2}" height="{CELL - 2}" rx="3" fill="{paper}"/>'
        told = textured(mark.text, mark.ink, self._colours)
        return box + self._text(x + CELL // 2, y + 20, told, mark.ink, anchor="middle")

    def _shelves(self, picture: Picture, top: int) -> Iterator[str]:
        for line, shelf in enumerate(picture.shelves):
            x = float(_GAP)
            y = top + line * _LINE
            name = named(shelf.name, self._names)
            yield self._text(x, y, name, "faint")
            x += (cell_len(name) + 1) * _CHARACTER
            for chip in shelf.chips:
                text = named(chip.text, self._names)
                wide = cell_len(text) * _CHARACTER + 6
                paper = self._inks[chip.ink].paper
                if paper:
                    yield f'<rect x="{x:.0f}" y="{y - 15}" width="{wide:.0f}" height="20" rx="3" fill="{paper}"/>'
                yield self._text(x + 3, y, text, chip.ink)
                x += wide + 6

    def _name(self, seat: int | None) -> str:
        if seat is None:
            return ""
        return self._names[seat] if 0 <= seat < len(self._names) else "JEN"

    def _text(self, x: float, y: float, text: str, ink: str, size: int = 15, anchor: str = "start") -> str:
        known = self._inks[ink]
        weight = ' font-weight="bold"' if known.bold else ""
        return (
            f'<text x="{x:.0f}" y="{y:.0f}" fill="{known.ink}" font-size="{size}" text-anchor="{anchor}"{weight} '
            f'xml:space="preserve">{escape(text)}</text>'
        )
