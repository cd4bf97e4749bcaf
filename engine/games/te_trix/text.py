"""The table drawn for a terminal."""

from __future__ import annotations

from ...squares import column_name
from . import scoring
from .components import BAND, SHEETS, SIDE, SYMBOLS
from .moves import Arrange, format_move
from .rules import entering
from .shapes import TURNED
from .sheet import Sheet, rows_of
from .state import State

_GAP = "    "
_WIDTH = 2 * SIDE + 1
"""Characters of a sheet's column, row numbers included; four of them and their gaps take 72."""


def draw(state: State) -> str:
    """What is asked, the shape in its four turns, and all sheets side by side with their points so far."""
    columns = [_sheet(state, seat) for seat in range(state.seats)]
    table = [_GAP.join(cell.ljust(_WIDTH) for cell in line).rstrip() for line in zip(*columns, strict=True)]
    shape = ["", *_turns(state.shape)] if state.shape else []
    band = ["", _band(state.band)] if state.band is not None else []
    return "\n".join([_asked(state), *shape, *band, "", *table])


def _asked(state: State) -> str:
    match state.phase:
        case "first":
            return "the first roller is drawn"
        case "roll":
            return f"seat {state.roller} rolls"
        case "shape":
            return f"seat {state.roller} turns {state.dice} into a shape"
        case "place":
            shape = format_move(state.shape) if state.shape else ""
            return f"{_seats(entering(state), 'enter')} {shape}, made by seat {state.roller}"
        case "over":
            winners = scoring.result(state).winners
            return f"the game is over: {_seats(winners, 'win')}" if winners else "the game is over"


def _seats(seats: tuple[int, ...], verb: str) -> str:
    if len(seats) == 1:
        return f"seat {seats[0]} {verb}s"
    return f"seats {', '.join(map(str, seats[:-1]))} and {seats[-1]} {verb}"


def _turns(arrange: Arrange) -> list[str]:
    """The shape after 0 to 3 quarter turns, side by side."""
    drawings = [_drawing(arrange, turns) for turns in range(4)]
    height = max(map(len, drawings))
    lines = []
    for line in range(height):
        cells = [drawing[line] if line < len(drawing) else "" for drawing in drawings]
        heads = [f"r{turns} " if line == 0 else "   " for turns in range(4)]
        lines.append("    ".join(f"{head}{cell:<7}" for head, cell in zip(heads, cells, strict=True)).rstrip())
    return lines


def _drawing(arrange: Arrange, turns: int) -> list[str]:
    cells = dict(zip(TURNED[arrange.shape][turns], arrange.symbols, strict=True))
    width = 1 + max(right for right, _ in cells)
    height = 1 + max(down for _, down in cells)
    return [" ".join(cells.get((right, down), " ") for right in range(width)).rstrip() for down in range(height)]


def _band(band: int) -> str:
    return f"band: {'. ' * band}{'/ ' * (BAND - band)} {band} left"


def _sheet(state: State, seat: int) -> list[str]:
    """One seat's column: who it is, the sheet, and what it is worth."""
    sheet = state.sheets[seat]
    rows = [f"{SIDE - line} {' '.join(row)}" for line, row in enumerate(rows_of(sheet))]
    columns = "  " + " ".join(column_name(column) for column in range(SIDE))
    return [_name(state, seat), *rows, columns, *_points(state, sheet)]


def _name(state: State, seat: int) -> str:
    mark = "left: " if seat in state.dropped else "> " if _is_asked(state, seat) else ""
    return f"{mark}{seat} {SHEETS[seat][0]}"


def _is_asked(state: State, seat: int) -> bool:
    return seat in entering(state) or (state.phase in ("roll", "shape") and seat == state.roller)


def _points(state: State, sheet: Sheet) -> list[str]:
    counts = [(symbol, *scoring.counted(sheet, symbol)) for symbol in SYMBOLS]
    lines = [f"{symbol} {areas} x {boxes:>2} = {areas * boxes:>3}" for symbol, areas, boxes in counts]
    band = state.band or 0
    return [
        "",
        *lines,
        *([f"band   = {band:>4}"] if state.band is not None else []),
        f"{scoring.score(sheet) + band:>12}",
    ]
