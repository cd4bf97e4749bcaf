"""Pictures as rich text: boards, chips and sketches in the inks of the palette."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cache
from typing import TypeAlias

from p2pgame.engine.picture import Chip, Mark, Note, Shelf, Sketch
from rich.style import Style
from rich.text import Text

from ..games.palette import ink_of, textures
from ..terminal.output import coloured, colours
from ..words.widths import cell_len

_SHADES = "▒"
"""The texture of squares on which nothing can lie, from top to bottom."""

LABEL = 3
"""Columns before a board for the numbers of its rows."""


@cache
def style(ink: str) -> Style:
    """An ink as a style; without colours, emphasis is reversed. Cached until `dress` is called."""
    if not coloured():
        known = ink_of(ink, "none")
        return Style(bold=known.bold, reverse=known.stands_out, dim=ink in ("free", "faint", "beyond"))
    known = ink_of(ink, colours())
    return Style(color=known.ink, bgcolor=known.paper, bold=known.bold)


@cache
def texture(ink: str) -> str:
    """The texture of a square of that ink beside its letter: a pattern, if colours are not enough."""
    return _SHADES if ink == "beyond" else textures(colours()).get(ink, " ")


def dress() -> None:
    """Apply the settings' look."""
    style.cache_clear()
    texture.cache_clear()


Run: TypeAlias = tuple[str, Style]
"""Characters of one style."""


def notes_lines(notes: Iterable[Note], width: int = 0) -> list[Text]:
    """Facts, one a line; in words where those fit into `width` columns."""
    return [Text.assemble((f"{note.name} ", style("faint")), (fitting(note, width), style("strong"))) for note in notes]


def fitting(note: Note, width: int) -> str:
    """The value of a fact, in words if the fact then fits into `width` columns."""
    return note.words if note.words and cell_len(f"{note.name} {note.words}") <= width else note.value


def notes_line(notes: Iterable[Note]) -> Text:
    """Facts on one line."""
    return Text(" ").join(
        Text.assemble((f"{note.name} " if note.name else "", style("faint")), (note.value, style("plain")))
        for note in notes
    )


def rows_of(text: Text) -> int:
    """The number of lines of a text; 0 for an empty one."""
    return text.plain.count("\n") + 1 if text.plain else 0


def chip(thing: Chip) -> Text:
    """One chip."""
    return Text(thing.text, style(thing.ink))


_INDENT = 2


def shelf_lines(shelf: Shelf, width: int) -> list[Text]:
    """A shelf, its chips wrapped to a width: all of them below its name if that keeps them together."""
    lines = [Text(f"{shelf.name} " if shelf.chips else shelf.name, style("faint"))]
    chips = sum(len(each.text) + 1 for each in shelf.chips) - 1
    if lines[0].cell_len + chips > width >= _INDENT + chips:
        lines.append(Text(" " * _INDENT))
    fresh = True
    for thing in map(chip, shelf.chips):
        if lines[-1].cell_len + (not fresh) + thing.cell_len > max(width, 12):
            lines.append(Text(" " * _INDENT))
            fresh = True
        lines[-1].append("" if fresh else " ").append_text(thing)
        fresh = False
    return lines


def large_shelf_lines(shelf: Shelf, width: int) -> list[Text]:
    """A shelf of cards or dice: its name, and below it each of them three lines high, as many in a row as fit."""
    if not coloured() or not any(style(each.ink).bgcolor for each in shelf.chips):
        return shelf_lines(shelf, width)
    lines = [Text(shelf.name, style("faint"))]
    row: list[Text] = []
    for drawn in map(_card, shelf.chips):
        if row and row[0].cell_len + 1 + drawn[0].cell_len > width:
            lines += row
            row = []
        row = [Text(" ").join((left, right)) for left, right in zip(row, drawn, strict=True)] if row else drawn
    return [*lines, *row]


def _card(thing: Chip) -> list[Text]:
    """A card or a die in three lines, its edges half a line high."""
    text = f" {thing.text.strip()} "
    edge = Style(color=style(thing.ink).bgcolor)
    return [Text("▄" * cell_len(text), edge), Text(text, style(thing.ink)), Text("▀" * cell_len(text), edge)]


def sketch_lines(sketch: Sketch) -> list[Text]:
    """A piece alone, three characters a square if a cursor may be on it."""
    lines = [Text(sketch.name, style("faint"))]
    number, named = 0, set[int]()
    for row in sketch.rows:
        line = Text("  ")
        for mark in row:
            if mark is None:
                line.append("   " if sketch.cursor is not None else "  ")
                continue
            again = mark.piece is not None and mark.piece in named and coloured()
            named |= set() if mark.piece is None else {mark.piece}
            line.append_text(_die(mark, number == sketch.cursor) if sketch.cursor is not None else _block(mark, again))
            number += 1
        lines.append(line)
    return lines


def _block(mark: Mark, again: bool) -> Text:
    """A square; the name of a piece is on its first one only."""
    return Text(("" if again else mark.text).ljust(2, texture(mark.ink)), style(mark.ink))


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


def join(lines: Iterable[Text]) -> Text:
    """Lines as one text."""
    return Text("\n").join(lines)
