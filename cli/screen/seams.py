"""Boards whose squares have an even number of lines: each square begins in the middle of a line.

So an odd number of whole lines is left in it, and its text is in the middle. The line on which one square ends and the
next begins is a seam, drawn in half blocks.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from rich.color import Color
from rich.style import Style

from ..games.palette import GHOST, blended, ground_of, ink_of, is_ghost
from ..terminal.output import coloured, colours
from .cells import BOXES, Cell, cell_lines, paper_of
from .drawing import Run, style

_UPPER, _LOWER = "▀", "▄"
_BEYOND, _BETWEEN = "╱", "─"

_TEXTURE = 30
"""Hundredths of its piece's colour in that of a ghost on a seam, as in its texture."""


def has_seams(scale: tuple[int, int]) -> bool:
    """Whether squares of that scale, in characters wide and high, end in the middle of lines."""
    return coloured() and not scale[1] % 2


def seamed(grid: Sequence[Sequence[Cell]]) -> list[list[Run]]:
    """The lines of a whole board from the top; there is one more than its squares are high."""
    inner = [[cell_lines(_whole_lines(cell)) for cell in row] for row in grid]
    lines = [_outer(grid[0], _LOWER, upper=True)]
    for row, drawn in enumerate(inner):
        lines += [[run for each in drawn for run in each[line]] for line in range(len(drawn[0]))]
        below = grid[row + 1] if row + 1 < len(grid) else None
        lines.append(_outer(grid[row], _UPPER, upper=False) if below is None else _seam(grid[row], below))
    return lines


def text_lines(rows: int, scale: tuple[int, int]) -> list[int]:
    """The lines on which the texts of that many rows are."""
    return [row * scale[1] + scale[1] // 2 for row in range(rows)]


def _whole_lines(cell: Cell) -> Cell:
    """The part of a square on whole lines; what is below it is on the seam."""
    ink = "beyond" if cell.face.ink == "bar" else cell.face.ink
    face = replace(cell.face, ink=ink, splits=cell.face.splits - {"bottom"})
    return replace(cell, face=face, scale=(cell.scale[0], cell.scale[1] - 1))


def _outer(row: Sequence[Cell], block: str, upper: bool) -> list[Run]:
    """The first or last half line of a board."""
    return [(block, Style(color=colour)) for cell in row for colour in _edge(cell, upper)]


def _seam(above: Sequence[Cell], below: Sequence[Cell]) -> list[Run]:
    return [run for up, down in zip(above, below, strict=True) for run in _joint(up, down)]


def _joint(up: Cell, down: Cell) -> list[Run]:
    """The line between two squares, one above the other."""
    if up.face.ink == down.face.ink == "beyond" or (up.face.ink, down.face.ink) == ("beyond", "bar"):
        return [(_BEYOND * up.scale[0], style("beyond"))]
    is_split, ground = "bottom" in up.face.splits, Color.parse(ground_of(colours()))
    runs: list[Run] = []
    for high, low in zip(_edge(up, upper=False), _edge(down, upper=True), strict=True):
        if high != low:
            runs.append((_UPPER, Style(color=high, bgcolor=low)))
        else:
            runs.append((_BETWEEN if is_split else " ", Style(color=ground, bgcolor=high)))
    if not is_split and "left" in up.face.splits and "left" in down.face.splits and runs[0][0] == " ":
        runs[0] = ("▏", runs[0][1])
    return runs


def _edge(cell: Cell, upper: bool) -> list[Color | None]:
    """The colours of the uppermost or lowest half line of a square."""
    wide, face = cell.scale[0], cell.face
    if face.ink == "bar":
        return [style("beyond").bgcolor if upper else style("bar").color] * wide
    box = BOXES.get((wide, cell.scale[1] - 1), {}).get(face.inset)
    if box is None:
        return [_colour(cell)] * wide
    columns, *_, goes_on = box
    free = (wide - columns + 1) // 2 if goes_on else wide
    square = paper_of(replace(cell, face=replace(face, ink="free"), faded=False))
    return [_colour(cell) if free <= column < wide - free else square for column in range(wide)]


def _colour(cell: Cell) -> Color | None:
    """The colour of a square, or of the thing on it; that of a ghost is mixed as in its texture."""
    if not is_ghost(cell.face.ink):
        return paper_of(cell)
    piece, known = ink_of(cell.face.ink.removeprefix(GHOST), colours()), ink_of(cell.face.ink, colours())
    if piece.paper is None or known.paper is None:
        return None
    return Color.parse(blended(known.paper, piece.paper, _TEXTURE))
