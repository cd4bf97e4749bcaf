"""Pictures as rich text: boards, chips and sketches in the inks of the palette."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from functools import cache
from typing import TypeAlias

from p2pgame.engine.picture import Board, Chip, Mark, Note, Shelf, Sketch
from p2pgame.engine.squares import Square
from rich.style import Style
from rich.text import Text

from ..games.faces import Face, faces
from ..games.palette import blended, ink_of, textures
from ..terminal.output import coloured, colours
from ..words.widths import cell_len

_SHADES = "▒"
"""The texture of squares on which nothing can lie, from top to bottom."""

LABEL = 3
"""Columns before a board for the numbers of its rows."""


@cache
def style(ink: str) -> Style:
    """An ink as a style; without colours, what must stand out is reversed. `dress` is called when that changes."""
    if not coloured():
        known = ink_of(ink, "none")
        return Style(bold=known.bold, reverse=known.stands_out, dim=ink in ("free", "faint", "beyond"))
    known = ink_of(ink, colours())
    return Style(color=known.ink, bgcolor=known.paper, bold=known.bold)


@cache
def texture(ink: str) -> str:
    """The texture of a square of that ink beside its letter: a pattern of its own where colours do not tell enough."""
    return _SHADES if ink == "beyond" else textures(colours()).get(ink, " ")


def dress() -> None:
    """Look as the settings say, from now on."""
    style.cache_clear()
    texture.cache_clear()
    _varied.cache_clear()


Run: TypeAlias = tuple[str, Style]
"""Characters of one style."""


def board_lines(
    board: Board,
    initials: Sequence[str],
    scale: tuple[int, int] = (2, 1),
    latest: Collection[Square] = (),
    over: Collection[int] = (),
) -> list[Text]:
    """A board from the top, as texts; see `board_runs`."""
    return [Text.assemble(*runs) for runs in board_runs(board, initials, scale, latest, over)]


def small_lines(
    board: Board, initials: Sequence[str], cell: int, label: int, latest: Collection[Square] = ()
) -> list[Text]:
    """A board from the top, `cell` characters a square, with the numbers of its rows and nothing below."""
    return [Text.assemble(*runs) for runs in _rows(board, initials, (cell, 1), latest, label)]


def board_runs(
    board: Board,
    initials: Sequence[str],
    scale: tuple[int, int] = (2, 1),
    latest: Collection[Square] = (),
    over: Collection[int] = (),
) -> list[list[Run]]:
    """A board from the top: each square `scale` characters wide and high, and below its letters.

    `initials` are those of the seats, `latest` squares that have just changed, `over` columns whose letters stand out.
    """
    return [*_rows(board, initials, scale, latest, LABEL), _merged(_letters(board, scale[0], over))]


def _rows(
    board: Board, initials: Sequence[str], scale: tuple[int, int], latest: Collection[Square], labels: int
) -> list[list[Run]]:
    """Its rows, with so many characters for the number of each."""
    wide, high = scale
    spaced = max(map(len, board.rows)) < labels
    lines: list[list[Run]] = []
    for row, (label, line) in enumerate(zip(board.rows, faces(board, initials, not coloured()), strict=True)):
        y = board.height - 1 - row
        for inner in range(high):
            number = label if inner == (high - 1) // 2 else ""
            runs = [(f"{number:>{labels - 1}} " if spaced else f"{number:>{labels}}", style("faint"))]
            for column, face in enumerate(line):
                text = _text(face, wide) if inner == (high - 1) // 2 else _filling(face, wide)
                runs.append((_edged(face, text), _style(face, (column, y) in latest, inner == high - 1)))
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


def _text(face: Face, wide: int) -> str:
    """The line of a square that has its text: in the middle where there is room."""
    fill, text = texture(face.ink), f"{face.text}{face.sign}"
    if face.fills:
        return text * wide
    if not text:
        return _filling(face, wide)
    if wide == 1:
        return text[0]
    if face.sign and face.sign in _FILLING:
        return face.text.center(wide, face.sign)
    if wide == 2:
        return _in_two(face, fill)
    return text.center(wide, fill)


def _in_two(face: Face, fill: str) -> str:
    """In two columns a text is on the left, unless a line has to be there, and a sign on the right."""
    if face.sign or len(face.text) > 1 or "left" not in face.splits:
        return f"{face.text or fill}{face.sign}"[:2].ljust(2, fill)
    return f"{fill}{face.text}"


def _filling(face: Face, wide: int) -> str:
    """The texture beside the text in a line of a square."""
    return (face.text if face.fills and face.text in _SHADES else texture(face.ink)) * wide


_FILLING = "═"
"""Signs that fill the line of a square that has its text."""

_EDGE = "▏"
"""A thin line at the left of a square, where another piece begins."""


def _edged(face: Face, text: str) -> str:
    """The text with a line on its left where that piece touches another one, if that place is free."""
    free = len(text) > 1 and text[0] in (" ", texture(face.ink))
    return f"{_EDGE}{text[1:]}" if free and "left" in face.splits else text


def _style(face: Face, new: bool, lowest: bool) -> Style:
    """The style of a line of a square; with a line below the lowest where the piece touches another one."""
    return _varied(face.ink, new, lowest and "bottom" in face.splits)


@cache
def _varied(ink: str, new: bool, underlined: bool) -> Style:
    known = style(ink)
    if not coloured():
        return known + Style(underline=True) if new else known
    if new and (paper := ink_of(ink, colours()).paper) is not None:
        known += Style(bgcolor=blended(paper, _LIGHT, _NEW))
    return known + Style(underline=True) if underlined else known


_LIGHT, _NEW = "#ffffff", 40
"""New squares are so many hundredths lighter."""


def _letters(board: Board, wide: int, over: Collection[int]) -> Iterator[Run]:
    yield " " * LABEL, style("faint")
    for column, letter in enumerate(board.columns):
        text = letter.ljust(wide) if wide < 4 else letter.center(wide)
        yield text, style("strong" if column in over else "faint")


def notes_lines(notes: Iterable[Note], width: int = 0) -> list[Text]:
    """Facts, one a line; in words where those fit into `width` columns."""
    return [
        Text.assemble((f"{note.name} ", style("faint")), (_fitting(note, width), style("strong"))) for note in notes
    ]


def _fitting(note: Note, width: int) -> str:
    return note.words if note.words and cell_len(f"{note.name} {note.words}") <= width else note.value


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
    return Text(mark.text.ljust(2, texture(mark.ink)), style(mark.ink))


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
