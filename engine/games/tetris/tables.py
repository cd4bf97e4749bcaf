"""The value of towers for `expert`: the points that a tower will probably still earn, a sum of looked-up numbers.

The numbers were learnt by self-play with temporal differences (Sutton, *Learning to predict by the methods of temporal
differences*, Machine Learning 3, 1988). They belong to small parts of a position, as Jaśkowski and others did it for
SZ-Tetris (*High-dimensional function approximation for knowledge-free reinforcement learning*, GECCO 2015). They are in
`tables.npz`, in thousandths of a point; `python -m benchmarks.train_tables` learns them.
"""

from __future__ import annotations

from functools import cache
from importlib.resources import files
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from .batch import TALLEST, Ints, Small, Squares, Towers, full_rows, marked_rows, number_of
from .components import CARDS_OF_A_SHAPE, COLUMNS, ROUNDS, ROW_POINTS, ROWS, Way
from .features import squares_of
from .pieces import DIAMONDS, ICONS, LETTERS
from .surface import KINDS, ROW, SETS, below, by_column, depths, even_letters, kinds, pairs

Numbers = NDArray[np.int32]

POINT = 1_000
PHASES = 9
"""Parts of a game, each with numbers of its own."""
SIX = 6
MOST_HOLES, MOST_GAPS, MOST_MINOS, DEEPEST = 23, 63, 6, 7
"""More than that counts the same."""
FAR, BEHIND = 6, 7
"""Rows from a column to a mark above it: at least that many; and the number for a mark that is out of reach."""
CARDS = CARDS_OF_A_SHAPE + 1


class Tables(NamedTuple):
    """Numbers by phase, the first axis, and by the fact that the name says, the second."""

    pairs: Numbers
    """Two neighbouring steps: place, then kinds."""
    highest: Numbers
    """Height of the highest column."""
    lowest: Numbers
    holes: Numbers
    """Empty squares below the top of their column."""
    rows_with_holes: Numbers
    full_rows: Numbers
    gaps: Numbers
    """Empty squares of rows that have a piece and no hole."""
    minos: Numbers
    held: Numbers
    """Whether the hold is spent."""
    depths: Numbers
    """For each column, its depth below its lower neighbour."""
    even: Numbers
    """The set of letters that lie without a hole below them."""
    safe: Numbers
    """The set of letters that do so in two places."""
    icons: Numbers
    """For each icon, its letter, how far it is above its column, and the cards of its letter to come."""
    diamonds: Numbers
    """For each diamond, how far it is above its column."""
    columns: Numbers
    """For each column, its distance from the wall and its height."""
    rounds: Numbers
    """Rounds to come."""
    letters: Numbers
    """For each letter, its places without a hole (none, one, more), and its cards to come."""
    race: Numbers
    """Full rows of the rival, of the first six, and the tower's own."""


SIZES = Tables(
    *(
        np.array(size)
        for size in (
            (COLUMNS - 2) * KINDS**2,
            ROWS + 1,
            ROWS + 1,
            MOST_HOLES + 1,
            ROWS + 1,
            ROWS + 1,
            MOST_GAPS + 1,
            MOST_MINOS + 1,
            2,
            DEEPEST + 1,
            len(SETS),
            len(SETS),
            len(LETTERS) * (BEHIND + 1) * CARDS,
            BEHIND + 1,
            COLUMNS // 2 * (ROWS + 1),
            ROUNDS + 1,
            len(LETTERS) * 3 * CARDS,
            (SIX + 1) ** 2,
        )
    )
)
"""The length of each table."""


def phase(rounds: int) -> int:
    """The phase in which that many rounds are still to come."""
    return rounds * PHASES // (ROUNDS + 1)


@cache
def learnt() -> Tables:
    """The numbers that were learnt."""
    with files(__package__).joinpath("tables.npz").open("rb") as file, np.load(file) as arrays:
        return Tables(*(arrays[name].astype(np.int32) for name in Tables._fields))


