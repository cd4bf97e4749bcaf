"""The possible places of a piece (1.5 to 1.8, 2.6, 2.7)."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from itertools import chain
from typing import NamedTuple

from ...errors import IllegalMove
from . import geometry, landing
from .clauses import illegal
from .components import HEIGHT, TYPES
from .landing import Landing, first_cell
from .moves import Place
from .notation import format_move
from .pieces import Piece, filled, filled_by
from .state import Board

_CACHED = 64
"""Boards and types whose placements are remembered: those of a few tables, for one question and its answer."""


class Spots(NamedTuple):
    """The placements of one type on one board."""

    kind: int
    places: Landing
    """Places under the bar."""
    below: list[Place]
    """Placements that stay under the bar: the ways to these places."""
    over: list[Place]
    """Placements that overlap the bar."""

    def has(self, place: Place) -> bool:
        """Whether the placement is one of these."""
        return first_cell(self.places, place) is not None or place in self.over

    def lying(self, place: Place) -> Piece | None:
        """The piece as it will lie; None if it overlaps the bar."""
        first = first_cell(self.places, place)
        return None if first is None else Piece(first, place.shape)

    def each(self) -> Iterator[Place]:
        """All of them, those under the bar first."""
        return chain(self.below, self.over) if self.over else iter(self.below)

    @property
    def pieces(self) -> Iterator[Piece]:
        """The pieces as they will lie after the placements under the bar, in their order."""
        return landing.pieces(self.kind, self.places)

    @property
    def first(self) -> Place:
        """The first placement by orientation, column and slide (none, left, right); one under the bar, if there is
        any."""
        return min(
            self.below or self.over, key=lambda place: (place.shape, place.column, place.slide != 0, place.slide)
        )


def own(board: Board, kind: int, no_touch: bool) -> Spots:
    """The choices of the board's owner, or of its steering seat: never empty (2.8)."""
    found = spots(board.pieces, board.bar, kind)
    if not no_touch:
        return found
    apart = _apart(board, found)
    return Spots(kind, apart.places, apart.below, found.over) if apart.below else found


def foreign(board: Board, kind: int, no_touch: bool) -> Spots:
    """The choices of another seat: without an overlap with the bar, and possibly empty."""
    found = spots(board.pieces, board.bar, kind)
    return _apart(board, found) if no_touch else Spots(kind, found.places, found.below, [])


def _apart(board: Board, found: Spots) -> Spots:
    """The placements under the bar that touch no other piece of the type."""
    beside = geometry.neighbours(filled_by(board.pieces, found.kind))
    touching = landing.meeting(found.kind, beside)
    straight, right, left = found.places
    places = straight & ~touching, right & ~touching, left & ~touching
    return Spots(found.kind, places, landing.moves(found.kind, places)[0], [])


@lru_cache(_CACHED)
def spots(pieces: bytes, bar: int, kind: int) -> Spots:
    """All placements of the type, also beside pieces of the same type; one for each set of cells."""
    places = landing.let_down(kind, filled(pieces), bar)
    below, over = landing.moves(kind, places)
    return Spots(kind, places, below, over)


def as_written(board: Board, place: Place) -> Place:
    """The placement as it is written where two ways lead to the same cells (1.8); itself where it may not lie."""
    everywhere = spots(board.pieces, board.bar, place.kind)
    start = everywhere.lying(place._replace(slide=0))
    if not place.fits or everywhere.has(place) or start is None:
        return place
    there = Piece(start.first + HEIGHT * place.slide, place.shape)
    return next((move for move in everywhere.below if everywhere.lying(move) == there), place)


def refused(board: Board, place: Place, *, foreign: bool) -> IllegalMove:
    """The refusal of a placement that is not possible on the seat's own or on another's board."""
    if not place.fits:
        return illegal("the piece sticks out of the board there", "1.5")
    everywhere = spots(board.pieces, board.bar, place.kind)
    start = everywhere.lying(place._replace(slide=0))
    if place in everywhere.over:
        return illegal("on another player's board the piece may not overlap the bar", "2.6")
    if start is None:
        return illegal("a piece that overlaps the bar cannot slide", "1.7")
    if not everywhere.has(place):
        there = Piece(start.first + HEIGHT * place.slide, place.shape)
        if there.cells & filled(board.pieces):
            return illegal("there is no room to slide", "1.6")
        twin = format_move(as_written(board, place))
        return illegal(f"this placement is spelled {twin}", "1.8")
    unless = "" if foreign else " while it can lie elsewhere"
    return illegal(f"a {TYPES[place.kind]} may not touch another one{unless}", "2.7")
