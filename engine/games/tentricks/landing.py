"""A piece let down onto a board: all places where it comes to rest, as sets of places (1.5 to 1.8).

All shapes of a type are let down at once: see `layers`.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import compress

from . import geometry
from .components import HEIGHT
from .layers import APART, HALF, OF_TYPE, STARTS, spread
from .moves import Place
from .pieces import Piece

Landing = tuple[int, int, int]
"""The places of a type below the bar, a set for each way to get there: straight down, sliding right, sliding left. So
the index is a move's `slide`, with the last for -1. No place is in two sets."""


def let_down(kind: int, cells: int, bar: int) -> Landing:
    """The places of the type on a board with these cells filled.

    A drop ends at the lowest place of its column with a free way from above. A slide needs a place where the piece
    meets no cell. Of two moves to one place the drop counts, then the slide to the right.
    """
    room = OF_TYPE[kind].room[bar]
    shut = met = meeting(kind, cells)
    for depth in (1, 2, 4, 8):
        shut |= shut >> depth
    free = room ^ room & shut
    straight = free ^ (free & free << 1)
    aside = room ^ room & (met | straight)
    right = straight << APART & aside
    left = straight >> APART & aside
    return straight, right, left ^ left & right


def meeting(kind: int, cells: int) -> int:
    """The places in which a piece of the type has one of these cells."""
    layers = OF_TYPE[kind]
    met = board = spread(cells, layers.number)
    for offset, places in layers.offsets:
        met |= board >> offset & places
    return met


def moves(kind: int, landing: Landing) -> tuple[list[Place], list[Place]]:
    """The moves to places below the bar, for each shape its drops, then its slides; and the drops that end nowhere
    below it."""
    layers = OF_TYPE[kind]
    straight, _, _ = landing
    ways = _ways(landing)
    ways |= ways >> 8
    below = [*compress(layers.ways, ways.to_bytes(layers.size, "little")[::2])]
    # The sum carries into the bit above a column if one of its rows is in the set.
    nowhere = layers.edges & ~(straight + layers.columns)
    return below, [*compress(layers.drops, nowhere.to_bytes(layers.size, "little")[2::4])] if nowhere else []


def pieces(kind: int, landing: Landing) -> Iterator[Piece]:
    """The pieces as they lie after the moves to places below the bar, in the order of `moves`."""
    layers = OF_TYPE[kind]
    columns = layers.rows.unpack(_ways(landing).to_bytes(layers.size, "little"))
    for move, rows in zip(compress(layers.ways, columns), filter(None, columns), strict=True):
        yield Piece(HEIGHT * (move.column + move.slide) + rows.bit_length() - 1, move.shape)


def _ways(landing: Landing) -> int:
    """The straight places in the lower half of each layer; the others, by slides, in the upper half."""
    straight, right, left = landing
    return straight | right << HALF - APART | left << HALF + HEIGHT


def first_cell(landing: Landing, move: Place) -> int | None:
    """The first cell of the piece after the move; None if the move leads to no place in the sets."""
    shape, column, slide = move
    column += slide
    rows = landing[slide] >> STARTS[shape] + APART * column & geometry.COLUMN if column >= 0 else 0
    return HEIGHT * column + rows.bit_length() - 1 if rows else None
