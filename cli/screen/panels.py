"""Frames of thin lines round blocks of text, with a title in the upper line."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rich.style import Style
from rich.text import Text

from ..words.widths import cell_len
from .drawing import Run, style
from .fitting import cut

FRAME = 2
"""Columns, and rows, that a frame takes."""

_LEAST = 5
"""Columns of a frame beside its title."""


def frame(lines: Sequence[Text], title: Text, width: int, rows: int = 0, strong: bool = False) -> list[Text]:
    """The lines in a frame `width` columns wide and at least `rows` high, the frame included; the lines have to fit."""
    filled = [*lines, *[Text()] * (rows - FRAME - len(lines))]
    inner = width - FRAME
    padded = [Text.assemble(line, " " * (inner - line.cell_len)) for line in filled]
    sides = Text("│", _ink(strong))
    return [
        Text.assemble(*_top(title, width, strong)),
        *(Text.assemble(sides, line, sides) for line in padded),
        Text.assemble(_bottom(width, strong)),
    ]


def enclosed(lines: Sequence[Sequence[Run]], title: Text, strong: bool = False) -> list[list[Run]]:
    """Lines of styled characters in a frame of their width."""
    inner = max(sum(cell_len(text) for text, _ in line) for line in lines)
    side = ("│", _ink(strong))
    return [
        list(_top(title, inner + FRAME, strong)),
        *([side, *_padded(line, inner), side] for line in lines),
        [_bottom(inner + FRAME, strong)],
    ]


def _padded(line: Sequence[Run], width: int) -> list[Run]:
    short = width - sum(cell_len(text) for text, _ in line)
    return [*line, (" " * short, style("plain"))] if short else list(line)


def _top(title: Text, width: int, strong: bool) -> Iterator[Run]:
    """The upper line, with as much of the title as there is room for."""
    if not title.plain or width <= _LEAST:
        yield f"╭{'─' * (width - FRAME)}╮", _ink(strong)
        return
    shown = cut(title.copy(), width - _LEAST)
    yield "╭ ", _ink(strong)
    yield shown.plain, title.style if isinstance(title.style, Style) else style("plain")
    yield f" {'─' * (width - _LEAST + 1 - shown.cell_len)}╮", _ink(strong)


def _bottom(width: int, strong: bool) -> Run:
    return f"╰{'─' * (width - FRAME)}╯", _ink(strong)


def _ink(strong: bool) -> Style:
    return style("turn" if strong else "frame")
