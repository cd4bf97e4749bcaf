"""Four symbols as a shape. A turned shape is the same shape, so several spellings can name one."""

from __future__ import annotations

from functools import cache
from itertools import combinations, permutations

from .components import SHAPES
from .moves import Arrange

Cells = tuple[tuple[int, int], ...]
"""The cells of a shape, each (columns right of, rows below) the top left corner of the bounding box.

Always in the order in which the shape as drawn is read, so that a symbol keeps its index in every orientation.
"""


def _read(drawing: str) -> Cells:
    return tuple(
        (column, line) for line, row in enumerate(drawing.split("/")) for column, mark in enumerate(row) if mark == "#"
    )


def _turned(cells: Cells) -> Cells:
    """The cells after a quarter turn clockwise."""
    bottom = max(down for _, down in cells)
    return tuple((bottom - down, right) for right, down in cells)


def _four_ways(cells: Cells) -> tuple[Cells, ...]:
    once = _turned(cells)
    twice = _turned(once)
    return (cells, once, twice, _turned(twice))


TURNED = {shape: _four_ways(_read(drawing)) for shape, drawing in SHAPES.items()}
"""For each shape its cells after 0, 1, 2 and 3 quarter turns."""

_SYMMETRIES = {
    shape: tuple(tuple(ways[0].index(cell) for cell in way) for way in ways if set(way) == set(ways[0]))
    for shape, ways in TURNED.items()
}
"""For each shape the turns that map it to itself: the new place of the symbol of each index."""


@cache  # at most 567 different spellings
def first_spelling(arrange: Arrange) -> Arrange:
    """The alphabetically smallest spelling of the same shape with the same symbols: the one that is a move."""
    spellings = []
    for moved in _SYMMETRIES[arrange.shape]:
        symbols = [""] * len(moved)
        for index, place in enumerate(moved):
            symbols[place] = arrange.symbols[index]
        spellings.append("".join(symbols))
    return Arrange(arrange.shape, min(spellings))


@cache  # 15 different results of four dice
def arrangements(dice: str) -> tuple[Arrange, ...]:
    """The shapes that the dice can make: by shape in the order of the table, then by symbols."""
    orders = sorted({"".join(order) for order in permutations(dice)})
    return tuple(
        arrange
        for shape in SHAPES
        for arrange in (Arrange(shape, symbols) for symbols in orders)
        if first_spelling(arrange) == arrange
    )


@cache  # at most 402 different arrangements
def neighbours(arrange: Arrange) -> int:
    """The number of pairs of equal symbols that lie edge to edge in the shape."""
    cells = TURNED[arrange.shape][0]
    return sum(
        first == second and abs(right - column) + abs(down - line) == 1
        for ((right, down), first), ((column, line), second) in combinations(
            zip(cells, arrange.symbols, strict=True), 2
        )
    )
