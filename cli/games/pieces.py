"""A piece over a board: moved, turned and flipped. Shared by the games in which pieces are placed."""

from __future__ import annotations

from collections.abc import Sequence

from p2pgame.engine.polyomino import Cells, size

LEFT = frozenset({"left"})
RIGHT = frozenset({"right"})
UP = frozenset({"up"})
DOWN = frozenset({"down"})
TURN = frozenset({"r", "x"})
TURN_BACK = frozenset({"R", "z"})
FLIP = frozenset({"f"})

_MIRRORED = 4
"""Orientations from here on are mirrored (`engine.polyomino`)."""


def turn_by(orientations: Sequence[int], now: int, by: int) -> int:
    """The orientation after quarter turns among the existing ones, on the same side of the piece."""
    side = [each for each in orientations if (each >= _MIRRORED) == (now >= _MIRRORED)]
    return side[(side.index(now) + by) % len(side)]


def flip(orientations: Sequence[int], now: int) -> int:
    """The orientation on the other side of the piece; the same if it has none."""
    other = [each for each in orientations if (each >= _MIRRORED) != (now >= _MIRRORED)]
    if not other:
        return now
    across = (now + _MIRRORED) % (2 * _MIRRORED)
    return across if across in other else other[0]


def kept_on(column: int, cells: Cells, columns: int) -> int:
    """The nearest column at which the whole piece is between the edges."""
    return max(0, min(column, columns - size(cells)[0]))
