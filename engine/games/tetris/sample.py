"""A legal move at random, built from parts, because the list of all moves is long for a seat with many minos."""

from __future__ import annotations

from ...game import Rng
from .components import COLUMNS
from .falling import drops, fitting, fitting_after
from .moves import DOWN, HOLD, UP, Move
from .state import State


def sample(state: State, seat: int, rng: Rng) -> Move:
    """A move of an asked seat. Each legal move is possible; moves with fewer minos are more frequent."""
    if state.current is None:
        return (UP, DOWN)[rng.randrange(2)]
    tower, letter = state.towers[seat], state.current
    numbers = fitting(letter, tower.heights)
    plain = drops(letter, numbers)
    choice = rng.randrange(len(plain) + (tower.held is None))
    if choice == len(plain):
        return HOLD
    minos = _some_minos(tower.minos, rng)
    with_minos = drops(letter, fitting_after(numbers, tower.heights, minos), minos) if minos else ()
    return with_minos[rng.randrange(len(with_minos))] if with_minos else plain[choice]


def _some_minos(most: int, rng: Rng) -> tuple[int, ...]:
    """Columns for some of a seat's minos: none to all of them."""
    number = rng.randrange(most + 1) if most else 0
    return tuple(sorted(rng.randrange(COLUMNS) for _ in range(number)))