class Expected(NamedTuple):
    """The tables of one round, made shorter: facts that are the same for all towers of a seat are looked up already. A
    `Scale` (`search`).

    It may serve several views at once: a view is a set of cards that may come, and a rival.
    """

    here: Tables
    """The numbers of the phase."""
    rounds: int
    columns: Numbers
    """All that depends on one column, by column and height, shape (views, 8, 20)."""
    even: Numbers
    """Shape (views, 128)."""
    safe: Numbers
    rows: Numbers
    """All that depends on the number of full rows, shape (views, 16)."""

    @classmethod
    def of(cls, way: Way, unseen: Ints, rounds: int, rival: Ints, tables: Tables) -> Expected:
        """For a number of rounds to come. `unseen` has the unseen cards of each letter, shape (views, 7); `rival` the
        full rows of a rival, shape (views,)."""
        here = Tables(*(table[phase(rounds)] for table in tables))
        letters = here.letters.reshape(len(LETTERS), 3, CARDS)[np.arange(len(LETTERS)), :, unseen]
        none, one, more = letters.transpose(2, 0, 1)
        race = here.race.reshape(SIX + 1, -1).take(np.minimum(rival, SIX), 0)
        return cls(
            here,
            rounds,
            _columns(here, way, unseen),
            here.even + (one - none) @ SETS.T + none.sum(1, keepdims=True) + here.rounds[rounds],
            here.safe + (more - one) @ SETS.T,
            here.full_rows + race.take(np.arange(ROWS + 1), 1, mode="clip"),
        )

    @property
    def point(self) -> int:
        """The worth of a point."""
        return POINT

    @property
    def hold(self) -> int:
        """The worth of the hold, if it is not spent."""
        return int(self.here.held[0] - self.here.held[1]) if self.rounds else 0

    def worth(self, towers: Towers, six_lines: Ints | int, view: Ints | int = 0) -> Ints:
        """The points at the end to be expected from towers, shape (n,), if six full rows bring that many points and the
        hold is spent; `view` is the place of each one's view."""
        full = full_rows(towers.squares)
        value = _points(towers, full, six_lines)
        if not self.rounds:
            return value
        value += self.rows.take(view * self.rows.shape[1] + full)
        value += self.here.minos.take(np.minimum(towers.minos, MOST_MINOS)) + self.here.held[1]
        return value + self._of_surface(towers.heights, view) + self._of_squares(towers.squares)

    def out(self, towers: Towers, six_lines: Ints | int) -> Ints:
        """The points of towers whose seat is out: it earns no more."""
        return _points(towers, full_rows(towers.squares), six_lines)

    def _of_surface(self, heights: Small, view: Ints | int) -> Ints:
        here, each = self.here, kinds(heights[1:] - heights[:-1])
        both = pairs(each)
        once, twice = even_letters(each, both)
        value: Ints = by_column(self.columns, heights, view) + here.pairs.take(PAIR + both).sum(0)
        value += self.even.take(view * len(SETS) + once) + self.safe.take(view * len(SETS) + twice)
        value += here.highest.take(heights.max(0), mode="clip") + here.lowest.take(heights.min(0), mode="clip")
        value += here.depths.take(bounded_depths(heights)).sum(0)
        return value

    def _of_squares(self, squares: Squares) -> Ints:
        holes, rows, gaps = rows_and_holes(squares)
        value: Ints = self.here.holes.take(holes) + self.here.rows_with_holes.take(rows) + self.here.gaps.take(gaps)
        return value


def _points(towers: Towers, full: Ints, six_lines: Ints | int) -> Ints:
    """Points so far, shape (n,), of towers with that many full rows."""
    points: Ints = POINT * (ROW_POINTS * full + towers.earned + six_lines * (full >= SIX))
    return points


PAIR = np.arange(COLUMNS - 2)[:, None] * KINDS**2


def rows_and_holes(squares: Squares) -> tuple[Ints, Ints, Ints]:
    """Holes, rows with holes, and gaps of each tower, with their limits."""
    holes = below(squares) & ~squares
    without = marked_rows(squares) & ~marked_rows(holes)
    gaps = number_of(without * ROW & ~squares)
    return np.minimum(number_of(holes), MOST_HOLES), number_of(marked_rows(holes)), np.minimum(gaps, MOST_GAPS)


def bounded_depths(heights: Small) -> Small:
    """How far each column is below the lower of its neighbours, with its limits."""
    deep: Small = np.minimum(np.maximum(depths(heights), np.int8(0)), np.int8(DEEPEST))
    return deep


def _columns(here: Tables, way: Way, unseen: Ints) -> Numbers:
    """Icons, diamonds and heights, by view, column and height."""
    heights = np.arange(TALLEST + 1)
    worth = here.columns.reshape(COLUMNS // 2, -1)[MIRRORED][:, np.minimum(heights, ROWS)]
    worth = np.repeat(worth[None], len(unseen), 0)
    icons = here.icons.reshape(len(LETTERS), BEHIND + 1, CARDS)
    for place, letter in enumerate(LETTERS):
        for row, column in squares_of(ICONS[way][letter]):
            worth[:, column] += icons[place][distance(row - heights)[None], unseen[:, place, None]]
    for row, column in squares_of(DIAMONDS[way]):
        worth[:, column] += here.diamonds[distance(row - heights)]
    return worth


MIRRORED = np.minimum(np.arange(COLUMNS), np.arange(COLUMNS)[::-1])
"""The distance of each column from the nearer wall."""


def distance(above: Ints) -> Ints:
    """How far a mark is above its column, as the tables count it."""
    return np.where(above < 0, BEHIND, np.minimum(above, FAR))
