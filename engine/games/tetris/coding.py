"""Tetris in numbers."""

from __future__ import annotations

from itertools import combinations_with_replacement
from typing import get_args

from ...coding import CodedGame, Coding, Listed, Product, bits, from_seat, one_hot
from .components import ACHIEVEMENTS, COLUMNS, ROWS
from .moves import DOWN, HOLD, UP, Drop
from .pieces import LETTERS, PIECES
from .state import State, Tower, Waiting

MINOS = 2
"""Minos that an action may drop before its piece. Moves with more have no id. A seat always has a legal move without
minos."""

actions = Coding(
    Listed([UP, DOWN, HOLD]),
    Product(
        Drop,
        range(len(PIECES)),
        [minos for number in range(MINOS + 1) for minos in combinations_with_replacement(range(COLUMNS), number)],
    ),
)


def features(state: State, seat: int) -> list[int]:
    """Each tower; the cards that are shown and those never shown; the round; achievements in play with their owners."""
    return [
        *(number for tower in from_seat(state.towers, seat) for number in _tower(tower)),
        *one_hot(state.current, LETTERS),
        *one_hot(state.next, LETTERS),
        *state.unseen,
        state.round,
        *one_hot(state.waiting, get_args(Waiting)),
        *(number for name in ACHIEVEMENTS for number in _achievement(state, name, seat)),
    ]


def _tower(tower: Tower) -> list[int]:
    return [
        *bits(tower.squares, range(COLUMNS * ROWS)),
        *tower.heights,
        *one_hot(tower.way, ("up", "down")),
        *one_hot(tower.held, LETTERS),
        tower.minos,
        int(tower.out),
    ]


def _achievement(state: State, name: str, seat: int) -> list[int]:
    """Whether it is in play; for each seat the space of its token, counted from 1."""
    card = next((card for card in state.cards if card.name == name), None)
    if card is None:
        return [0] * (1 + state.seats)
    spaces = [
        next((space for space, seats in enumerate(card.spaces, 1) if each in seats), 0) for each in range(state.seats)
    ]
    return [1, *from_seat(spaces, seat)]


CODING = CodedGame(actions, features)
