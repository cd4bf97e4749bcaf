"""Texts with boards side by side, for narrow terminals: boards that do not fit go below the others, whole.

Nothing is known of games here. A board is a block of columns between gutters, columns that are empty in every line;
numbers of rows before the first block are repeated before each that begins a line.
"""

from __future__ import annotations

import textwrap
from collections.abc import Iterator, Sequence
from itertools import pairwise

_GUTTER = 2
"""Empty columns between two blocks, at least: one stands between the squares of a board, too."""

_ROW_NUMBERS = 4
"""Columns that numbers of rows may take."""

_NARROWEST = 8
"""Columns of a board, at least."""

_INDENT = "    "


def folded(text: str, width: int) -> str:
    """The text in lines of at most so many columns, as far as its words allow."""
    lines = text.split("\n")
    if max(map(len, lines)) <= width:
        return text
    return "\n".join("\n".join(_fitted(group, width)) for group in _groups(lines))


def _groups(lines: Sequence[str]) -> Iterator[list[str]]:
    """Lines that belong together: paragraphs, and after boards, those that stand in the same columns below them."""
    group: list[str] = []
    for paragraph in _paragraphs(lines):
        starts = _starts(group) if group else ()
        if starts and max(map(len, paragraph)) > starts[-1] and _starts([*group, *paragraph]) == starts:
            group += paragraph
        else:
            if group:
                yield group
            group = paragraph
    yield group


def _starts(lines: Sequence[str]) -> tuple[int, ...]:
    """Where the boards after the first begin; empty if these are none."""
    blocks = _blocks(lines)
    return tuple(block.start for block in blocks[1:]) if _alike(blocks) else ()


def _alike(blocks: Sequence[range]) -> bool:
    """Whether blocks are boards of one kind: at equal distances, but for the numbers of rows before the first."""
    if len(blocks) < 2:
        return False
    distances = [after.start - before.start for before, after in pairwise(blocks)]
    widths = [len(block) for block in blocks]
    return len(set(distances[1:])) <= 1 and max(widths) - min(widths) <= _ROW_NUMBERS and min(widths) >= _NARROWEST


def _paragraphs(lines: Sequence[str]) -> Iterator[list[str]]:
    """Runs of lines, each with the empty lines before it."""
    paragraph: list[str] = []
    for line in lines:
        if line and paragraph and not paragraph[-1] and any(paragraph):
            yield paragraph[:-1]
            paragraph = [""]
        paragraph.append(line)
    yield paragraph


def _fitted(lines: list[str], width: int) -> Iterator[str]:
    if max(map(len, lines)) <= width:
        yield from lines
        return
    blocks = _blocks(lines)
    if not _alike(blocks):
        for line in lines:
            yield from _wrapped(line, width)
        return
    label = _label(lines, blocks[0])
    for number, row in enumerate(_rows(blocks, label, width)):
        if number:
            yield ""
        start = 0 if row[0] is blocks[0] else row[0].start
        for line in lines if not number else _trimmed(lines):
            before = "" if start == 0 else line[:label].ljust(label)
            yield (before + line[start : row[-1].stop]).rstrip()


def _trimmed(lines: Sequence[str]) -> Sequence[str]:
    """Without the empty lines in front."""
    first = next((number for number, line in enumerate(lines) if line), 0)
    return lines[first:]


def _rows(blocks: Sequence[range], label: int, width: int) -> Iterator[list[range]]:
    """Blocks that fit side by side, at least one a row."""
    row: list[range] = []
    for block in blocks:
        if row and label + block.stop - max(label, row[0].start) > width:
            yield row
            row = []
        row.append(block)
    yield row


def _blocks(lines: Sequence[str]) -> list[range]:
    """The columns of each block."""
    used = [any(column < len(line) and line[column] != " " for line in lines) for column in range(max(map(len, lines)))]
    blocks: list[range] = []
    for column, here in enumerate(used):
        if not here:
            continue
        if blocks and column - blocks[-1].stop < _GUTTER:
            blocks[-1] = range(blocks[-1].start, column + 1)
        else:
            blocks.append(range(column, column + 1))
    return blocks


def _label(lines: Sequence[str], first: range) -> int:
    """The columns of the numbers of rows before the first block: all are numbers or empty, an empty column after."""
    for column in range(first.start, min(first.stop, first.start + _ROW_NUMBERS)):
        beginnings = [line[:column].strip() for line in lines]
        empty = all(len(line) <= column or line[column] == " " for line in lines)
        if empty and any(beginnings) and all(not each or each.isdigit() for each in beginnings):
            return column + 1
    return 0


def _wrapped(line: str, width: int) -> list[str]:
    """A line broken between words; the rest is indented more than its beginning."""
    begin = line[: len(line) - len(line.lstrip())]
    return textwrap.wrap(
        line, width, subsequent_indent=begin + _INDENT, break_long_words=False, break_on_hyphens=False
    ) or [""]
