"""Every type in each of its orientations: the shapes, numbered by type, then orientation.

A piece on a board is a shape and its **first cell**: the lowest cell of its leftmost column, which is the lowest bit
of the set of its cells.
"""

from __future__ import annotations

from dataclasses import dataclass

from ...polyomino import Cells, orientations, shape, size
from . import geometry
from .components import DRAWINGS, TYPES


@dataclass(frozen=True, slots=True)
class Shape:
    """A type in one orientation. Cells are (column, row) from the lower left corner of its box."""

    kind: int
    orientation: int
    cells: Cells

    @property
    def width(self) -> int:
        """Columns."""
        return size(self.cells)[0]

    @property
    def height(self) -> int:
        """Rows."""
        return size(self.cells)[1]

    @property
    def rise(self) -> int:
        """The row of its first cell."""
        return self.cells[0][1]

    @property
    def bits(self) -> int:
        """Its cells when the first is cell 0."""
        return sum(1 << geometry.number(column, row) - self.rise for column, row in self.cells)

    @property
    def reach(self) -> int:
        """How far its name, the leftmost of its lowest cells, lies beyond the first cell."""
        column = min(column for column, row in self.cells if row == 0)
        return geometry.number(column, 0) - self.rise


SHAPES = tuple(
    Shape(kind, orientation, cells)
    for kind, name in enumerate(TYPES)
    for orientation, cells in orientations(shape(DRAWINGS[name]), flips=True).items()
)

NUMBERS = {(shape.kind, shape.orientation): number for number, shape in enumerate(SHAPES)}
"""Type and orientation to the number of the shape; a pair that is missing does not exist."""

OF_KIND = tuple(tuple(n for n, shape in enumerate(SHAPES) if shape.kind == kind) for kind in range(len(TYPES)))
"""For each type, the numbers of its shapes."""

KINDS = bytes(shape.kind for shape in SHAPES)
"""Each shape's type."""

BITS = tuple(shape.bits for shape in SHAPES)
REACH = tuple(shape.reach for shape in SHAPES)
