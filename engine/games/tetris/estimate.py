"""Preferences of the normal bot: full rows and icons, no holes, a low even surface."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

from .achievements import Landing, fulfilled, next_space
from .components import COLUMNS, SPACE_POINTS
from .falling import dropped, drops, fitting, fitting_after
from .moves import DOWN, HOLD, UP, Drop, Hold, Move, Stand
from .pieces import DIAMONDS, ICONS, PIECES
from .state import State, Tower

_DEEPEST = 3
"""The most minos into one column in one round."""


def candidates(state: State, seat: int) -> Iterator[Move]:
    """All placements, `hold`, and the placements after minos that level out one column lower than a neighbour."""
    if state.current is None:
        yield from (UP, DOWN)
        return
    tower, letter = state.towers[seat], state.current
    numbers = fitting(letter, tower.heights)
    yield from drops(letter, numbers)
    if tower.held is None:
        yield HOLD
    for minos in _fills(tower):
        yield from drops(letter, fitting_after(numbers, tower.heights, minos), minos)


def _fills(tower: Tower) -> Iterator[tuple[int, ...]]:
    """One to three minos into a column that is this much lower than the higher of its neighbours."""
    for column, height in enumerate(tower.heights):
        beside = tower.heights[max(0, column - 1) : column + 2]
        depth = min(max(beside) - height, tower.minos, _DEEPEST)
        yield from ((column,) * number for number in range(1, depth + 1))


_ROW = 8
_ICON = 18
_DIAMOND = 10
_SPACE_POINT = 12
"""Worth of a point of an achievement card."""
_HOLES = (30, 36, 27, 33)
"""The loss for a covered empty square, whose row can never be full; one value for each seat. The values differ, so that
bots with equal towers do not all build the same."""
_STEP = 3
"""The loss for a difference of one row between neighbouring columns."""
_HEIGHT = 1
"""The loss for each row of the highest column."""
_MINO = 12
_HOLD = 30
"""The values of a mino and of the unused hold: a move that spends them must earn more."""


def estimate(state: State, seat: int, move: Move) -> int:
    """The worth of the tower after the move, plus the gains of the move, less the spent minos and hold."""
    tower = state.towers[seat]
    match move:
        case Stand():
            return 0
        case Hold():
            return _surface(tower, seat) - _HOLD
        case Drop(number, minos):
            after, landing = dropped(tower, minos, PIECES[number])
            earned = _ROW * (after.rows - tower.rows) + _achieved(state, seat, after, landing) - _MINO * len(minos)
            return _surface(after, seat) + _covered(tower, landing) + earned


def _surface(tower: Tower, seat: int) -> int:
    holes = sum(tower.heights) - tower.squares.bit_count()
    steps = sum(abs(left - right) for left, right in pairwise(tower.heights))
    return -_HOLES[seat] * holes - _STEP * steps - _HEIGHT * max(tower.heights)


def _covered(tower: Tower, landing: Landing) -> int:
    if tower.way is None:
        return 0
    piece, row = landing
    covered = piece.squares << COLUMNS * row
    icons = (covered & ICONS[tower.way][piece.letter]).bit_count()
    return _ICON * icons + _DIAMOND * (covered & DIAMONDS[tower.way]).bit_count()


def _achieved(state: State, seat: int, after: Tower, landing: Landing) -> int:
    """The worth of the spaces that the seat would get now if no other seat got one."""
    worth = 0
    for card in state.cards:
        space = next_space(card, state.seats)
        if space is not None and not any(seat in seats for seats in card.spaces):
            worth += _SPACE_POINT * SPACE_POINTS[space] * fulfilled(card.name, after, landing)
    return worth
