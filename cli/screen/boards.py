"""Boards as rich text, square by square."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence

from p2pgame.engine.picture import Board
from p2pgame.engine.squares import Square
from rich.text import Text

from ..games.faces import faces
from ..terminal.output import coloured
from .cells import Cell, cell_lines
from .drawing import LABEL, Run, style
from .seams import has_seams, seamed, text_lines


def board_lines(
    board: Board,
    initials: Sequence[str],
    scale: tuple[int, int] = (2, 1),
    latest: Collection[Square] = (),
    over: Collection[int] = (),
    fades: bool = False,
) -> list[Text]:
    """A board from the top, as texts; see `board_runs`."""
    return [Text.assemble(*runs) for runs in board_runs(board, initials, scale, latest, over, fades)]


def small_lines(
    board: Board,
    initials: Sequence[str],
    scale: tuple[int, int],
    label: int,
    latest: Collection[Square] = (),
    fades: bool = False,
) -> list[Text]:
    """A board from the top with the numbers of its rows in `label` columns, and nothing below."""
    return [Text.assemble(*runs) for runs in _rows(board, initials, scale, latest, label, fades)]


def board_runs(
    board: Board,
    initials: Sequence[str],
    scale: tuple[int, int] = (2, 1),
    latest: Collection[Square] = (),
    over: Collection[int] = (),
    fades: bool = False,
) -> list[list[Run]]:
    """A board from the top: each square `scale` characters wide and high, and below its letters.

    `initials` are those of the seats, `latest` squares that have just changed, `over` columns whose letters are
    highlighted. With `fades`, squares that have not won are faded.
    """
    return [*_rows(board, initials, scale, latest, LABEL, fades), _merged(_letters(board, scale[0], over))]


def _rows(
    board: Board, initials: Sequence[str], scale: tuple[int, int], latest: Collection[Square], labels: int, fades: bool
) -> list[list[Run]]:
    """The rows of a board, with `labels` characters for the number of each."""
    spaced = max(map(len, board.rows)) < labels
    squares = faces(board, initials, all_named=not coloured(), spread=scale[0] == 1)
    grid = [
        [
            Cell(face, scale, (column + y) % 2 == 1, (column, y) in latest, fades and not face.won)
            for column, face in enumerate(line)
        ]
        for y, line in zip(reversed(range(board.height)), squares, strict=True)
    ]
    numbers = dict(zip(_text_lines(board.height, scale), board.rows, strict=True))
    rows = []
    for place, line in enumerate(_drawn(grid, scale)):
        number = numbers.get(place, "")
        before = f"{number:>{labels - 1}} " if spaced else f"{number:>{labels}}"
        rows.append(_merged([(before, style("faint")), *line]))
    return rows


def _drawn(grid: Sequence[Sequence[Cell]], scale: tuple[int, int]) -> list[list[Run]]:
    """The squares of a board, in lines from the top."""
    if has_seams(scale):
        return seamed(grid)
    drawn = [[cell_lines(cell) for cell in row] for row in grid]
    return [[run for lines in row for run in lines[inner]] for row in drawn for inner in range(scale[1])]


def _text_lines(rows: int, scale: tuple[int, int]) -> list[int]:
    """The lines on which the texts of that many rows are."""
    if has_seams(scale):
        return text_lines(rows, scale)
    return [row * scale[1] + (scale[1] - 1) // 2 for row in range(rows)]


def _merged(runs: Iterable[Run]) -> list[Run]:
    """The runs with neighbours of one style merged, because drawing costs time for each run."""
    merged: list[Run] = []
    for text, ink in runs:
        if merged and (merged[-1][1] is ink or merged[-1][1] == ink):  # to compare styles takes long
            merged[-1] = (merged[-1][0] + text, ink)
        else:
            merged.append((text, ink))
    return merged


def _letters(board: Board, wide: int, over: Collection[int]) -> Iterator[Run]:
    yield " " * LABEL, style("faint")
    for column, letter in enumerate(board.columns):
        text = letter.ljust(wide) if wide < 4 else letter.center(wide)
        yield text, style("strong" if column in over else "faint")
