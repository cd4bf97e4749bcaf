"""Many towers at once: all drops of a piece into all of them, by numpy.

Shapes: a batch of `n` towers has `heights` (n, 8), columns from the left, and `rows` (n, 19), a byte a row from the
bottom, bit c for column c; rows 15 to 18 stay empty, so that a piece may be laid over the top and be refused after.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from .achievements import icons_covered
from .components import COLUMNS, ROW_POINTS, ROWS, Way
from .pieces import DIAMONDS, ICONS, LETTERS, PIECES_OF, Piece
from .state import Tower

Ints = NDArray[np.int64]
Bytes = NDArray[np.uint8]
Bools = NDArray[np.bool_]

COLUMN_BITS = (1 << np.arange(COLUMNS)).astype(np.uint8)
_PAD = 4
_DEEP = 99
_FULL = np.uint8(255)


class Towers(NamedTuple):
    """A batch of towers with the same side up, in the shapes of the module's docstring."""

    heights: Ints
    rows: Bytes
    earned: Ints
    """Icons covered, in points, shape (n,)."""
    minos: Ints

    def take(self, places: Ints) -> Towers:
        """Those towers of the batch."""
        return Towers(self.heights[places], self.rows[places], self.earned[places], self.minos[places])

    def put(self, places: Ints, towers: Towers) -> None:
        """Replace those towers of the batch."""
        self.heights[places], self.rows[places] = towers.heights, towers.rows
        self.earned[places], self.minos[places] = towers.earned, towers.minos


class _Forms(NamedTuple):
    """The pieces of one letter: k of them."""

    under: Ints
    """Shape (k, 8): the lowest cell in each column; a large number if the piece has no cell there, so that nothing
    stops it."""
    tops: Ints
    """Shape (k, 8): how far the piece reaches above the row where it rests."""
    covers: Bools
    """Shape (k, 8): the columns it lies in."""
    ceiling: Ints
    cells: Bytes
    """Shape (k, 4): its cells by rows, from its lowest."""
    icons: dict[Way, Ints]
    """Shape (k, 19): the icons that it covers, by the row where it rests."""
    diamonds: dict[Way, Ints]


def _forms(letter: str) -> _Forms:
    pieces = PIECES_OF[letter]
    under = np.full((len(pieces), COLUMNS), _DEEP)
    tops = np.zeros((len(pieces), COLUMNS), np.int64)
    cells = np.zeros((len(pieces), _PAD), np.uint8)
    for place, piece in enumerate(pieces):
        columns = slice(piece.column, piece.column + len(piece.under))
        under[place, columns] = piece.under
        tops[place, columns] = piece.tops
        cells[place] = [piece.squares >> COLUMNS * row & 255 for row in range(_PAD)]
    ways: tuple[Way, Way] = ("up", "down")
    return _Forms(
        under,
        tops,
        tops > 0,
        np.array([piece.ceiling for piece in pieces]),
        cells,
        {way: _behind(pieces, ICONS[way][letter]) for way in ways},
        {way: _behind(pieces, DIAMONDS[way]) for way in ways},
    )


def _behind(pieces: Sequence[Piece], marks: int) -> Ints:
    """How many marks each piece covers, by the row where it rests."""
    rows = range(ROWS + _PAD)
    return np.array([[(piece.squares << COLUMNS * row & marks).bit_count() for row in rows] for piece in pieces])


_FORMS = {letter: _forms(letter) for letter in LETTERS}


def drops(towers: Towers, letter: str, way: Way) -> tuple[Towers, Bools]:
    """Every drop of a piece of that letter into every tower, and whether the tower has room for it.

    The batch has k drops of the first tower, then k of the second and so on.
    """
    forms = _FORMS[letter]
    k, n = len(forms.ceiling), len(towers.heights)
    resting = (towers.heights[:, None, :] - forms.under).max(2)
    fits = resting <= forms.ceiling
    resting = np.minimum(resting, ROWS - 1)
    heights = np.where(forms.covers, resting[..., None] + forms.tops, towers.heights[:, None, :])
    rows = np.repeat(towers.rows[:, None, :], k, 1)
    one, other = np.ogrid[:n, :k]
    for row in range(_PAD):
        rows[one, other, resting + row] |= forms.cells[:, row]
    piece = np.arange(k)
    earned = (towers.earned[:, None] + forms.icons[way][piece, resting]).reshape(-1)
    minos = (towers.minos[:, None] + forms.diamonds[way][piece, resting]).reshape(-1)
    heights, rows = heights.reshape(n * k, COLUMNS), rows.reshape(n * k, ROWS + _PAD)
    return Towers(heights, rows, earned, minos), fits.reshape(-1)


