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
    rows: list[list[Run]] = []
    for row, (label, line) in enumerate(zip(board.rows, squares, strict=True)):
        y = board.height - 1 - row
        cells = [
            Cell(face, scale, (column + y) % 2 == 1, (column, y) in latest, fades and not face.won)
            for column, face in enumerate(line)
        ]
        drawn = list(map(cell_lines, cells))
        for inner in range(scale[1]):
            number = label if inner == cells[0].middle else ""
            before = f"{number:>{labels - 1}} " if spaced else f"{number:>{labels}}"
            rows.append(_merged([(before, style("faint")), *(run for lines in drawn for run in lines[inner])]))
    return rows


def _merged(runs: Iterable[Run]) -> list[Run]:
    """The runs with neighbours of one style merged, because drawing costs time for each run."""
    merged: list[Run] = []
    for text, ink in runs:
        if merged and merged[-1][1] == ink:
            merged[-1] = (merged[-1][0] + text, ink)
        else:
            merged.append((text, ink))
    return merged


def _letters(board: Board, wide: int, over: Collection[int]) -> Iterator[Run]:
    yield " " * LABEL, style("faint")
    for column, letter in enumerate(board.columns):
        text = letter.ljust(wide) if wide < 4 else letter.center(wide)
        yield text, style("strong" if column in over else "faint")
