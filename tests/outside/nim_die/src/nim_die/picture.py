"""The table as a picture: the sticks that are left in rows, and the die beside them."""

from __future__ import annotations

from p2pgame.engine.picture import Board, Chip, Mark, Picture, Shelf, grid, letters, numbers

from .rules import LARGE
from .state import State

_WIDE = 10
_HIGH = -(-LARGE // _WIDE)

_STICK = Mark("|", "plain")
_GONE = Mark("·", "free")


def draw(state: State) -> Picture:
    """Sticks from the bottom left."""
    sticks = {(number % _WIDE, number // _WIDE): _STICK for number in range(state.heap)}
    board = Board(None, grid(_WIDE, _HIGH, sticks, _GONE), letters(_WIDE), numbers(_HIGH))
    die = Shelf("die", (Chip("-" if state.die is None else str(state.die)),))
    return Picture((board,), (die, *(_seat(state, seat) for seat in range(state.seats))))


def _seat(state: State, seat: int) -> Shelf:
    status = "left" if seat in state.dropped else "took the last stick" if not state.heap and seat == state.turn else ""
    return Shelf("", (Chip(status),) if status else (), seat=seat, active=seat == state.turn)