def with_minos(towers: Towers) -> tuple[Towers, Ints]:
    """The towers unchanged, then after one to three minos into the deepest column if the seat has them, with the index
    of each one's tower."""
    place = np.arange(len(towers.heights))
    walls = np.pad(towers.heights, ((0, 0), (1, 1)), constant_values=ROWS)
    deepest = (np.minimum(walls[:, :-2], walls[:, 2:]) - towers.heights).argmax(1)
    inside = towers.heights[:, 1:-1]
    steepest = (np.maximum(towers.heights[:, :-2], towers.heights[:, 2:]) - inside).argmax(1) + 1
    parts, sources = [towers], [place]
    for column, number in ((deepest, 1), (deepest, 2), (deepest, 3), (steepest, 1)):
        height = towers.heights[place, column]
        able = np.nonzero((towers.minos >= number) & (height + number <= ROWS))[0]
        parts.append(_filled(towers.take(able), column[able], number))
        sources.append(able)
    return Towers(*(np.concatenate(part) for part in zip(*parts, strict=True))), np.concatenate(sources)


def _filled(towers: Towers, column: Ints, number: int) -> Towers:
    """The towers, which are copies, after that many minos have fallen into a column of each."""
    place = np.arange(len(column))
    for _ in range(number):
        height = towers.heights[place, column]
        towers.rows[place, height] |= COLUMN_BITS[column]
        towers.heights[place, column] = height + 1
    return towers._replace(minos=towers.minos - number)


class Dropped(NamedTuple):
    """All drops of one letter into a batch of towers, possibly after minos, without those that do not fit."""

    towers: Towers
    sources: Ints
    """The place of each one's tower in the batch before."""

    @classmethod
    def of(cls, towers: Towers, letter: str, way: Way) -> Dropped:
        """The drops into these towers."""
        bases, sources = with_minos(towers)
        after, fits = drops(bases, letter, way)
        there = np.nonzero(fits)[0]
        return cls(after.take(there), np.repeat(sources, len(fits) // max(1, len(sources)))[there])

    def best(self, values: Ints, without: Ints) -> Ints:
        """The highest value of a drop into each tower; that of `without`, shape (n,), where none fits."""
        best = np.where(np.isin(np.arange(len(without)), self.sources), np.iinfo(np.int64).min, without)
        np.maximum.at(best, self.sources, values)
        return best

    def foremost(self, values: Ints, width: int) -> Ints:
        """The places of the best drops into each tower, at most `width` a tower."""
        order = np.lexsort((-values, self.sources))
        sources = self.sources[order]
        rank = np.arange(len(sources)) - np.searchsorted(sources, sources)
        return order[rank < width]


def finished_points(towers: Towers) -> Ints:
    """Two points a full row and one an icon, shape (n,); achievements are not counted (9.3)."""
    points: Ints = ROW_POINTS * full_rows(towers) + towers.earned
    return points


def full_rows(towers: Towers) -> Ints:
    """Full rows of each tower, shape (n,)."""
    rows: Ints = (towers.rows == _FULL).sum(1)
    return rows


def new_towers(number: int) -> Towers:
    """This number of towers as at the start of a game."""
    return as_batch((Tower(),) * number)


def as_batch(towers: Sequence[Tower]) -> Towers:
    """Towers as a batch."""
    rows = np.zeros((len(towers), ROWS + _PAD), np.uint8)
    rows[:, :ROWS] = [list(tower.filled) for tower in towers]
    return Towers(
        np.array([list(tower.heights) for tower in towers], np.int64),
        rows,
        np.array([icons_covered(tower) for tower in towers], np.int64),
        np.array([tower.minos for tower in towers], np.int64),
    )
