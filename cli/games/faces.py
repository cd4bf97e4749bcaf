"""The squares of a board as every renderer draws them: what is written on each, and where one piece ends.

The name of a piece stands on its first square only, so that a piece is seen as one thing and not as so many letters.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from p2pgame.engine.picture import Board, Mark

SIDES = {"left": (0, -1), "right": (0, 1), "top": (-1, 0), "bottom": (1, 0)}
"""Side of a square to the way to its neighbour: lines from the top, columns from the left."""


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
    """Those of them behind which another piece lies."""
    fills: bool = False


def faces(board: Board, initials: Sequence[str], all_named: bool = False) -> tuple[tuple[Face, ...], ...]:
    """The squares of a board, lines from the top; `all_named` writes the name of a piece on all of its squares."""
    named: set[int] = set()
    lines = []
    for line, marks in enumerate(board.marks):
        row = []
        for column, mark in enumerate(marks):
            first = mark.piece is None or all_named or mark.piece not in named
            if mark.piece is not None:
                named.add(mark.piece)
            row.append(_face(board, line, column, mark.shown(initials) if first else ""))
        lines.append(tuple(row))
    return tuple(lines)


def _face(board: Board, line: int, column: int, shown: str) -> Face:
    mark = board.marks[line][column]
    ends, splits = frozenset(SIDES), frozenset[str]()
    if mark.piece is not None:
        beside = {side: _neighbour(board, line + down, column + right) for side, (down, right) in SIDES.items()}
        ends = frozenset(side for side, other in beside.items() if other is None or other.piece != mark.piece)
        splits = frozenset(side for side in ends if (other := beside[side]) is not None and other.piece is not None)
    return Face(shown.removesuffix(mark.sign), mark.sign, mark.ink, ends, splits, mark.fills)


def _neighbour(board: Board, line: int, column: int) -> Mark | None:
    inside = 0 <= line < board.height and 0 <= column < board.width
    return board.marks[line][column] if inside else None


def written(face: Face, texture: str) -> str:
    """The content of a square that is drawn as one thing: its text and sign, and beside a single letter a texture."""
    text = f"{face.text}{face.sign}"
    if face.fills:
        return ""
    return text if len(text) > 1 else f"{text}{texture}"
