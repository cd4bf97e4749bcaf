"""Many towers at once: all drops of a piece into all of them, by numpy.

Shapes: a batch of `n` towers has `heights` (8, n), columns from the left, and `squares` (2, n), the sets of bits of
rows 1 to 8 and of rows 9 to 15 (`pieces`). Towers are the last axis: numpy then takes many of them in one instruction.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from .achievements import icons_covered
from .components import COLUMNS, ROW_POINTS, ROWS, Way
from .pieces import DIAMONDS, ICONS, LETTERS, PIECES_OF
from .state import Tower

Ints = NDArray[np.int64]
Small = NDArray[np.int8]
Squares = NDArray[np.uint64]
Bytes = NDArray[np.uint8]
Bools = NDArray[np.bool_]

LOWEST = np.iinfo(np.int64).min
"""The value of nothing at all."""
TALLEST = ROWS + 4
"""More than the height of any column, with a piece that does not fit."""
_HALF = 64
_WORD = (1 << _HALF) - 1
_DEEP = 99
_EVERY_ROW = 0x0101010101010101
EACH_ROW = np.array([[_EVERY_ROW], [_EVERY_ROW >> COLUMNS]], np.uint64)
"""The first square of each row, shape (2, 1)."""


class Towers(NamedTuple):
    """A batch of towers with the same side up, in the shapes of the module's docstring."""

    heights: Small
    squares: Squares
    earned: Ints
    """Icons covered, in points, shape (n,)."""
    minos: Ints
    """Minos beside the tower, shape (n,)."""

    def take(self, places: Ints) -> Towers:
        """Those towers of the batch."""
        return Towers(
            self.heights.take(places, 1),
            self.squares.take(places, 1),
            self.earned.take(places),
            self.minos.take(places),
        )

    def put(self, places: Ints, towers: Towers) -> None:
        """Replace those towers of the batch."""
        self.heights[:, places], self.squares[:, places] = towers.heights, towers.squares
        self.earned[places], self.minos[places] = towers.earned, towers.minos


class _Forms(NamedTuple):
    """The pieces of one letter: k of them."""

    under: Small
    """Shape (8, k, 1): the lowest cell in each column; a large number if the piece has no cell there, so that nothing
    stops it."""
    tops: Small
    """Shape (8, k, 1): how far the piece reaches above the row where it rests."""
    covers: Bools
    """Shape (8, k, 1): the columns it lies in."""
    ceiling: Small
    """Shape (k, 1): the highest row in which it may rest."""
    first: Ints
    """Shape (k, 1): its place in the tables that follow, which have 15 rows for each piece."""
    squares: Squares
    """Shape (2, 15 k): its squares, by the row where it rests."""
    icons: dict[Way, Ints]
    """Shape (15 k,): the icons that it covers, by the row where it rests."""
    diamonds: dict[Way, Ints]


def _forms(letter: str) -> _Forms:
    pieces = PIECES_OF[letter]
    under = np.full((COLUMNS, len(pieces), 1), _DEEP, np.int8)
    tops = np.zeros((COLUMNS, len(pieces), 1), np.int8)
    for place, piece in enumerate(pieces):
        columns = slice(piece.column, piece.column + len(piece.under))
        under[columns, place, 0] = piece.under
        tops[columns, place, 0] = piece.tops
    lying = [piece.squares << COLUMNS * row for piece in pieces for row in range(ROWS)]
    return _Forms(
        under,
        tops,
        tops > 0,
        np.array([[piece.ceiling] for piece in pieces], np.int8),
        np.array([[ROWS * place] for place in range(len(pieces))]),
        np.array([halves(squares) for squares in lying], np.uint64).T.copy(),
        {way: _behind(lying, ICONS[way][letter]) for way in _WAYS},
        {way: _behind(lying, DIAMONDS[way]) for way in _WAYS},
    )


def halves(squares: int) -> tuple[int, int]:
    """A set of squares as the sets of rows 1 to 8 and of rows 9 to 16."""
    return squares & _WORD, squares >> _HALF & _WORD


def _behind(lying: Sequence[int], marks: int) -> Ints:
    """The number of marks in each set of squares."""
    return np.array([(squares & marks).bit_count() for squares in lying])


_WAYS: tuple[Way, Way] = ("up", "down")
_FORMS = {letter: _forms(letter) for letter in LETTERS}


def drops(towers: Towers, letter: str, way: Way) -> tuple[Towers, Bools]:
    """Every drop of a piece of that letter into every tower, and whether the tower has room for it.

    The batch has a drop into each of the n towers, then another one into each, and so on. A tower without room for the
    piece is no real tower.
    """
    forms = _FORMS[letter]
    heights = towers.heights[:, None, :]
    resting = (heights - forms.under).max(0)
    fits = resting <= forms.ceiling
    resting = np.minimum(resting, ROWS - 1)
    lying = forms.first + resting
    after = Towers(
        np.where(forms.covers, resting + forms.tops, heights).reshape(COLUMNS, -1),
        (forms.squares.take(lying, 1) | towers.squares[:, None, :]).reshape(2, -1),
        (forms.icons[way].take(lying) + towers.earned).reshape(-1),
        (forms.diamonds[way].take(lying) + towers.minos).reshape(-1),
    )
    return after, fits.reshape(-1)


