"""Te-Trix: sheets with their symbols, the dice, and the band of a solo game."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from ...picture import Board, Chip, Mark, Note, Picture, Shelf, letters, numbers
from . import scoring
from .components import BAND, SIDE
from .sheet import rows_of
from .state import State

SYMBOL_MARKS: Mapping[str, Mark] = {
    ".": Mark("·", "free"),
    "O": Mark("O", "circle"),
    "S": Mark("S", "square"),
    "X": Mark("X", "cross"),
}
"""Symbol to how it is drawn: its letter, and an ink of its own."""


def draw(state: State) -> Picture:
    """The sheets with what they are worth so far, and the dice."""
    return Picture(tuple(_sheet(state, seat) for seat in range(state.seats)), tuple(_shelves(state)))


def _sheet(state: State, seat: int) -> Board:
    marks = tuple(tuple(SYMBOL_MARKS[mark] for mark in row) for row in rows_of(state.sheets[seat]))
    active = seat == state.roller and state.phase in ("roll", "shape")
    return Board(seat, marks, letters(SIDE), numbers(SIDE), tuple(_notes(state, seat)), active)


def _notes(state: State, seat: int) -> Iterator[Note]:
    sheet = state.sheets[seat]
    yield Note("points", str(scoring.score(sheet) + (state.band or 0)))
    for line, points in scoring.lines_of(sheet):
        symbol, counts = line.split(" ", 1)
        yield Note(symbol, f"{counts.replace(' ', '')} = {points}")
    if state.band is not None:
        yield Note("band", f"{state.band} of {BAND}")
    if seat in state.dropped:
        yield Note("now", "left")


def _shelves(state: State) -> Iterator[Shelf]:
    alone = state.seats == 1
    if state.dice:
        dice = tuple(Chip(f" {die} ", SYMBOL_MARKS[die].ink) for die in state.dice)
        yield Shelf("dice" if alone else f"dice of seat {state.roller}", dice)
    elif state.phase == "roll" and not alone:
        yield Shelf(f"seat {state.roller} rolls", ())
