"""The further course of a game, by numpy: shapes of random dice are entered in the best-looking ways.

Sheets influence each other only by the end of the game. So each sheet is played on alone, with its points after each
shape; then the sheets of a table are compared when its first one is stuck.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import NamedTuple

import numpy as np

from ...game import Rng
from .batch import NUMBERS, Ints, Sets, all_ways, entries, points
from .components import DICE, SYMBOLS
from .shapes import arrangements, neighbours
from .worth import POINT, worth

NO_BAND = -1
"""Stands for the band at a table of several seats, where any symbols may run over the edge."""


class Sheets(NamedTuple):
    """A batch of `n` sheets with their bands."""

    sets: Sets
    """The sheets as `batch` has them, shape (n, 3)."""
    band: Ints
    """Spaces left on the band of each, or `NO_BAND`; shape (n,)."""

    @property
    def may_run_over(self) -> Ints:
        """Symbols of a shape that may run over the edge of each."""
        return np.where(self.band == NO_BAND, DICE, np.minimum(self.band, DICE))

    @property
    def points(self) -> Ints:
        """The points of each, with those of the band."""
        return points(self.sets) + np.maximum(self.band, 0)

    def take(self, places: Ints) -> Sheets:
        """Those of the batch."""
        return Sheets(self.sets[places], self.band[places])


class Entered(NamedTuple):
    """Sheets after shapes have been entered; each in one way, or in several that lie together."""

    sheets: Sheets
    looks: Ints
    """The worth of each, with the band."""
    sources: Ints
    """For each, the place of the sheet before, rising."""
    ways: Ints
    """The way of each, by its place in `batch.Ways`."""

    def take(self, places: Ints) -> Entered:
        """Those of the batch."""
        return Entered(self.sheets.take(places), self.looks[places], self.sources[places], self.ways[places])


def all_entered(sheets: Sheets, shapes: Ints) -> Entered:
    """Each sheet after the shape of that number has been entered, in every way that fits."""
    found = entries(sheets.sets, shapes, sheets.may_run_over)
    band = sheets.band[found.sources]
    band = np.where(band == NO_BAND, NO_BAND, band - all_ways().over[found.ways])
    looks = worth(found.sheets) + POINT * np.maximum(band, 0)
    return Entered(Sheets(found.sheets, band), looks, found.sources, found.ways)


def best_entered(sheets: Sheets, shapes: Ints) -> Entered:
    """Each sheet after the shape has been entered in the best-looking way, without those that it does not fit."""
    found = all_entered(sheets, shapes)
    order = np.lexsort((-found.looks, found.sources))
    sources = found.sources[order]
    return found.take(order[np.flatnonzero(np.diff(sources, prepend=-1))])


class Courses(NamedTuple):
    """The courses of `n` sheets in each of `m` games."""

    sheets: Sequence[Sheets]
    """The sheets after each number of shapes, those of the first game first; unchanged once they are stuck."""
    entered: Ints
    """The shapes that each takes, shape (m, n)."""

    def ends(self, tables: Ints) -> Ints:
        """The points at the end of each game at each table, shape (m, t, seats).

        `tables` has the places of the sheets of each table, shape (t, seats). When the first sheet is stuck, the others
        still take the shape if they can.
        """
        games, number = self.entered.shape
        entered = self.entered[:, tables]
        last = np.minimum(entered, entered.min(2, keepdims=True) + 1)
        places = number * np.arange(games)[:, None, None] + tables
        sets = np.stack([sheets.sets for sheets in self.sheets])[last, places]
        band = np.stack([sheets.band for sheets in self.sheets])[last, places]
        return Sheets(sets.reshape(-1, len(SYMBOLS)), band.reshape(-1)).points.reshape(last.shape)


def courses(sheets: Sheets, chances: Sequence[Rng]) -> Courses:
    """Play each sheet on until it is stuck, once with the dice of each source of chance. All sheets get the same
    shapes."""
    number, games = len(sheets.band), len(chances)
    now = Sheets(np.tile(sheets.sets, (games, 1)), np.tile(sheets.band, games))
    entered, live, course = np.zeros(games * number, np.int64), np.arange(games * number), [now]
    while len(live):
        shapes = np.array([random_shape(rng) for rng in chances])[live // number]
        after = best_entered(now.take(live), shapes)
        live = live[after.sources]
        now = Sheets(now.sets.copy(), now.band.copy())
        now.sets[live], now.band[live] = after.sheets
        entered[live] += 1
        course.append(now)
    return Courses(course, entered.reshape(games, number))


def random_shape(rng: Rng) -> int:
    """The number of a shape that a player may make of four dice: like symbols are together."""
    dice = "".join(sorted(SYMBOLS[rng.randrange(len(SYMBOLS))] for _ in range(DICE)))
    made = _together(dice)
    return made[rng.randrange(len(made))]


@cache  # 15 different results of four dice
def _together(dice: str) -> tuple[int, ...]:
    most = max(map(neighbours, arrangements(dice)))
    return tuple(NUMBERS[arrange] for arrange in arrangements(dice) if neighbours(arrange) == most)
