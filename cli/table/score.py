"""The score in words: the standings, and the result."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
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
    reason = words.reasons.get(result.reason, result.reason)
    remarks = [words.remark(name, number) for lines in result.detail for name, number in lines]
    lines = [
        f"The game is over: {reason}.",
        *sheet(words, result, names),
        *filter(None, remarks),
        words.tie(result),
        describe_winners(words, result, names, me),
    ]
    return "\n".join(line for line in lines if line is not None)


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


def sheet(words: Phrases[Any], result: Result, names: Sequence[str], width: int = _SHEET) -> Iterator[str]:
    """The score sheet with an empty line around it; nothing without points. Names give way to the width.

    One table with a column for each seat if every seat has the same lines, even if lines count things, such as `O 3 x
    16`; the count is then beside the points. Otherwise one table per seat.
    """
    if all(score is None for score in result.scores):
        return
    sheets = [_points(words, lines) for lines in result.detail]
    totals = ["-" if score is None else str(score) for score in result.scores]
    yield ""
    counted = [_counted(lines) for lines in sheets]
    if len({tuple(lines) for lines in sheets}) == 1:
        yield from _table(names, sheets, totals, width)
    elif len({tuple(lines) for lines in counted}) == 1 and list(map(len, counted)) == list(map(len, sheets)):
        yield from _table(names, counted, totals, width)
    else:
        for name, lines, total in zip(names, sheets, totals, strict=True):
            yield from _table([name], [lines], [total], width)
    yield ""


def _points(words: Phrases[Any], lines: Sequence[tuple[str, int]]) -> dict[str, str]:
    """Points by line, without remarks."""
    return {words.line(name): str(points) for name, points in lines if words.remark(name, points) is None}


def _counted(lines: Mapping[str, str]) -> dict[str, str]:
    """By the name of each line, its count and the points."""
    told = {}
    for line, points in lines.items():
        match = _COUNTS.fullmatch(line)
        told[match[1] if match else line] = f"{match[2]} = {points:>3}" if match else points
    return told


def _table(
    names: Sequence[str], sheets: Sequence[Mapping[str, str]], totals: Sequence[str], width: int
) -> Iterator[str]:
    left = max(map(len, [*sheets[0], "total"]))
    least = _COLUMN if width >= _SHEET else LEAST
    each = max(least, (width - _GAP - left) // len(names) - _GAP)
    names = [short_name(name, each) for name in names]
    widths = [
        max(cell_len(name), least, *map(len, points.values())) for name, points in zip(names, sheets, strict=True)
    ]
    yield _row("", names, left, widths)
    for line in sheets[0]:
        yield _row(line, [points[line] for points in sheets], left, widths)
    yield _row("total", totals, left, widths)


def _row(line: str, cells: Sequence[str], left: int, widths: Sequence[int]) -> str:
    columns = (pad(cell, width, right=True) for cell, width in zip(cells, widths, strict=True))
    return f"  {line:<{left}}" + "".join(f"{' ' * _GAP}{column}" for column in columns)
