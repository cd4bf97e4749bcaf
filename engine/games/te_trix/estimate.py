"""Preferences of the normal bot: scoring and promising areas, weighed as the score pad does."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache

from . import scoring
from .components import AREA, DICE, SYMBOLS
from .moves import Arrange, Move, Place
from .placements import EVERYWHERE, over_edge
from .shapes import neighbours
from .sheet import ALL, Sheet, areas, beside, members
from .state import State

_PROMISE = (0, 1, 3, 7, 13, 20)
"""The value of an area of that many boxes; the last is for scoring areas of any size."""

_POINT = _PROMISE[AREA]
"""A point of the score pad on this scale."""

_TOGETHER = 8
"""Worth of two equal symbols side by side in a shape, in addition to the gain of each."""


def estimate(state: State, seat: int, move: Move) -> int:
    """For a shape, roughly the gain of its best placement on the seat's own sheet; for a placement, the worth of the
    sheet after it."""
    sheet = state.sheets[seat]
    match move:
        case Arrange():
            return _best_gain(sheet, move, state.may_run_over) + _TOGETHER * neighbours(move)
        case Place() if state.shape is not None:
            placement = EVERYWHERE[state.shape.shape][move]
            lost = over_edge(placement.boxes) if state.band is not None else 0
            return _worth(sheet.with_symbols(state.shape.symbols, placement.each)) - _POINT * lost
        case _:
            return _POINT * scoring.score(sheet)


def _worth(sheet: Sheet) -> int:
    free = ALL & ~sheet.taken
    return sum(_worth_of(sheet.of(symbol), free) for symbol in SYMBOLS)


@lru_cache(maxsize=1 << 14)
def _worth_of(boxes: int, free: int) -> int:
    """Areas times boxes of one symbol, areas too small counting in part if they have room to grow."""
    sizes = [area.bit_count() for area in areas(boxes) if _can_count(area, area | boxes | free)]
    return sum(_PROMISE[min(size, AREA)] for size in sizes) * sum(sizes)


def _can_count(area: int, room: int) -> bool:
    while area.bit_count() < AREA:
        grown = beside(area) & room
        if grown == area:
            return False
        area = grown
    return True


def _best_gain(sheet: Sheet, arrange: Arrange, may_run_over: int) -> int:
    """The highest gain of the symbols in any placement, each counted as if it were entered alone."""
    first, second, third, fourth = (_gains(sheet)[symbol] for symbol in arrange.symbols)
    taken, fewest = sheet.taken, DICE - may_run_over
    return max(
        (
            first[one] + second[two] + third[three] + fourth[four]
            for _, boxes, (one, two, three, four) in EVERYWHERE[arrange.shape].values()
            if not boxes & taken and boxes.bit_count() >= fewest
        ),
        default=0,
    )


@lru_cache(maxsize=16)
def _gains(sheet: Sheet) -> Mapping[str, Mapping[int, int]]:
    """For each symbol its gain in each free box. A symbol over the edge gains nothing."""
    now = _worth(sheet)
    free = ALL & ~sheet.taken
    return {
        symbol: {0: 0} | {box: _worth(sheet.with_symbols(symbol, (box,))) - now for box in members(free)}
        for symbol in SYMBOLS
    }
