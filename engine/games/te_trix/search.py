"""Te-Trix by numpy: all ways to enter a shape into many sheets are evaluated at once.

The best-looking moves of a seat are played on: dice are rolled, made into a shape with like symbols together, and
entered at the best-looking place, for as many rounds as are left or the level looks ahead. All samples of all moves are
one batch. Other sheets do not matter: everybody enters the same shape.

A batch of `n` sheets is an array of shape (n, 3): the boxes of O, S and X as sets of bits (`sheet`).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache

import numpy as np
from numpy.typing import NDArray

from ...bots.budget import Budget
from ...bots.chance import Stream
from ...bots.search import Weighed, looked_at
from ...game import Rng
from .components import AREA, DICE, SYMBOLS
from .game import TeTrix
from .moves import STOP, Arrange, Move, Place
from .placements import EVERYWHERE, placements
from .scoring import score
from .shapes import arrangements, neighbours
from .sheet import ALL
from .state import State

Sets = NDArray[np.uint64]
Ints = NDArray[np.int64]

_WIDTH = 16
_SAMPLES = 8
_ROUNDS = 3
"""Rounds that are played on."""
_ALL = np.uint64(ALL)
_ONE, _COLUMN, _NONE = np.uint64(1), np.uint64(8), np.uint64(0)
_PROMISE = np.array((0, 1, 3, 7, 13, 20))
"""The value of an area of that many boxes; from five on an area scores."""
_POINT = 20
"""A point of the score pad on this scale."""
_NOWHERE = -1_000_000


def _beside(boxes: Sets) -> Sets:
    """The boxes that share an edge with a box of the set, or belong to it."""
    around: Sets = (boxes | boxes << _ONE | boxes >> _ONE | boxes << _COLUMN | boxes >> _COLUMN) & _ALL
    return around


def _spread(area: Sets, boxes: Sets) -> Sets:
    """The connected part of the boxes that contains the area."""
    while True:
        grown = _beside(area) & boxes
        if np.array_equal(grown, area):
            return area
        area = grown


def worth(sheets: Sets) -> Ints:
    """Areas times boxes for each symbol, shape (n,); areas too small count in part if they have room to grow."""
    free = _ALL & ~np.bitwise_or.reduce(sheets, axis=1)
    boxes = sheets.reshape(-1)
    room = np.repeat(free, len(SYMBOLS)) | boxes
    promise, sizes = np.zeros(len(boxes), np.int64), np.zeros(len(boxes), np.int64)
    places = np.nonzero(boxes)[0]
    left = boxes[places]
    while len(places):
        area = _spread(left & (~left + _ONE), left)
        size = np.bitwise_count(area).astype(np.int64)
        reach = area
        for _ in range(AREA - 1):
            reach = _beside(reach) & room[places]
        counts = np.bitwise_count(reach) >= AREA
        promise[places] += np.where(counts, _PROMISE[np.minimum(size, AREA)], 0)
        sizes[places] += np.where(counts, size, 0)
        left = left & ~area
        going_on = left != _NONE
        places, left = places[going_on], left[going_on]
    total: Ints = (promise * sizes).reshape(-1, len(SYMBOLS)).sum(1)
    return total


@cache  # at most 402 different arrangements
def _ways(arrange: Arrange) -> Sets:
    """The boxes that each way to enter a shape adds to a sheet, shape (ways, 3)."""
    table = np.zeros((len(placements(arrange)), len(SYMBOLS)), np.uint64)
    for row, placement in enumerate(placements(arrange)):
        for symbol, box in zip(arrange.symbols, placement.each, strict=True):
            table[row, SYMBOLS.index(symbol)] |= np.uint64(box)
    return table


def _best_entries(sheets: Sets, arrange: Arrange) -> tuple[Sets, Ints]:
    """Each sheet after the best way to enter the shape, with its value; unchanged if there is no room."""
    ways = _ways(arrange)
    boxes = np.bitwise_or.reduce(ways, axis=1)
    taken = np.bitwise_or.reduce(sheets, axis=1)
    fits = (taken[:, None] & boxes) == _NONE
    sheet, way = np.nonzero(fits)
    after = sheets[sheet] | ways[way]
    value = np.full(fits.shape, _NOWHERE)
    value[sheet, way] = worth(after)
    best = value.argmax(1)
    found = value[np.arange(len(sheets)), best]
    return np.where((found > _NOWHERE)[:, None], sheets | ways[best], sheets), np.maximum(found, worth(sheets))


class TeTrixSearch:
    """The search that the module describes. A node is one shape entered into one sheet."""

    nodes: Mapping[str, int] = {"hard": 1_500, "expert": 12_000}

    def weigh(
        self, game: TeTrix, state: State, seat: int, rng: Rng, budget: Budget, also: Sequence[Move] = ()
    ) -> list[Weighed[Move]]:
        """Moves by the value of the seat's sheet some rounds later."""
        moves = looked_at(game, state, seat, _WIDTH, also)
        sheets = np.stack([_after(state, seat, move) for move in moves])
        total, seed, number = np.zeros(len(moves), np.int64), rng.randrange(1 << 62), 0
        while not number or not budget.is_spent:
            total += _played_on(sheets, Stream(seed + number))
            number += 1
            budget.spend(len(moves) * _SAMPLES * _ROUNDS)
        cost = np.array([_over(state, move) for move in moves])
        values = total // (number * _SAMPLES) - cost
        if STOP in moves:  # no shape is entered any more
            values[moves.index(STOP)] = _POINT * score(state.sheets[seat])
        order = np.argsort(-values, kind="stable")
        return [Weighed(moves[place], int(values[place])) for place in map(int, order)]


def _played_on(sheets: Sets, rng: Rng) -> Ints:
    """The sum over some samples of the value of each sheet some rounds later, the same shapes for all sheets."""
    total = np.zeros(len(sheets), np.int64)
    for _ in range(_SAMPLES):
        there = sheets
        looks = np.zeros(len(sheets), np.int64)
        for _ in range(_ROUNDS):
            there, looks = _best_entries(there, _shape(rng))
        total += looks
    return total


def _shape(rng: Rng) -> Arrange:
    """A shape that a player may make of four dice: like symbols are together."""
    dice = "".join(sorted(SYMBOLS[rng.randrange(len(SYMBOLS))] for _ in range(DICE)))
    made = _together(dice)
    return made[rng.randrange(len(made))]


@cache  # 15 different results of four dice
def _together(dice: str) -> tuple[Arrange, ...]:
    most = max(map(neighbours, arrangements(dice)))
    return tuple(arrange for arrange in arrangements(dice) if neighbours(arrange) == most)


def _after(state: State, seat: int, move: Move) -> Sets:
    """The seat's sheet after its move, shape (3,); after the best entry of a shape that it makes."""
    sheet = state.sheets[seat]
    now = np.array([sheet.of(symbol) for symbol in SYMBOLS], np.uint64)
    match move:
        case Arrange():
            entered: Sets = _best_entries(now[None], move)[0][0]
            return entered
        case Place() if state.shape is not None:
            each = EVERYWHERE[state.shape.shape][move].each
            new = sheet.with_symbols(state.shape.symbols, each)
            return np.array([new.of(symbol) for symbol in SYMBOLS], np.uint64)
        case _:
            return now


def _over(state: State, move: Move) -> int:
    """The cost of the move in points of the band."""
    if state.band is None or state.shape is None or not isinstance(move, Place):
        return 0
    boxes = EVERYWHERE[state.shape.shape][move].boxes
    return _POINT * (DICE - boxes.bit_count())


SEARCH = TeTrixSearch()
