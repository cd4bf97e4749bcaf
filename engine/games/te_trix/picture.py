"""The table as a picture: sheets with their symbols, the dice, and the shape in its four turns."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace

from ...picture import Board, Chip, Mark, Note, Picture, Shelf, Sketch, letters, numbers
from ...squares import Square
from . import scoring
from .components import AREA, BAND, SIDE, SYMBOLS, Symbol
from .moves import Arrange
from .rules import entering
from .shapes import TURNED
from .sheet import Sheet, areas, box, rows_of
from .state import State

SIGNS: Mapping[str, str] = {"O": "●", "S": "■", "X": "✕"}
"""Symbol to its sign: the letters are names of shapes as well."""

SYMBOL_MARKS: Mapping[str, Mark] = {
    ".": Mark("·", "free"),
    "O": Mark(SIGNS["O"], "circle"),
    "S": Mark(SIGNS["S"], "square"),
    "X": Mark(SIGNS["X"], "cross"),
}
"""Symbol to how it is drawn: its sign, and an ink of its own."""


def draw(state: State) -> Picture:
    """The sheets with their scores so far, the dice, and the shape that is entered."""
    sheets = tuple(_sheet(state, seat) for seat in range(state.seats))
    turns = () if state.shape is None else tuple(shape_sketch(f"r{n}", state.shape, n) for n in range(4))
    return Picture(sheets, tuple(_shelves(state)), turns)


def shape_sketch(name: str, arrange: Arrange, turns: int, cursor: int | None = None) -> Sketch:
    """A shape with its symbols after that many quarter turns."""
    cells = dict(zip(TURNED[arrange.shape][turns], arrange.symbols, strict=True))
    width, height = 1 + max(right for right, _ in cells), 1 + max(down for _, down in cells)
    rows = tuple(
        tuple(SYMBOL_MARKS[cells[right, down]] if (right, down) in cells else None for right in range(width))
        for down in range(height)
    )
    return Sketch(name, rows, cursor)


def _sheet(state: State, seat: int) -> Board:
    counting = _counting(state.sheets[seat]) if state.phase == "over" else frozenset[Square]()
    marks = tuple(
        tuple(replace(SYMBOL_MARKS[mark], won=(column, SIDE - 1 - line) in counting) for column, mark in enumerate(row))
        for line, row in enumerate(rows_of(state.sheets[seat]))
    )
    asked = seat in entering(state) or (seat == state.roller and state.phase in ("roll", "shape"))
    return Board(seat, marks, letters(SIDE), numbers(SIDE), tuple(_notes(state, seat)), asked)


def _counting(sheet: Sheet) -> frozenset[Square]:
    """The boxes of areas that are large enough to count."""
    large = [area for symbol in SYMBOLS for area in areas(sheet.of(symbol)) if area.bit_count() >= AREA]
    return frozenset(
        (column, row) for column in range(SIDE) for row in range(SIDE) if any(area & box(column, row) for area in large)
    )


def _notes(state: State, seat: int) -> Iterator[Note]:
    sheet = state.sheets[seat]
    yield Note("points", str(scoring.score(sheet) + (state.band or 0)))
    yield from (_area_note(sheet, symbol) for symbol in SYMBOLS)
    if state.band is not None:
        yield Note("overhang left", f"{state.band} of {BAND}")
    if seat in state.dropped:
        yield Note("now", "left")


def _area_note(sheet: Sheet, symbol: Symbol) -> Note:
    """The points of a symbol; before it has any, the size of its largest area."""
    number, boxes = scoring.counted(sheet, symbol)
    if number:
        return Note(SIGNS[symbol], f"{number}x{boxes} = {number * boxes}")
    largest = max((area.bit_count() for area in areas(sheet.of(symbol))), default=0)
    return Note(SIGNS[symbol], f"{largest} of {AREA}", f"largest {largest} of {AREA}")


def _shelves(state: State) -> Iterator[Shelf]:
    roller = None if state.seats == 1 else state.roller
    if state.dice:
        yield Shelf(
            "rolled",
            tuple(Chip(f" {SIGNS[die]} ", SYMBOL_MARKS[die].ink, die) for die in state.dice),
            seat=roller,
            things="dice",
        )
    elif state.phase == "roll" and roller is not None:
        yield Shelf("rolls", seat=roller)
