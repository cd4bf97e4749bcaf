"""Tentricks: boards under their bars, effect tokens and locks, and what the supply still has."""

from __future__ import annotations

from collections.abc import Iterator

from ...picture import Board, Chip, Mark, Note, Picture, Shelf, grid, letters, numbers
from ...squares import Square
from . import geometry
from .components import HEIGHT, TYPES, WIDTH, titled
from .pieces import each
from .state import Board as Own
from .state import State
from .text import LETTERS

_FREE = Mark("·", "free")


def draw(state: State) -> Picture:
    """The boards with their tokens, the piece in hand, and the supply."""
    boards = tuple(_board(state, seat) for seat in range(state.seats))
    return Picture(boards, tuple(_shelves(state)))


def _board(state: State, seat: int) -> Board:
    own = state.boards[seat]
    marks = grid(WIDTH, HEIGHT, _marks(own), _FREE)
    return Board(seat, marks, letters(WIDTH), numbers(HEIGHT), tuple(_notes(state, seat)), seat == state.active)


def _marks(own: Own) -> dict[Square, Mark]:
    above = Mark("▒▒", "beyond")
    marks = {(column, row): above for column in range(WIDTH) for row in range(own.bar, HEIGHT)}
    marks |= {(column, own.bar): Mark("══", "bar") for column in range(WIDTH) if own.bar < HEIGHT}
    for cell in geometry.ICON_CELLS:
        square = divmod(cell, HEIGHT)
        marks[square] = Mark("◆", "icon" if square[1] < own.bar else "beyond")
    for piece in each(own.pieces):
        name = TYPES[piece.kind]
        for cell in geometry.members(piece.cells):
            marks[divmod(cell, HEIGHT)] = Mark(LETTERS[name], name)
    return marks


def _notes(state: State, seat: int) -> Iterator[Note]:
    own = state.boards[seat]
    if own.out:
        yield Note("now", "left" if seat in state.dropped else "out")
        return
    yield Note("bar", str(own.bar))
    titles = ", ".join(titled(token) for token in own.tokens)
    yield Note("tokens", " ".join(map(str, own.tokens)) or "-", titles)
    if own.standby is not None:
        yield Note("standby", TYPES[own.standby])
    if own.lock is not None:
        yield Note("lock", titled(own.lock))


def _shelves(state: State) -> Iterator[Shelf]:
    yield Shelf(f"round {state.round}", ())
    if state.hand is not None:
        name = TYPES[state.hand]
        yield Shelf("in hand", (Chip(f" {name} ", name, name),))
    yield Shelf("Next Level", (Chip(f"in {state.before_level} cards"),))
    supply = zip(TYPES, state.supply, strict=True)
    yield Shelf("supply", tuple(Chip(f"{name}:{count}", name if count else "faint", name) for name, count in supply))
