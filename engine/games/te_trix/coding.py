"""Te-Trix in numbers."""

from __future__ import annotations

from itertools import combinations_with_replacement

from ...coding import CodedGame, Coding, Listed, Product, from_seat, one_hot, seen
from .components import DICE, SHAPES, SIDE, SYMBOLS
from .moves import STOP, Place
from .shapes import arrangements
from .sheet import box
from .state import PHASES, State

_BESIDE = DICE - 1
_BOXES = [box(column, row) for column in range(SIDE) for row in range(SIDE)]

actions = Coding(
    Listed(
        arrange
        for dice in combinations_with_replacement(sorted(SYMBOLS), DICE)
        for arrange in arrangements("".join(dice))
    ),
    Product(Place, range(4), range(-_BESIDE, SIDE), range(SIDE + _BESIDE)),
    Listed([STOP]),
)


def features(state: State, seat: int) -> list[int]:
    """Each sheet by symbol and box, seats that left; the phase, the roller, the dice, the shape, its symbols, the
    band."""
    dropped = [int(each in state.dropped) for each in range(state.seats)]
    shape, symbols = ("", "") if state.shape is None else (state.shape.shape, state.shape.symbols)
    return [
        *(
            int(sheet.of(symbol) & place > 0)
            for sheet in from_seat(state.sheets, seat)
            for symbol in SYMBOLS
            for place in _BOXES
        ),
        *from_seat(dropped, seat),
        *one_hot(state.phase, PHASES),
        *seen(state.roller, seat, state.seats),
        *((state.dice or "").count(symbol) for symbol in SYMBOLS),
        *one_hot(shape, SHAPES),
        *(bit for place in range(DICE) for bit in one_hot(symbols[place : place + 1], SYMBOLS)),
        state.band or 0,
    ]


CODING = CodedGame(actions, features)
