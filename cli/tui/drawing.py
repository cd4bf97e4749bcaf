"""Pictures as rich text: boards, chips and sketches in the inks of the palette."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from functools import cache

from p2pgame.engine.squares import Square
from rich.style import Style
from rich.text import Text

from ..aims.aim import Sketch
from ..output import coloured
from ..person import settings
from ..pictures.inks import INKS, TEXTURES, inks
from ..pictures.picture import Board, Chip, Mark, Note, Shelf

LABEL = 3
"""Columns before a board for the numbers of its rows."""


@cache
def style(ink: str) -> Style:
    """An ink as a style; without colours, what must stand out is reversed. `dress` is called when that changes."""
    if not coloured():
        known = INKS[ink]
        return Style(bold=known.bold, reverse=known.stands_out, dim=ink in ("free", "faint", "beyond"))
    known = inks(settings().colours)[ink]
    return Style(color=known.ink, bgcolor=known.paper, bold=known.bold)


@cache
def texture(ink: str) -> str:
    """What fills a square of that ink beside its letter: a pattern of its own where colours do not tell enough."""
    return " " if settings().colours == "default" and coloured() else TEXTURES.get(ink, " ")


def dress() -> None:
    """Look as the settings say, from now on."""
    style.cache_clear()
    texture.cache_clear()


def board_lines(
    board: Board,
    scale: tuple[int, int] = (2, 1),
    latest: Collection[Square] = (),
    over: Collection[int] = (),
    labels: bool = True,
) -> list[Text]:
    """A board from the top: each square `scale` characters wide and high.

    `latest` are squares that have just changed; `over` the columns whose letters stand out.
    """
    wide, high = scale
    lines: list[Text] = []
    for row, (label, marks) in enumerate(zip(board.rows, board.marks, strict=True)):
        for inner in range(high):
            line = Text(f"{label if inner == (high - 1) // 2 else '':>{LABEL - 1}} " if labels else "", style("faint"))
            for column, mark in enumerate(marks):
                new = (column, board.height - 1 - row) in latest
                line.append(_cell(mark, wide) if inner == (high - 1) // 2 else _filling(mark, wide), _style(mark, new))
            lines.append(line)
    return [*lines, _letters(board, wide, over)] if labels else lines


def _cell(mark: Mark, wide: int) -> str:
    if wide == 1:
        return mark.text[0]
    fill = texture(mark.ink)
    text = mark.text if len(mark.text.strip()) > 1 else f"{mark.text[0]}{fill}"
    return text if wide == 2 else text.center(wide, fill)


def _filling(mark: Mark, wide: int) -> str:
    return (mark.text[0] if mark.text[0] in "▒═" else texture(mark.ink)) * wide


def _style(mark: Mark, new: bool) -> Style:
    return style(mark.ink) + Style(underline=True) if new else style(mark.ink)


def _letters(board: Board, wide: int, over: Collection[int]) -> Text:
    line = Text(" " * LABEL)
    for column, letter in enumerate(board.columns):
        line.append(
            letter.ljust(wide) if wide < 4 else letter.center(wide), style("strong" if column in over else "faint")
        )
    return line


def notes_lines(notes: Iterable[Note]) -> list[Text]:
    """Facts, one a line."""
    return [Text.assemble((f"{note.name} ", style("faint")), (note.value, style("strong"))) for note in notes]


def notes_line(notes: Iterable[Note]) -> Text:
    """Facts on one line."""
    return Text(" ").join(
        Text.assemble((f"{note.name} ", style("faint")), (note.value, style("plain"))) for note in notes
    )


def chip(thing: Chip) -> Text:
    """One chip."""
    return Text(thing.text, style(thing.ink))


def shelf_lines(shelf: Shelf, width: int) -> list[Text]:
    """A shelf, its chips wrapped to a width."""
    lines = [Text(f"{shelf.name} " if shelf.chips else shelf.name, style("faint"))]
    for thing in map(chip, shelf.chips):
        if lines[-1].cell_len + thing.cell_len > max(width, 12):
            lines.append(Text("  "))
        lines[-1].append_text(thing)
        lines[-1].append(" ")
    return lines


def sketch_lines(sketch: Sketch) -> list[Text]:
    """A piece by itself, four characters a square where a cursor may stand on it."""
    lines = [Text(sketch.name, style("faint"))]
    number = 0
    for row in sketch.rows:
        line = Text("  ")
        for mark in row:
            if mark is None:
                line.append("   " if sketch.cursor is not None else "  ")
                continue
            line.append_text(_die(mark, number == sketch.cursor) if sketch.cursor is not None else _block(mark))
            number += 1
        lines.append(line)
    return lines


def _block(mark: Mark) -> Text:
    return Text(_cell(mark, 2), style(mark.ink))


def _die(mark: Mark, chosen: bool) -> Text:
    return Text(f"[{mark.text}]" if chosen else f" {mark.text} ", style("cursor" if chosen else mark.ink))


def beside(blocks: Sequence[Sequence[Text]], gap: int = 2) -> list[Text]:
    """Blocks of lines side by side."""
    widths = [max((line.cell_len for line in block), default=0) for block in blocks]
    lines = []
    for number in range(max(map(len, blocks), default=0)):
        whole = Text()
        for block, width in zip(blocks, widths, strict=True):
            line = block[number] if number < len(block) else Text()
            whole.append_text(line)
            whole.append(" " * (width - line.cell_len + gap))
        lines.append(whole)
    return lines


def joined(lines: Iterable[Text]) -> Text:
    """Lines as one text."""
    return Text("\n").join(lines)
