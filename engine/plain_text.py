"""A picture as plain text in ASCII: boards side by side while they fit, with shelves and sketches below."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from textwrap import wrap

from .picture import Board, Chip, Mark, Picture, Shelf, Sketch, initials

WIDTH = 80
"""Columns of a text, by default."""

_GAP = "    "
_INDENT = "  "
_ASCII = str.maketrans({"·": ".", "◆": "*", "═": "=", "▒": " ", "●": "O", "■": "S", "✕": "X"})
"""Signs of pictures that are not ASCII, with their replacements."""


def plain_text(picture: Picture, names: Sequence[str], width: int = WIDTH, measure: Callable[[str], int] = len) -> str:
    """The table in lines of at most `width` columns, if its boards are no wider; no newline at the end.

    `measure` gives the columns of a text.
    """
    cell = _cell(picture, initials(names))
    titled = any(board.title(names) for board in picture.boards)
    blocks = [_block(board, names, cell)[not titled :] for board in picture.boards]
    lines = list(_side_by_side(blocks, width, measure, _row_numbers(picture.boards[0])[not titled :]))
    shelves = [line for shelf in picture.shelves for line in _shelf(shelf, names, width)]
    sketches = _side_by_side(list(map(_sketch, picture.sketches)), width, measure)
    parts = (lines, shelves, list(sketches))
    return "\n\n".join("\n".join(line.rstrip() for line in part) for part in parts if part)


def _cell(picture: Picture, letters: Sequence[str]) -> Callable[[Mark], str]:
    """The text of a square, as wide as the widest needs, and a space."""
    marks = {mark for board in picture.boards for row in board.marks for mark in row}
    wide = 1 + max(len(mark.shown(letters)) for mark in marks)

    def cell(mark: Mark) -> str:
        text = mark.text * (wide - 1) if mark.fills else mark.shown(letters)
        return text.translate(_ASCII).ljust(wide)

    return cell


def _block(board: Board, names: Sequence[str], cell: Callable[[Mark], str]) -> list[str]:
    """One board with its title above, its column letters and its facts below."""
    rows = ["".join(map(cell, row)).rstrip() for row in board.marks]
    wide = len(cell(board.marks[0][0]))
    letters = "".join(letter.ljust(wide) for letter in board.columns).rstrip()
    title = f"{'> ' if board.active else ''}{board.title(names)}"
    return [title, *rows, letters, *(f"{note.name} {note.value}".translate(_ASCII) for note in board.notes)]


def _row_numbers(board: Board) -> list[str]:
    """The text before the first board of each row: a number for each line of squares."""
    wide = max(map(len, board.rows))
    return ["", *(f"{label:>{wide}} " for label in board.rows)]


def _side_by_side(
    blocks: Sequence[Sequence[str]], width: int, measure: Callable[[str], int], before: Sequence[str] = ()
) -> Iterator[str]:
    """Blocks of lines in rows, as many in a row as fit, each row after an empty line."""
    margin = max(map(len, before), default=0)
    widths = [max(map(measure, block)) for block in blocks]
    for number, row in enumerate(_packed(widths, width - margin)):
        if number:
            yield ""
        for line in range(max(len(blocks[place]) for place in row)):
            cells = (_padded(blocks[place], line, widths[place], measure) for place in row)
            first = before[line] if line < len(before) else ""
            yield first.ljust(margin) + _GAP.join(cells)


def _packed(widths: Sequence[int], width: int) -> Iterator[list[int]]:
    """The places of blocks that fit side by side, at least one a row."""
    row: list[int] = []
    for place, wide in enumerate(widths):
        if row and sum(widths[each] + len(_GAP) for each in row) + wide > width:
            yield row
            row = []
        row.append(place)
    if row:
        yield row


def _padded(block: Sequence[str], line: int, width: int, measure: Callable[[str], int]) -> str:
    text = block[line] if line < len(block) else ""
    return text + " " * (width - measure(text))


def _shelf(shelf: Shelf, names: Sequence[str], width: int) -> Iterable[str]:
    """The shelf's name and its chips, on as many lines as they need."""
    name = f"{'> ' if shelf.active else ''}{shelf.shown(names)}"
    chips = "  ".join(_chip(chip, names) for chip in shelf.chips)
    text = f"{name}: {chips}" if chips else name
    return wrap(text, width, subsequent_indent=_INDENT, break_long_words=False, break_on_hyphens=False)


def _chip(chip: Chip, names: Sequence[str]) -> str:
    """The word of notation, which readers of plain text type; otherwise its text."""
    return chip.word or chip.shown(names).strip().translate(_ASCII)


def _sketch(sketch: Sketch) -> list[str]:
    rows = ("".join("  " if mark is None else f"{mark.text[0]} " for mark in row) for row in sketch.rows)
    return [sketch.name, *(row.rstrip().translate(_ASCII) for row in rows)]
