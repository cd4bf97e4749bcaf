"""The worth of a board for its owner, in points of our own. Bots compare it."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from operator import sub

from . import geometry
from .components import HEIGHT, TYPES
from .pieces import Piece, filled
from .placing import foreign, own
from .state import Board

ROW = 20
"""The worth of one more row under the bar."""

TOKEN = 12
"""The worth of a token."""

OUT = -10_000
"""The worth of the board of a seat that is out."""

_HOLE = 9
"""The loss for a free cell below a filled one, which no drop reaches."""

_STEP = 2
"""The loss for a difference of one cell between neighbouring columns."""

_ROOM = (-90, -50, -25, -10, 0)
"""The worth of few rows between the highest piece and the bar, by their number."""


_TYPICAL = tuple(TYPES.index(name) for name in ("V3", "T4", "L4", "U5"))
"""The types that represent a piece that is not drawn yet."""


def worth(board: Board) -> int:
    """The worth of the board."""
    if board.out:
        return OUT
    return _worth(filled(board.pieces), board.bar) + TOKEN * len(board.tokens)


def after(board: Board, piece: Piece) -> int:
    """The worth of the board after that piece is put down."""
    before = filled(board.pieces)
    cells = piece.cells
    now = before | cells
    rows = geometry.full_rows(now) & ~geometry.full_rows(before) & ~board.spent_rows
    icons = geometry.icons_under(cells) & ~board.spent_icons
    bar = min(HEIGHT, board.bar + rows.bit_count())
    return _worth(now, bar) + TOKEN * (len(board.tokens) + icons.bit_count())


def each_after(board: Board, pieces: Iterable[Piece]) -> dict[Piece, int]:
    """The worth of the board after each of these pieces is put down alone."""
    return {piece: after(board, piece) for piece in pieces}


@lru_cache(512)
def best(board: Board, kind: int, no_touch: bool) -> tuple[int, Piece | None]:
    """The worth of the board after the owner's best placement of a piece of that type, and the piece; OUT and None
    without a placement."""
    values = each_after(board, own(board, kind, no_touch).pieces)
    piece = max(values, key=values.__getitem__, default=None)
    return (OUT, None) if piece is None else (values[piece], piece)


def unknown(board: Board, no_touch: bool) -> int:
    """The worth of the board after the best placement of a piece that is still to be drawn."""
    return sum(best(board, kind, no_touch)[0] for kind in _TYPICAL) // len(_TYPICAL)


@lru_cache(512)
def worst(board: Board, kind: int, no_touch: bool, *, over: bool) -> int:
    """The worth of the board after the worst placement; OUT if a placement over the bar is allowed and possible."""
    spots = own(board, kind, no_touch) if over else foreign(board, kind, no_touch)
    return OUT if spots.over else min(each_after(board, spots.pieces).values())


def _worth(cells: int, bar: int) -> int:
    heights = geometry.heights(cells)
    holes = sum(heights) - cells.bit_count()
    steps: int = sum(map(abs, map(sub, heights, heights[1:])))
    room = min(bar - max(heights), len(_ROOM) - 1)
    return ROW * bar - _HOLE * holes - _STEP * steps + _ROOM[room]
