"""Pieces made of unit squares, and their orientations.

A shape is drawn as text, rows from the top, separated by `/`: `..#/###`. Its cells are squares whose leftmost
column and lowest row are 0, sorted by column, then row. Orientations are numbered: 0 as drawn, 1 2 3 turned by
90 degrees clockwise once, twice, three times; 4 is 0 mirrored left-right, 5 6 7 are 4 turned likewise. One that
equals an earlier one does not exist; the others keep their numbers.
"""

from __future__ import annotations

from collections.abc import Iterable

from .squares import Square

Cells = tuple[Square, ...]


def shape(drawing: str) -> Cells:
    """The cells of a drawing."""
    rows = drawing.split("/")
    height = len(rows)
    return _settle(
        (column, height - 1 - line) for line, row in enumerate(rows) for column, mark in enumerate(row) if mark == "#"
    )


def turned(cells: Cells) -> Cells:
    """The shape turned by 90 degrees clockwise."""
    return _settle((row, -column) for column, row in cells)


def mirrored(cells: Cells) -> Cells:
    """The shape mirrored left-right."""
    return _settle((-column, row) for column, row in cells)


def orientations(cells: Cells, *, flips: bool) -> dict[int, Cells]:
    """The different orientations of a shape by their numbers, in rising order; mirrored ones only with `flips`."""
    found: dict[int, Cells] = {}
    for first, start in ((0, cells), (4, mirrored(cells)))[: 2 if flips else 1]:
        current = start
        for quarter_turns in range(4):
            if current not in found.values():
                found[first + quarter_turns] = current
            current = turned(current)
    return found


def size(cells: Cells) -> tuple[int, int]:
    """Width and height of the bounding box."""
    return 1 + max(column for column, _ in cells), 1 + max(row for _, row in cells)


def _settle(cells: Iterable[Square]) -> Cells:
    squares = list(cells)
    left = min(column for column, _ in squares)
    bottom = min(row for _, row in squares)
    return tuple(sorted((column - left, row - bottom) for column, row in squares))
