"""Reasons in Te-Trix: areas made and grown."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from p2pgame.engine.games.te_trix import scoring
from p2pgame.engine.games.te_trix.components import AREA, SYMBOLS
from p2pgame.engine.games.te_trix.moves import Arrange, Move, Place, Stop
from p2pgame.engine.games.te_trix.placements import EVERYWHERE, over_edge, placements
from p2pgame.engine.games.te_trix.sheet import Sheet, areas
from p2pgame.engine.games.te_trix.state import State

from ...words.grammar import count

_MANY = {"O": "circles", "S": "squares", "X": "crosses"}


def reasons(state: State, seat: int, move: Move, names: Sequence[str]) -> list[str]:
    """Verbs that continue "it", the weightiest first; possibly none."""
    match move:
        case Arrange():
            return list(_of_shape(state, seat, move))
        case Place() if state.shape is not None:
            return list(_of_place(state, seat, move))
        case Stop():
            return [f"keeps {count(state.band or 0, 'point')} for the overhang left"]
        case _:
            return []


def _of_shape(state: State, seat: int, shape: Arrange) -> Iterator[str]:
    sheet = state.sheets[seat]
    gains = [
        scoring.score(sheet.with_symbols(shape.symbols, placement.each)) - scoring.score(sheet)
        for placement in placements(shape)
        if not placement.boxes & sheet.taken
    ]
    if (best := max(gains, default=0)) > 0:
        yield f"can score {count(best, 'point')} at once"
    elif gains:
        yield "extends your areas"


def _of_place(state: State, seat: int, move: Place) -> Iterator[str]:
    assert state.shape is not None
    before = state.sheets[seat]
    placement = EVERYWHERE[state.shape.shape][move]
    after = before.with_symbols(state.shape.symbols, placement.each)
    for symbol in SYMBOLS:
        was, now = _sizes(before, symbol), _sizes(after, symbol)
        counted = [size for size in now if size >= AREA]
        if len(counted) > len([size for size in was if size >= AREA]):
            yield f"makes a scoring area of {max(set(counted) - set(was), default=counted[0])} {_MANY[symbol]}"
        elif sum(counted) > sum(size for size in was if size >= AREA):
            yield f"extends a scoring area of {_MANY[symbol]}"
        elif now and max(now) > max(was, default=1):
            yield f"joins {max(now)} {_MANY[symbol]}"
    if (over := over_edge(placement.boxes)) and state.band is None:
        yield f"drops {count(over, 'symbol')} over the edge"


def _sizes(sheet: Sheet, symbol: str) -> list[int]:
    return [area.bit_count() for area in areas({"O": sheet.o, "S": sheet.s, "X": sheet.x}[symbol])]
