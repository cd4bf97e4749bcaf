"""Tentricks by brute force on sets of cells, written apart from the engine: the pieces on a board, and those that may
be lifted."""

from __future__ import annotations

import random
from dataclasses import dataclass, field

from .tentricks_tables import ORIENTATIONS, Cells, name_of

WIDTH, HEIGHT = 10, 16


@dataclass
class Lying:
    """A board as a list of (type, cells)."""

    pieces: list[tuple[str, Cells]] = field(default_factory=list)

    @property
    def filled(self) -> set[tuple[int, int]]:
        """All filled cells."""
        return {cell for _, cells in self.pieces for cell in cells}

    def placed(self) -> list[list[object]]:
        """As a position has it."""
        found = sorted((sorted(cells), name) for name, cells in self.pieces)
        return [[name, [name_of(cell) for cell in cells]] for cells, name in found]

    def height(self) -> int:
        """Rows up to the highest filled cell."""
        return max((row + 1 for _, row in self.filled), default=0)


def moved(cells: Cells, right: int, up: int) -> Cells:
    """The cells moved."""
    return frozenset((column + right, row + up) for column, row in cells)


def dropped(shape: Cells, column: int, filled: set[tuple[int, int]]) -> Cells:
    """The shape let down from far above until it meets the floor or a filled cell."""
    cells = moved(shape, column, HEIGHT + 4)
    while all(row > 0 for _, row in cells) and not moved(cells, 0, -1) & filled:
        cells = moved(cells, 0, -1)
    return cells


def slid_by(cells: Cells, step: int, filled: set[tuple[int, int]]) -> Cells | None:
    """The cells one column aside, if they are free and on the board."""
    aside = moved(cells, step, 0)
    free = all(0 <= column < WIDTH for column, _ in aside) and not aside & filled
    return aside if free else None


def spellings(board: Lying, bar: int, kind: str) -> tuple[dict[Cells, str], set[str]]:
    """The placements of a type (1.5 to 1.8): sound ones by their cells, with spellings, and overlapping ones."""
    filled = board.filled
    straight: dict[Cells, str] = {}
    slid: dict[Cells, list[str]] = {}
    over: set[str] = set()
    for (name, orientation), shape in ORIENTATIONS.items():
        if name != kind:
            continue
        for column in range(WIDTH - max(column for column, _ in shape)):
            text = f"{name}.{orientation}@{chr(ord('a') + column)}"
            cells = dropped(shape, column, filled)
            if any(row >= bar for _, row in cells):
                over.add(text)
                continue
            straight[cells] = text
            for step, mark in ((-1, "<"), (1, ">")):
                if (aside := slid_by(cells, step, filled)) is not None:
                    slid.setdefault(aside, []).append(text + mark)
    return {cells: min(texts) for cells, texts in slid.items()} | straight, over


def touches(board: Lying, kind: str, cells: Cells) -> bool:
    """Whether the cells share an edge with another piece of the type (2.7)."""
    around = {(c + dc, r + dr) for c, r in cells for dc, dr in ((1, 0), (-1, 0), (0, 1), (0, -1))}
    return any(name == kind and around & other for name, other in board.pieces)


def own(board: Lying, bar: int, kind: str, no_touch: bool) -> set[str]:
    """The choices of the board's owner (2.6, 2.7)."""
    sound, over = spellings(board, bar, kind)
    apart = {text for cells, text in sound.items() if not touches(board, kind, cells)}
    return over | (apart if no_touch and apart else set(sound.values()))


def is_free_above(cells: Cells, others: set[tuple[int, int]]) -> bool:
    """Whether no other cell lies above one of these, up to the top of the board (1.10)."""
    return not any((column, up) in others for column, row in cells for up in range(row + 1, HEIGHT))


def name_cell(cells: Cells) -> str:
    """The lowest, then leftmost cell (1.9)."""
    return name_of(min(cells, key=lambda cell: (cell[1], cell[0])))


def removable(board: Lying) -> set[str]:
    """The names of the accessible pieces."""
    return {name_cell(cells) for _, cells in board.pieces if is_free_above(cells, board.filled - cells)}


def relocations(board: Lying) -> set[str]:
    """Every `use 8` (4.8): both orders tried, and one spelling where both go."""
    found = set()
    for _, first in board.pieces:
        for _, second in board.pieces:
            if first != second and _in_order(board, first, second):
                names = [name_cell(first), name_cell(second)]
                if _in_order(board, second, first):
                    names.sort(key=lambda name: (name[0], int(name[1:])))
                found.add(" ".join(["use", "8", *names]))
    return found


def _in_order(board: Lying, first: Cells, second: Cells) -> bool:
    filled = board.filled
    return is_free_above(first, filled - first) and is_free_above(second, filled - first - second)


def random_board(rng: random.Random, most: int) -> Lying:
    """Up to that many pieces dropped and slid at random; then some are removed from anywhere, so that others hang."""
    board = Lying()
    for _ in range(rng.randrange(most + 1)):
        (kind, _), shape = rng.choice(list(ORIENTATIONS.items()))
        cells = dropped(shape, rng.randrange(WIDTH - max(column for column, _ in shape)), board.filled)
        cells = slid_by(cells, rng.randrange(-1, 2), board.filled) or cells
        if max(row for _, row in cells) < HEIGHT and sum(name == kind for name, _ in board.pieces) < 5:
            board.pieces.append((kind, cells))
    rng.shuffle(board.pieces)
    del board.pieces[: rng.randrange(4) if len(board.pieces) > 3 else 0]
    return board
