"""The possible places of a piece (1.5 to 1.8, 2.6, 2.7)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from itertools import chain, pairwise
from typing import NamedTuple

from ...drop import resting_rows, underside
from ...errors import IllegalMove
from .clauses import illegal
from .components import HEIGHT, TYPES, WIDTH
from .moves import Place
from .notation import format_move
from .pieces import Piece, filled_by, layout, touching
from .shapes import OF_KIND, SHAPES
from .state import Board

_CACHED = 512
"""Boards and types whose placements are remembered: those of a few tables, for one question and its answer."""


@dataclass(frozen=True, slots=True)
class Spots:
    """The placements of one type on one board."""

    sound: Mapping[Place, int]
    """Placements that stay under the bar, each with the first cell of the resting piece."""
    over: tuple[Place, ...]
    """Placements that overlap the bar."""

    def __contains__(self, place: object) -> bool:
        return place in self.sound or place in self.over

    def lying(self, place: Place) -> Piece | None:
        """The piece as it will lie; None if it overlaps the bar."""
        first = self.sound.get(place)
        return None if first is None else Piece(first, place.shape)

    @property
    def first(self) -> Place:
        """The first placement by orientation, column and slide (none, left, right); one under the bar, if there is
        any."""
        return min(
            self.sound or self.over, key=lambda place: (place.shape, place.column, place.slide != 0, place.slide)
        )

    def each(self) -> Iterator[Place]:
        """All of them, sound ones first."""
        return chain(self.sound, self.over)


def own(board: Board, kind: int, no_touch: bool) -> Spots:
    """The choices of the board's owner, or of its steering seat: never empty (2.8)."""
    if not no_touch:
        return spots(board.pieces, board.bar, kind)
    found, apart = _both(board, kind)
    return Spots(apart, found.over) if apart else found


def foreign(board: Board, kind: int, no_touch: bool) -> Spots:
    """The choices of another seat: without an overlap with the bar, and possibly empty."""
    if not no_touch:
        return Spots(spots(board.pieces, board.bar, kind).sound, ())
    return Spots(_both(board, kind)[1], ())


def _both(board: Board, kind: int) -> tuple[Spots, Mapping[Place, int]]:
    """All placements, and the sound ones that touch no other piece of the type."""
    found = spots(board.pieces, board.bar, kind)
    same = filled_by(board.pieces, kind)
    return found, {
        place: first for place, first in found.sound.items() if not touching(Piece(first, place.shape)) & same
    }


@lru_cache(_CACHED)
def spots(pieces: bytes, bar: int, kind: int) -> Spots:
    """All placements of the type, also beside pieces of the same type; one for each set of cells."""
    there = layout(pieces)
    sound: dict[Place, int] = {}
    over: list[Place] = []
    for form in _FORMS[kind]:
        rows = resting_rows(form.under, there.heights)
        top = bar - form.height
        for column, row in enumerate(rows):
            if row <= top:
                sound[form.straight[column]] = form.firsts[column] + row
            else:
                over.append(form.straight[column])
        sound.update(_slides(form, rows, top, there.filled))
    return Spots(sound, tuple(over))


def _slides(form: _Form, rows: list[int], top: int, filled: int) -> Iterator[tuple[Place, int]]:
    """The slides to places that no straight drop reaches; of two to the same place, the one to the right (1.8). `rows`
    has the resting rows of the straight drops. Between two columns with equal resting rows no slide is needed.
    Otherwise the slide towards the lower column leaves the piece hanging, which is always possible. The slide towards
    the higher column has to fit under the cells that stop the drop there.
    """
    for column, (here, there) in enumerate(pairwise(rows)):
        if here == there:
            continue
        first = form.firsts[column + 1] + here
        if here <= top and (there < here or not form.bits << first & filled):
            yield form.right[column], first
        first = form.firsts[column] + there
        met = column and rows[column - 1] == there
        if there <= top and not met and (here < there or not form.bits << first & filled):
            yield form.left[column + 1], first


def as_written(board: Board, place: Place) -> Place:
    """The placement as it is written where two ways lead to the same cells (1.8); itself where it may not lie."""
    everywhere = spots(board.pieces, board.bar, place.kind)
    lowest = everywhere.sound.get(place._replace(slide=0))
    if not place.fits or place in everywhere.sound or lowest is None:
        return place
    there = lowest + HEIGHT * place.slide, place.shape
    return next((move for move in everywhere.sound if everywhere.lying(move) == there), place)


def refused(board: Board, place: Place, *, foreign: bool) -> IllegalMove:
    """The refusal of a placement that is not possible on the seat's own or on another's board."""
    if not place.fits:
        return illegal("the piece sticks out of the board there", "1.5")
    everywhere = spots(board.pieces, board.bar, place.kind)
    straight = place._replace(slide=0)
    if place in everywhere.over:
        return illegal("on another player's board the piece may not overlap the bar", "2.6")
    if straight in everywhere.over:
        return illegal("a piece that overlaps the bar cannot slide", "1.7")
    if place not in everywhere.sound:
        first = everywhere.sound[straight] + HEIGHT * place.slide
        if Piece(first, place.shape).cells & layout(board.pieces).filled:
            return illegal("there is no room to slide", "1.6")
        twin = format_move(as_written(board, place))
        return illegal(f"this placement is spelled {twin}", "1.8")
    unless = "" if foreign else " while it can lie elsewhere"
    return illegal(f"a {TYPES[place.kind]} may not touch another one{unless}", "2.7")


class _Form(NamedTuple):
    """A shape as it falls, and its moves by column."""

    shape: int
    under: tuple[int, ...]
    height: int
    bits: int
    firsts: tuple[int, ...]
    """The first cell for each column when it lies in row 0."""
    straight: tuple[Place, ...]
    left: tuple[Place, ...]
    right: tuple[Place, ...]


def _form(number: int) -> _Form:
    shape = SHAPES[number]
    columns = range(WIDTH - shape.width + 1)
    straight, left, right = (tuple(Place(number, column, slide) for column in columns) for slide in (0, -1, 1))
    firsts = tuple(HEIGHT * column + shape.rise for column in columns)
    return _Form(number, underside(shape.cells), shape.height, shape.bits, firsts, straight, left, right)


_FORMS = tuple(tuple(map(_form, numbers)) for numbers in OF_KIND)
"""For each type, its shapes."""
