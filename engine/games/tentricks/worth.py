"""How good a board is for its owner, in points of our own: what bots compare."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from operator import sub

from . import geometry
from .components import HEIGHT, TYPES
from .moves import Place
from .pieces import Piece, layout
from .placing import foreign, own
from .state import Board

ROW = 20
"""A row more under the bar."""

TOKEN = 12
"""A token in hand."""

OUT = -10_000
"""Being out."""

_HOLE = 9
"""A free cell below a filled one: no drop reaches it."""

_STEP = 2
"""A cell of difference between neighbouring columns."""

_ROOM = (-90, -50, -25, -10, 0)
"""The rows between the highest piece and the bar, if they are few."""


_TYPICAL = tuple(TYPES.index(name) for name in ("V3", "T4", "L4", "U5"))
"""The types that stand for a piece that nobody knows yet."""


def worth(board: Board) -> int:
    """The board as it is."""
    if board.out:
        return OUT
    return _worth(layout(board.pieces).filled, board.bar) + TOKEN * len(board.tokens)


def after(board: Board, piece: Piece) -> int:
    """The board after that piece is put down."""
    there = layout(board.pieces)
    cells = piece.cells
    filled = there.filled | cells
    rows = geometry.full_rows(filled) & ~there.full & ~board.spent_rows
    icons = geometry.icons_under(cells) & ~board.spent_icons
    bar = min(HEIGHT, board.bar + rows.bit_count())
    return _worth(filled, bar) + TOKEN * (len(board.tokens) + icons.bit_count())


def each_after(board: Board, sound: Mapping[Place, int]) -> dict[Piece, int]:
    """The board after each of these placements."""
    pieces = [Piece(first, place.shape) for place, first in sound.items()]
    return {piece: after(board, piece) for piece in pieces}


@lru_cache(512)
def best(board: Board, kind: int, no_touch: bool) -> tuple[int, Piece | None]:
    """The board after the best own placement of a piece of that type, and the piece; OUT and None without a
    placement."""
    values = each_after(board, own(board, kind, no_touch).sound)
    piece = max(values, key=values.__getitem__, default=None)
    return (OUT, None) if piece is None else (values[piece], piece)


def unknown(board: Board, no_touch: bool) -> int:
    """The board after the best placement of a piece that is still to be drawn."""
    return sum(best(board, kind, no_touch)[0] for kind in _TYPICAL) // len(_TYPICAL)


@lru_cache(512)
def worst(board: Board, kind: int, no_touch: bool, *, over: bool) -> int:
    """The board after the placement that is worst for it; OUT if one may overlap the bar, and does."""
    spots = own(board, kind, no_touch) if over else foreign(board, kind, no_touch)
    return OUT if spots.over else min(each_after(board, spots.sound).values())


def _worth(filled: int, bar: int) -> int:
    heights = geometry.heights(filled)
    holes = sum(heights) - filled.bit_count()
    steps: int = sum(map(abs, map(sub, heights, heights[1:])))
    room = min(bar - max(heights), len(_ROOM) - 1)
    return ROW * bar - _HOLE * holes - _STEP * steps + _ROOM[room]
