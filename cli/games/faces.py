"""The squares of a board as every renderer draws them: the text of each, and the edges of pieces.

The name of a piece is on its first square only, so that a piece looks like one thing and not like many letters.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from p2pgame.engine.picture import Board, Mark

SIDES = {"left": (0, -1), "right": (0, 1), "top": (-1, 0), "bottom": (1, 0)}
"""The direction from a square to its neighbour on that side: lines from the top, columns from the left."""


@dataclass(frozen=True, slots=True)
class Face:
    """The look of one square."""

    text: str
    """Empty on the squares of a piece after its first."""
    sign: str
    ink: str
    ends: frozenset[str]
    """The sides at which its piece ends; all four of a square that belongs to no piece."""
    splits: frozenset[str]
    """The sides behind which another piece lies."""
    fills: bool = False
    inset: int = 0
    won: bool = False


def faces(
    board: Board, initials: Sequence[str], all_named: bool = False, spread: bool = False
) -> tuple[tuple[Face, ...], ...]:
    """The squares of a board, lines from the top.

    `all_named` writes the name of a piece on all of its squares; `spread` writes one letter of it on a square.
    """
    letters: dict[tuple[int, int], str] = {}
    for place, mark in _first_squares(board).items():
        shown = mark.shown(initials).removesuffix(mark.sign)
        letters |= dict(zip((place, _next_to(board, place)), shown, strict=False)) if spread else {place: shown}

    def text(line: int, column: int, mark: Mark) -> str:
        if mark.piece is None or all_named:
            return mark.shown(initials).removesuffix(mark.sign)
        return letters.get((line, column), "")

    return tuple(
        tuple(_face(board, line, column, text(line, column, mark)) for column, mark in enumerate(marks))
        for line, marks in enumerate(board.marks)
    )


def _first_squares(board: Board) -> dict[tuple[int, int], Mark]:
    """The first square of each piece, by line and column, in reading order."""
    named: set[int] = set()
    first = {}
    for line, marks in enumerate(board.marks):
        for column, mark in enumerate(marks):
            if mark.piece is not None and mark.piece not in named:
                named.add(mark.piece)
                first[line, column] = mark
    return first


def _next_to(board: Board, place: tuple[int, int]) -> tuple[int, int]:
    """The square of the same piece on the right of its first one, else the one below."""
    line, column = place
    beside = _neighbour(board, line, column + 1)
    together = beside is not None and beside.piece == board.marks[line][column].piece
    return (line, column + 1) if together else (line + 1, column)


def _face(board: Board, line: int, column: int, text: str) -> Face:
    mark = board.marks[line][column]
    ends, splits = frozenset(SIDES), frozenset[str]()
    if mark.piece is not None:
        beside = {side: _neighbour(board, line + down, column + right) for side, (down, right) in SIDES.items()}
        ends = frozenset(side for side, other in beside.items() if other is None or other.piece != mark.piece)
        splits = frozenset(side for side in ends if (other := beside[side]) is not None and other.piece is not None)
    return Face(text, mark.sign, mark.ink, ends, splits, mark.fills, mark.inset, mark.won)


def _neighbour(board: Board, line: int, column: int) -> Mark | None:
    inside = 0 <= line < board.height and 0 <= column < board.width
    return board.marks[line][column] if inside else None


def written(face: Face, texture: str) -> str:
    """The content of a square: its text and sign, and a texture beside a single letter."""
    text = f"{face.text}{face.sign}"
    if face.fills:
        return ""
    return text if len(text) > 1 else f"{text}{texture}"
