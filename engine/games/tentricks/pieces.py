"""The pieces on a board: two bytes each, first cell and shape (see `shapes`), sorted by first cell."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator
from functools import cache, lru_cache
from operator import lshift
from typing import NamedTuple

from . import geometry
from .shapes import BITS, KINDS, REACH

_CACHED = 512
"""Boards about which facts are remembered: those of a few tables, before and after a step."""


class Piece(NamedTuple):
    """A shape and the number of its first cell."""

    first: int
    shape: int

    @property
    def kind(self) -> int:
        """Its type."""
        return KINDS[self.shape]

    @property
    def cells(self) -> int:
        """The cells that it fills."""
        return BITS[self.shape] << self.first

    @property
    def name(self) -> int:
        """The cell that names it: its lowest, then leftmost (1.9)."""
        return self.first + REACH[self.shape]


def each(pieces: bytes) -> Iterator[Piece]:
    """All pieces, in order."""
    return map(Piece, pieces[::2], pieces[1::2])


def with_piece(pieces: bytes, piece: Piece) -> bytes:
    """The pieces, with one added."""
    place = 2 * bisect_left(pieces[::2], piece.first)
    return pieces[:place] + bytes(piece) + pieces[place:]


def without_piece(pieces: bytes, piece: Piece) -> bytes:
    """The pieces, with one removed."""
    place = 2 * pieces[::2].index(piece.first)
    return pieces[:place] + pieces[place + 2 :]


@lru_cache(_CACHED)
def filled(pieces: bytes) -> int:
    """The cells of all pieces."""
    return sum(map(lshift, map(BITS.__getitem__, pieces[1::2]), pieces[::2]))


def filled_by(pieces: bytes, kind: int) -> int:
    """The cells of all pieces of one type."""
    return sum(piece.cells for piece in each(pieces) if piece.kind == kind)


def named(pieces: bytes, cell: int) -> Piece | None:
    """The piece of that name."""
    for first, shape in zip(pieces[::2], pieces[1::2], strict=True):
        if first + REACH[shape] == cell:
            return Piece(first, shape)
    return None


def is_accessible(piece: Piece, cells: int) -> bool:
    """Whether only its own cells lie above it on a board with these cells filled (1.10)."""
    return not _shadow(piece) & cells


@lru_cache(_CACHED)
def accessible(pieces: bytes) -> tuple[Piece, ...]:
    """The pieces that can be lifted straight off the board, in order."""
    cells = filled(pieces)
    return tuple([piece for piece in each(pieces) if not _shadow(piece) & cells])


@lru_cache(_CACHED)
def names(pieces: bytes) -> tuple[int, ...]:
    """The names of these pieces."""
    return tuple([piece.name for piece in accessible(pieces)])


@cache  # at most one for each cell and shape
def _shadow(piece: Piece) -> int:
    return geometry.shadow(piece.cells)


@cache
def touching(piece: Piece) -> int:
    """The cells that share an edge with the piece."""
    return geometry.neighbours(piece.cells)