def with_minos(towers: Towers, *, everywhere: bool = False) -> tuple[Towers, Ints]:
    """The towers unchanged, then after minos if the seat has them, with the index of each one's tower.

    One to three minos fall into the deepest column, or one into the steepest; with `everywhere` also one into each
    other column that is lower than a neighbour.
    """
    parts, sources = [towers], [np.arange(len(towers.minos))]
    for column, place, number in _fills(towers.heights, everywhere):
        room = (towers.minos[place] >= number) & (towers.heights[column, place] + number <= ROWS)
        able = place[room]
        if len(able):
            parts.append(_filled(towers.take(able), column[room], number))
            sources.append(able)
    return joined(parts), np.concatenate(sources)


def _fills(heights: Small, everywhere: bool) -> Iterator[tuple[Ints, Ints, int]]:
    """Columns, the tower of each, and a number of minos that may fall into each."""
    walls, place = walled(heights), np.arange(heights.shape[1])
    deepest = (np.minimum(walls[:-2], walls[2:]) - heights).argmax(0)
    steepest = (np.maximum(heights[:-2], heights[2:]) - heights[1:-1]).argmax(0) + 1
    yield from ((deepest, place, number) for number in (1, 2, 3))
    yield steepest, place, 1
    if everywhere:
        open_ = walled(heights, 0)
        others = np.maximum(open_[:-2], open_[2:]) > heights
        others[deepest, place] = others[steepest, place] = False
        column, place = np.nonzero(others)
        yield column, place, 1


def walled(heights: Small, wall: int = ROWS) -> Small:
    """The heights between those of two walls, shape (10, n)."""
    walls = np.full((COLUMNS + 2, heights.shape[1]), wall, np.int8)
    walls[1:-1] = heights
    return walls


def _filled(towers: Towers, column: Ints, number: int) -> Towers:
    """The towers, which are copies, after that many minos have fallen into a column of each."""
    place = np.arange(len(column))
    for _ in range(number):
        height = towers.heights[column, place].astype(np.int64)
        towers.squares[:, place] |= _SINGLE.take(COLUMNS * height + column, 1)
        towers.heights[column, place] += 1
    return towers._replace(minos=towers.minos - number)


_SINGLE = np.array([halves(1 << square) for square in range(COLUMNS * ROWS)], np.uint64).T.copy()
"""Each square as a set of bits, shape (2, 120)."""


class Dropped(NamedTuple):
    """All drops of one letter into a batch of towers, possibly after minos."""

    towers: Towers
    """Shape (k m): k drops into each of m towers with or without minos."""
    fits: Bools
    """Shape (k m): whether the tower has room for the piece."""
    sources: Ints
    """The place of each of the m towers in the batch before."""

    @classmethod
    def of(cls, towers: Towers, letter: str, way: Way, *, everywhere: bool = False) -> Dropped:
        """The drops into these towers, after minos as `with_minos` says."""
        bases, sources = with_minos(towers, everywhere=everywhere)
        return cls(*drops(bases, letter, way), sources)

    def best(self, values: Ints, without: Ints) -> Ints:
        """The highest value of a drop into each tower; that of `without`, shape (n,), where none fits."""
        if not len(self.sources):
            return without
        highest = np.where(self.fits, values, LOWEST).reshape(-1, len(self.sources)).max(0)
        return best_of(highest, self.sources, without)

    def foremost(self, values: Ints, width: int) -> tuple[Ints, Ints]:
        """The places of the best drops into each tower, at most `width` a tower, and the place of each one's tower."""
        there = np.nonzero(self.fits)[0]
        sources = self.sources[there % max(1, len(self.sources))]
        order = np.lexsort((-values[there], sources))
        there, sources = there[order], sources[order]
        rank = np.arange(len(sources)) - np.searchsorted(sources, sources)
        return there[rank < width], sources[rank < width]


def best_of(values: Ints, sources: Ints, without: Ints) -> Ints:
    """The highest value with each source; that of `without`, shape (n,), where there is nothing."""
    best = np.full(len(without), LOWEST)
    np.maximum.at(best, sources, values)
    return np.where(best == LOWEST, without, best)


def joined(parts: Sequence[Towers]) -> Towers:
    """Batches one after the other."""
    return Towers(*(np.concatenate(part, -1) for part in zip(*parts, strict=True)))


def finished_points(towers: Towers) -> Ints:
    """Two points a full row and one an icon, shape (n,); achievements are not counted (9.3)."""
    points: Ints = ROW_POINTS * full_rows(towers.squares) + towers.earned
    return points


def full_rows(squares: Squares) -> Ints:
    """The number of full rows, shape (n,)."""
    rows: Ints = ROWS - number_of(marked_rows(~squares))
    return rows


def marked_rows(squares: Squares) -> Squares:
    """The first square of each row that has a square of the set."""
    for shift in (4, 2, 1):
        squares = squares | squares >> np.uint64(shift)
    return squares & EACH_ROW


def number_of(squares: Squares) -> Ints:
    """The number of squares, shape (n,)."""
    number: Ints = np.bitwise_count(squares).sum(0, np.int64)
    return number


def new_towers(number: int) -> Towers:
    """This number of towers as at the start of a game."""
    return as_batch((Tower(),) * number)


def as_batch(towers: Sequence[Tower]) -> Towers:
    """Towers as a batch."""
    return Towers(
        np.array([list(tower.heights) for tower in towers], np.int8).T.copy(),
        np.array([halves(tower.squares) for tower in towers], np.uint64).T.copy(),
        np.array([icons_covered(tower) for tower in towers], np.int64),
        np.array([tower.minos for tower in towers], np.int64),
    )
