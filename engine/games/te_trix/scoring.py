"""The score of a sheet."""

from __future__ import annotations

from ...pending import Result
from .components import AREA, RATINGS, SHAPES, SYMBOLS, Symbol
from .placements import has_room
from .sheet import Sheet, areas
from .state import State

Lines = tuple[tuple[str, int], ...]


def counted(sheet: Sheet, symbol: Symbol) -> tuple[int, int]:
    """The areas of a symbol that are large enough, and the boxes in them."""
    sizes = [area.bit_count() for area in areas(sheet.of(symbol))]
    large = [size for size in sizes if size >= AREA]
    return len(large), sum(large)


def score(sheet: Sheet) -> int:
    """Areas times boxes, summed over the symbols."""
    return sum(points for _, points in lines_of(sheet))


def lines_of(sheet: Sheet) -> Lines:
    """The lines of the score pad, such as `O 2 x 11` for 22 points."""
    counts = [(symbol, *counted(sheet, symbol)) for symbol in SYMBOLS]
    return tuple((f"{symbol} {number} x {boxes}", number * boxes) for symbol, number, boxes in counts)


def result(state: State) -> Result:
    """The result of a finished game."""
    if state.band is not None:
        return _alone(state, state.band)
    scores = tuple(map(score, state.sheets))
    detail = tuple(map(lines_of, state.sheets))
    if len(state.present) == 1:
        return Result(state.present, scores, detail, "default")
    best = max(scores[seat] for seat in state.present)
    winners = tuple(seat for seat in state.present if scores[seat] == best)
    return Result(winners, scores, detail, "no-room")


def _alone(state: State, band: int) -> Result:
    (sheet,) = state.sheets
    total = score(sheet) + band
    rating = next(floor for floor in RATINGS if total >= floor)
    detail = (*lines_of(sheet), ("band", band), ("rating", rating))
    if state.dropped:
        return Result((), (total,), (detail,), "default")
    room = any(has_room(shape, sheet.taken, state.may_run_over) for shape in SHAPES)
    return Result((0,), (total,), (detail,), "stop" if room else "no-room")
