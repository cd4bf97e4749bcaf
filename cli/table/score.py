"""The score in words: the standings, and the result."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from p2pgame.engine.game import AnyGame
from p2pgame.engine.pending import Result
from p2pgame.engine.picture import Note

from ..games import presentation_of
from ..games.phrases import Phrases
from ..words.grammar import and_list
from ..words.widths import LEAST, cell_len, pad, short_name

_COUNTS = re.compile(r"(.+?) (\d+ x \d+)")
"""A line of the score sheet that counts something: its name, and how much."""

TOTAL = "total"
"""The name of the last line."""

_SHEET = 74
"""Columns of a score sheet on a screen of 80, where names can give way."""

_COLUMN = 5
"""Columns of a seat's points, at least, if there is room."""

_GAP = 2
"""Columns between two of a score sheet's, and before it."""


def describe_deed(game: AnyGame, state: Any, seat: int, move: str, names: Sequence[str]) -> str:
    """The effect of a seat's move, if its spelling does not show it; otherwise empty."""
    return presentation_of(game).phrases.explain(state, seat, move, names) or ""


def describe_result(game: AnyGame, result: Result, names: Sequence[str], me: int | None = None) -> str:
    """The reason for the end, the score sheet line by line, and the winners, for the seat `me` or for anybody."""
    words = presentation_of(game).phrases
    lines = [
        describe_end(words, result),
        *sheet(words, result, names),
        *describe_remarks(words, result),
        describe_winners(words, result, names, me),
    ]
    return "\n".join(lines)


def describe_end(words: Phrases[Any], result: Result) -> str:
    """The sentence about the reason for the end."""
    return f"The game is over: {words.reasons.get(result.reason, result.reason)}."


def describe_remarks(words: Phrases[Any], result: Result) -> list[str]:
    """Sentences below the score sheet."""
    remarks = [words.remark(name, number) for lines in result.detail for name, number in lines]
    return [remark for remark in (*remarks, words.tie(result)) if remark is not None]


def describe_standing(game: AnyGame, state: Any, names: Sequence[str]) -> str:
    """The standings, a line for each seat: the notes beside its board, or else the shelves."""
    picture = game.picture(state)
    boards = [f"{board.title(names)}: {', '.join(map(_noted, board.notes))}" for board in picture.boards if board.notes]
    shelves = (
        f"{shelf.shown(names)}: {' '.join(chip.shown(names).strip() for chip in shelf.chips)}"
        for shelf in picture.shelves
        if shelf.chips
    )
    return "\n".join(boards or shelves)


def _noted(note: Note) -> str:
    return f"{note.name} {note.words or note.value}".strip()


def describe_winners(words: Phrases[Any], result: Result, names: Sequence[str], me: int | None = None) -> str:
    """A sentence that names the winners, for the seat `me` or for anybody."""
    if not result.winners:
        return words.unwon.get(result.reason, "Nobody wins.")
    by = f" by {margin}" if (margin := _margin(result)) else ""
    if result.winners == (me,):
        return f"You win{by}!"
    if len(result.winners) == 1:
        return f"{names[result.winners[0]]} wins{by}."
    others = ["You" if seat == me else names[seat] for seat in sorted(result.winners, key=lambda seat: seat != me)]
    return f"{and_list(others)} share the victory."


def _margin(result: Result) -> int:
    """The points between the one winner and the next seat; 0 where points did not decide."""
    scores = [score for score in result.scores if score is not None]
    if len(scores) < len(result.scores) or len(scores) < 2:
        return 0
    best, second, *_ = sorted(scores, reverse=True)
    return best - second if scores[result.winners[0]] == best else 0


@dataclass(frozen=True, slots=True)
class SheetTable:
    """A table of the score sheet: a column for each of some seats."""

    names: tuple[str, ...]
    lines: Mapping[str, tuple[str, ...]]
    """The cells of each line, by its name."""
    totals: tuple[str, ...]


def sheet(
    words: Phrases[Any], result: Result, names: Sequence[str], width: int = _SHEET, brief: bool = False
) -> Iterator[str]:
    """The score sheet with an empty line around it; nothing without points. Names give way to the width.

    A `brief` one has no counts.
    """
    tables = list(sheet_tables(words, result, names, brief))
    if tables:
        yield ""
        for table in tables:
            yield from _spelled(table, width)
        yield ""


def sheet_tables(
    words: Phrases[Any], result: Result, names: Sequence[str], brief: bool = False
) -> Iterator[SheetTable]:
    """The score sheet in tables; none without points.

    It is one table with a column for each seat if every seat has the same lines, even if lines count things, such as
    `O 3 x 16`; the count is then beside the points, or left out in a `brief` one. Otherwise each seat has a table.
    """
    if all(score is None for score in result.scores):
        return
    sheets = [_points(words, lines) for lines in result.detail]
    totals = ["-" if score is None else str(score) for score in result.scores]
    counted = [_counted(lines, brief) for lines in sheets]
    if not brief and len({tuple(lines) for lines in sheets}) == 1:
        yield _table(names, sheets, totals)
    elif len({tuple(lines) for lines in counted}) == 1 and list(map(len, counted)) == list(map(len, sheets)):
        yield _table(names, counted, totals)
    else:
        for name, lines, total in zip(names, sheets, totals, strict=True):
            yield _table([name], [lines], [total])


def parts(words: Phrases[Any], lines: Sequence[tuple[str, int]]) -> Mapping[str, str]:
    """The points of one seat by the names of their lines, without counts."""
    return _counted(_points(words, lines), brief=True)


def _points(words: Phrases[Any], lines: Sequence[tuple[str, int]]) -> dict[str, str]:
    """Points by line, without remarks."""
    return {words.line(name): str(points) for name, points in lines if words.remark(name, points) is None}


def _counted(lines: Mapping[str, str], brief: bool) -> dict[str, str]:
    """By the name of each line, its count and the points, or the points alone."""
    counts = {}
    for line, points in lines.items():
        match = _COUNTS.fullmatch(line)
        counts[match[1] if match else line] = f"{match[2]} = {points:>3}" if match and not brief else points
    return counts


def _table(names: Sequence[str], sheets: Sequence[Mapping[str, str]], totals: Sequence[str]) -> SheetTable:
    lines = {line: tuple(points[line] for points in sheets) for line in sheets[0]}
    return SheetTable(tuple(names), lines, tuple(totals))


def _spelled(table: SheetTable, width: int) -> Iterator[str]:
    """A table in lines of text."""
    left = max(map(len, [*table.lines, TOTAL]))
    least = _COLUMN if width >= _SHEET else LEAST
    each = max(least, (width - _GAP - left) // len(table.names) - _GAP)
    names = [short_name(name, each) for name in table.names]
    columns = zip(names, *table.lines.values(), strict=True)
    widths = [max(cell_len(name), least, *map(len, points)) for name, *points in columns]
    yield _row("", names, left, widths)
    for line, cells in table.lines.items():
        yield _row(line, cells, left, widths)
    yield _row(TOTAL, table.totals, left, widths)


def _row(line: str, cells: Sequence[str], left: int, widths: Sequence[int]) -> str:
    columns = (pad(cell, width, right=True) for cell, width in zip(cells, widths, strict=True))
    return f"  {line:<{left}}" + "".join(f"{' ' * _GAP}{column}" for column in columns)
