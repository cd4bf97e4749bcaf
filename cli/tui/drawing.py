"""Pictures as rich text: boards, chips and sketches in the inks of the palette."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from functools import cache
from typing import TypeAlias

from p2pgame.engine.picture import Board, Chip, Mark, Note, Shelf
from p2pgame.engine.squares import Square
from rich.style import Style
from rich.text import Text

from ..games.move_builder import Sketch
from ..output import coloured, colours
from ..palette import INKS, inks, textures

LABEL = 3
"""Columns before a board for the numbers of its rows."""


@cache
def style(ink: str) -> Style:
    """An ink as a style; without colours, what must stand out is reversed. `dress` is called when that changes."""
    if not coloured():
        known = INKS[ink]
        return Style(bold=known.bold, reverse=known.stands_out, dim=ink in ("free", "faint", "beyond"))
    known = inks(colours())[ink]
    return Style(color=known.ink, bgcolor=known.paper, bold=known.bold)


@cache
def texture(ink: str) -> str:
    """What fills a square of that ink beside its letter: a pattern of its own where colours do not tell enough."""
    return textures(colours()).get(ink, " ")


def dress() -> None:
    """Look as the settings say, from now on."""
    style.cache_clear()
    texture.cache_clear()
    _underlined.cache_clear()


Run: TypeAlias = tuple[str, Style]
"""Characters of one style."""


def board_lines(
    board: Board,
    scale: tuple[int, int] = (2, 1),
    latest: Collection[Square] = (),
    over: Collection[int] = (),
) -> list[Text]:
    """A board from the top, as texts; see `board_runs`."""
    return [Text.assemble(*runs) for runs in board_runs(board, scale, latest, over)]


def small_lines(board: Board, cell: int, label: int, latest: Collection[Square] = ()) -> list[Text]:
    """A board from the top, `cell` characters a square, with the numbers of its rows and nothing below."""
    return [Text.assemble(*runs) for runs in _rows(board, (cell, 1), latest, label)]


def board_runs(
    board: Board,
    scale: tuple[int, int] = (2, 1),
    latest: Collection[Square] = (),
    over: Collection[int] = (),
) -> list[list[Run]]:
    """A board from the top: each square `scale` characters wide and high, and below its letters.

    `latest` are squares that have just changed; `over` the columns whose letters stand out.
    """
    return [*_rows(board, scale, latest, LABEL), _merged(_letters(board, scale[0], over))]


def _rows(board: Board, scale: tuple[int, int], latest: Collection[Square], labels: int) -> list[list[Run]]:
    """Its rows, with so many characters for the number of each."""
    wide, high = scale
    spaced = max(map(len, board.rows)) < labels
    lines: list[list[Run]] = []
    for row, (label, marks) in enumerate(zip(board.rows, board.marks, strict=True)):
        y = board.height - 1 - row
        for inner in range(high):
            middle = inner == (high - 1) // 2
            number = label if middle else ""
            runs = [(f"{number:>{labels - 1}} " if spaced else f"{number:>{labels}}", style("faint"))]
            for column, mark in enumerate(marks):
                text = _cell(mark, wide) if middle else _filling(mark, wide)
                runs.append((text, _style(mark, (column, y) in latest)))
            lines.append(_merged(runs))
    return lines


def _merged(runs: Iterable[Run]) -> list[Run]:
    """The same with neighbours of one style as one: what is drawn costs by the run."""
    merged: list[Run] = []
    for text, ink in runs:
        if merged and merged[-1][1] is ink:
            merged[-1] = (merged[-1][0] + text, ink)
        else:
            merged.append((text, ink))
    return merged


def _cell(mark: Mark, wide: int) -> str:
    if wide == 1:
        return mark.text[0]
    fill = texture(mark.ink)
    text = mark.text if len(mark.text.strip()) > 1 else f"{mark.text[0]}{fill}"
    return text if wide == 2 else text.center(wide, fill)


def _filling(mark: Mark, wide: int) -> str:
    return (mark.text[0] if mark.text[0] in "▒═" else texture(mark.ink)) * wide


def _style(mark: Mark, new: bool) -> Style:
    return _underlined(mark.ink) if new else style(mark.ink)


@cache
def _underlined(ink: str) -> Style:
    return style(ink) + Style(underline=True)


def _letters(board: Board, wide: int, over: Collection[int]) -> Iterator[Run]:
    yield " " * LABEL, style("faint")
    for column, letter in enumerate(board.columns):
        text = letter.ljust(wide) if wide < 4 else letter.center(wide)
        yield text, style("strong" if column in over else "faint")


def notes_lines(notes: Iterable[Note]) -> list[Text]:
    """Facts, one a line."""
    return [Text.assemble((f"{note.name} ", style("faint")), (note.value, style("strong"))) for note in notes]


def notes_line(notes: Iterable[Note]) -> Text:
    """Facts on one line."""
    return Text(" ").join(
        Text.assemble((f"{note.name} " if note.name else "", style("faint")), (note.value, style("plain")))
        for note in notes
    )


def rows_of(text: Text) -> int:
    """Lines of a text; none of an empty one."""
    return text.plain.count("\n") + 1 if text.plain else 0


def chip(thing: Chip) -> Text:
    """One chip."""
    return Text(thing.text, style(thing.ink))


_INDENT = 2


def shelf_lines(shelf: Shelf, width: int) -> list[Text]:
    """A shelf, its chips wrapped to a width: all of them below its name if that keeps them together."""
    lines = [Text(f"{shelf.name} " if shelf.chips else shelf.name, style("faint"))]
    chips = sum(len(each.text) + 1 for each in shelf.chips)
    if lines[0].cell_len + chips > width >= _INDENT + chips:
        lines.append(Text(" " * _INDENT))
    for thing in map(chip, shelf.chips):
        if lines[-1].cell_len + thing.cell_len > max(width, 12):
            lines.append(Text(" " * _INDENT))
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
        whole.right_crop(gap)
        lines.append(whole)
    return lines


def joined(lines: Iterable[Text]) -> Text:
    """Lines as one text."""
    return Text("\n").join(lines)
