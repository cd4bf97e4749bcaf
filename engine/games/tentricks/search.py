"""Tentricks: normal bots play on for about a round; then the boards are evaluated."""

from __future__ import annotations

from ...bots.playouts import Playouts
from .state import State
from .worth import worth

_STEPS = 14
"""About a turn of each of two seats, and the seat's next one."""


def standing(state: State, seat: int) -> int:
    """The lead of the seat's board over the best other one; a seat that is out has none."""
    others = [worth(board) for other, board in enumerate(state.boards) if other != seat]
    return worth(state.boards[seat]) - max(others)


SEARCH = Playouts(width=10, steps=_STEPS, standing=standing, nodes={"hard": 1_200, "expert": 4_000})
