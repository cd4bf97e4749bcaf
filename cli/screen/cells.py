"""One square of a board in characters: with gaps where pieces touch, ghosts, stones of three sizes, the limit bar."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache, lru_cache
from itertools import groupby, product

from rich.color import Color
from rich.style import Style

from ..games.faces import Face
from ..games.palette import EMPTY, GHOST, blended, checked, fading, ground_of, ink_of, is_ghost
from ..terminal.output import coloured, colours
from .drawing import Run, style, texture

_GHOST = "░"
_BEYOND = "╱"
_BAR = "▄"
_LEFT, _BELOW = "▏", "▁"
"""Gaps: at the left of a square, and below it."""

_GAPS = _LEFT + _BELOW

_LATEST = "•"
"""The sign on squares of the last move without text."""

_QUADRANTS = " ▘▝▀▖▌▞▛▗▚▐▜▄▙▟█"
"""Block characters by the quarters that they fill: 1 upper left, 2 upper right, 4 lower left, 8 lower right."""

_ALL = 15
"""All quarters."""

BOXES: Mapping[tuple[int, int], Mapping[int, tuple[int, int, int, bool]]] = {
    (4, 1): {1: (3, 0, 2, True), 2: (2, 0, 2, False)},
    (6, 3): {1: (4, 1, 4, False), 2: (2, 2, 2, False)},
    (8, 3): {1: (6, 0, 6, False), 2: (4, 1, 4, False)},
    (10, 5): {1: (8, 1, 8, False), 2: (4, 3, 4, False)},
}
"""Whole lines of a square and `Mark.inset` to the box of a thing: columns, half lines above it, half lines, and whether
it continues beyond the whole lines."""

_LIGHT, _NEW = "#ffffff", 35
"""New squares are blended with this colour, by this many percent."""


@dataclass(frozen=True, slots=True)
class Cell:
    """A square with its face, and the differences from other squares with that face."""

    face: Face
    scale: tuple[int, int]
    """Characters wide and high."""
    odd: bool = False
    """Whether it has the second tone of an empty board."""
    latest: bool = False
    """Whether the last move changed it."""
    faded: bool = False
    """Whether it does not count although others do, at the end."""

    @property
    def middle(self) -> int:
        """The number of the line with its text."""
        return (self.scale[1] - 1) // 2

    @property
    def last(self) -> int:
        """The number of its lowest line."""
        return self.scale[1] - 1


@lru_cache(4096)
def cell_lines(cell: Cell) -> list[list[Run]]:
    """The lines of a square from the top. A board has few different squares, and shows them again and again: they are
    cached until `redress` is called."""
    return [[run for run in _line(cell, line) if run[0]] for line in range(cell.scale[1])]


def redress() -> None:
    """Apply the settings' look."""
    _inked.cache_clear()
    cell_lines.cache_clear()


def _line(cell: Cell, line: int) -> Iterator[Run]:
    face, wide = cell.face, cell.scale[0]
    if face.ink in ("beyond", "bar"):
        bar = face.ink == "bar" and line == cell.last
        yield (_BAR if bar else _BEYOND) * wide, style("bar" if bar else "beyond")
    elif coloured() and face.inset in BOXES.get(cell.scale, {}):
        yield from _boxed(cell, line)
    else:
        text = _edged(cell, _text(cell) if line == cell.middle else _filling(face) * wide, line)
        gaps = len(text) - len(text.lstrip(_GAPS))
        yield text[:gaps], _style(cell, line, gap=True)
        if is_ghost(face.ink) and coloured():
            yield from _ghost_runs(face.ink, text[gaps:])
        else:
            yield text[gaps:], _style(cell, line)


def _ghost_runs(ink: str, text: str) -> Iterator[Run]:
    """A line of a ghost: its texture in the colour of the piece, its letters as usual."""
    known, piece = ink_of(ink, colours()), ink_of(ink.removeprefix(GHOST), colours())
    for letter, run in groupby(text, lambda sign: sign != _GHOST):
        yield "".join(run), Style(color=known.ink if letter else piece.paper, bgcolor=known.paper, bold=letter)


def _text(cell: Cell) -> str:
    """The line with the text in the middle."""
    face, wide = cell.face, cell.scale[0]
    if face.fills:
        return face.text * wide
    text = _shown(cell)
    if wide == 1:
        return text[:1] or _filling(face)
    return _in_two(face, text) if wide == 2 else text.center(wide, _filling(face))


def _shown(cell: Cell) -> str:
    face = cell.face
    if face.ink in EMPTY and coloured() and face.ink != "icon":
        return ""
    return f"{face.text}{face.sign}" or (_LATEST if cell.latest else "")


def _in_two(face: Face, text: str) -> str:
    """The text in two columns: a single letter is on the left, unless a gap has to be there."""
    fill = _filling(face)
    return f"{fill}{text}" if len(text) == 1 and "left" in face.splits else text[:2].ljust(2, fill)


def _filling(face: Face) -> str:
    """The texture that fills the square beside the text."""
    return _GHOST if is_ghost(face.ink) else texture(face.ink)


def _edged(cell: Cell, text: str, line: int) -> str:
    """The line with a gap below and at the left, where the piece touches another one and no letter is in the way."""
    free = (" ", _filling(cell.face))
    if line == cell.last > cell.middle and "bottom" in cell.face.splits:
        text = _BELOW * cell.scale[0]
    if len(text) > 1 and "left" in cell.face.splits and text[0] in (*free, _BELOW):
        return f"{_LEFT}{text[1:]}"
    return text


def _style(cell: Cell, line: int, gap: bool = False) -> Style:
    """The style of a line; a gap shows the ground behind the board."""
    under = line == cell.last and "bottom" in cell.face.splits
    return _inked(cell.face.ink, cell.odd, cell.latest, cell.faded, gap, under)


@cache
def _inked(ink: str, odd: bool, latest: bool, faded: bool, gap: bool, under: bool) -> Style:
    if not coloured():
        return style(ink) + Style(underline=under or latest, dim=faded or None)
    known, chosen = ink_of(ink, colours()), colours()
    letter, paper = known.ink, known.paper
    if paper is not None:
        paper = checked(paper, chosen) if odd and ink in EMPTY else paper
        paper = blended(paper, _LIGHT, _NEW) if latest else paper
        paper = fading(paper, chosen) if faded else paper
    letter = fading(letter, chosen) if faded else letter
    return Style(color=ground_of(chosen) if gap else letter, bgcolor=paper, bold=known.bold, underline=under)


def paper_of(cell: Cell) -> Color | None:
    """The colour behind the text of a square."""
    return _style(cell, 0).bgcolor


def _boxed(cell: Cell, line: int) -> Iterator[Run]:
    """A line of a thing that is smaller than its square."""
    wide = cell.scale[0]
    columns, top, height, _ = BOXES[cell.scale][cell.face.inset]
    thing = _inked(cell.face.ink, False, False, cell.faded, False, False)
    square = _inked("free", cell.odd, cell.latest, False, False, False)
    edge = Style(color=thing.bgcolor, bgcolor=square.bgcolor)
    text = _shown(cell).center(wide) if line == cell.middle else " " * wide
    for column, letter in enumerate(text):
        quarters = sum(
            1 << number
            for number, (down, right) in enumerate(product((0, 1), repeat=2))
            if wide - columns <= 2 * column + right < wide + columns and top <= 2 * line + down < top + height
        )
        yield (letter, thing) if quarters == _ALL else (_QUADRANTS[quarters], edge)
