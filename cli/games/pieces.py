"""A piece over a board: moved, turned and flipped. Shared by the games in which pieces are placed."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from p2pgame.engine.picture import Mark
from p2pgame.engine.polyomino import Cells, size

from .move_builder import Sketch

LEFT = frozenset({"left"})
RIGHT = frozenset({"right"})
UP = frozenset({"up"})
DOWN = frozenset({"down"})
TURN = frozenset({"r", "x"})
TURN_BACK = frozenset({"R", "z"})
FLIP = frozenset({"f"})

_MIRRORED = 4
"""Orientations from here on are mirrored (`engine.polyomino`)."""


def turned(orientations: Sequence[int], now: int, by: int) -> int:
    """The orientation after quarter turns among those that exist, on the same side of the piece."""
    side = [each for each in orientations if (each >= _MIRRORED) == (now >= _MIRRORED)]
    return side[(side.index(now) + by) % len(side)]


def flipped(orientations: Sequence[int], now: int) -> int:
    """The orientation on the other side of the piece; the same if it has none."""
    other = [each for each in orientations if (each >= _MIRRORED) != (now >= _MIRRORED)]
    if not other:
        return now
    across = (now + _MIRRORED) % (2 * _MIRRORED)
    return across if across in other else other[0]


def kept_on(column: int, cells: Cells, columns: int) -> int:
    """The nearest column at which the whole piece is between the edges."""
    return max(0, min(column, columns - size(cells)[0]))


def drawn(name: str, cells: Cells, mark: Mark) -> Sketch:
    """A piece by itself."""
    width, height = size(cells)
    return Sketch(name, _rows(dict.fromkeys(cells, mark), width, height))


def _rows(marks: Mapping[tuple[int, int], Mark], width: int, height: int) -> tuple[tuple[Mark | None, ...], ...]:
    return tuple(tuple(marks.get((column, row)) for column in range(width)) for row in reversed(range(height)))
