"""The places of a piece that look good at a glance: few of all fifty are worth judging.

A place looks good if the piece touches much, covers little, lies low, fills rows and wins tokens. The weights were
fitted to the judge that looks at each seat alone: its best place is among the best eight in 97 of 100 cases, and those
eight lose it a seven-hundredth of a strength of one (`network.ODDS`) in the mean.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from .components import HEIGHT
from .features import COUNTS, Columns, Ints, columns_of
from .lying import COLUMNS, ICONS
from .pieces import filled
from .prospects import Open, full

_WIDTH = 8
"""Places that are kept."""
_SIDE, _DOWN, _COVERED, _HEIGHT, _RISE, _ROW, _ICON = 4, 3, -3, -1, -13, 17, 20
"""Weights: of each side of a cell that touches a neighbour or a wall; of each that touches a cell below or above, or
the floor; of each free cell below the piece; of the row of each cell; of each row above the highest piece; of each
full row; of each icon."""


def good_places(pieces: Sequence[Open]) -> list[Open]:
    """The pieces, each with the places that look best to the owner of the board. If another seat decides, it keeps all
    its places."""
    many = [each for each in pieces if _is_own(each) and len(each.places) > _WIDTH]
    if not many:
        return list(pieces)
    ends = np.cumsum([len(each.places) for each in many])
    few = {id(each): _best(each, looks) for each, looks in zip(many, np.split(_looks(many), ends[:-1]), strict=True)}
    return [few.get(id(each), each) for each in pieces]


def _is_own(piece: Open) -> bool:
    return piece.due.by == piece.due.on


def _best(piece: Open, looks: Ints) -> Open:
    kept = np.sort(np.argsort(-looks, kind="stable")[:_WIDTH])
    return Open(piece.due, [piece.places[place] for place in kept.tolist()], piece.lying[kept])


def _looks(pieces: Sequence[Open]) -> Ints:
    """How good each place looks, those of one piece after those of another."""
    boards = [due.state.boards[due.on] for due, _, _ in pieces]
    of = np.repeat(np.arange(len(pieces)), [len(places) for _, places, _ in pieces])
    lying = np.concatenate([lying for _, _, lying in pieces])
    before = columns_of([filled(board.pieces) for board in boards])
    there, piece = before[:, of], COLUMNS[:, lying]
    done = full(before) | np.array([board.spent_rows for board in boards])
    rows = COUNTS[full(there | piece) & ~done[of]].astype(np.int64)
    icons = COUNTS[ICONS[lying] & ~np.array([board.spent_icons for board in boards])[of]].astype(np.int64)
    found: Ints = (
        _FIXED[lying]
        + _SIDE * (_count(piece[1:] & there[:-1]) + _count(piece[:-1] & there[1:]))
        + _DOWN * (_count(piece & there << 1) + _count(piece & there >> 1))
        + _COVERED * _count(_BELOW[:, lying] & ~there)
        + _RISE * np.maximum(0, _TOP[lying] - _tops(before)[of])
        + _ROW * rows
        + _ICON * icons
    )
    return found


def _count(cells: NDArray[np.integer[Any]]) -> Ints:
    """The number of cells of each board, shape (n,)."""
    found: Ints = np.bitwise_count(cells).sum(0, dtype=np.int64)
    return found


def _tops(columns: Columns) -> Ints:
    """The row just above the highest cell, shape (n,)."""
    every = np.bitwise_or.reduce(columns, 0).astype(np.int64)
    found: Ints = (every[:, None] >> np.arange(HEIGHT) > 0).sum(1)
    return found


def _height_sums() -> Ints:
    """The sum of the rows of each piece's cells, shape (numbers,)."""
    rows = np.stack([_count(COLUMNS >> row & 1) for row in range(HEIGHT)])
    found: Ints = np.arange(HEIGHT) @ rows
    return found


_LOWEST = COLUMNS & -COLUMNS.astype(np.int64)
_BELOW = np.maximum(0, _LOWEST - 1).astype(np.uint16)
"""The cells below each piece."""
_TOP = _tops(COLUMNS)
_WALLS = _count(COLUMNS[:1]) + _count(COLUMNS[-1:])
_FIXED = _HEIGHT * _height_sums() + _SIDE * _WALLS + _DOWN * _count(COLUMNS & 1)
"""The part of a look that does not depend on the board."""
