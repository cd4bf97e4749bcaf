"""A legal move at random, built from parts: the list of all is long for a seat with many minos."""

from __future__ import annotations

from ...game import Rng
from .components import COLUMNS, ROWS
from .moves import DOWN, HOLD, UP, Drop, Move
from .rules import fitting, heights_with
from .state import State, Tower


def sample(state: State, seat: int, rng: Rng) -> Move:
    """A move of an asked seat. Each legal one can come up; those with fewer minos more often than others."""
    if state.current is None:
        return (UP, DOWN)[rng.randrange(2)]
    tower = state.towers[seat]
    drop = _drop(tower, state.current, _some_minos(tower, rng), rng) or _drop(tower, state.current, (), rng)
    ways = len(fitting(state.current, tower.heights))
    if drop is None or (tower.held is None and rng.randrange(ways + 1) == 0):
        return HOLD
    return drop


def _some_minos(tower: Tower, rng: Rng) -> tuple[int, ...]:
    number = rng.randrange(tower.minos + 1)
    return tuple(sorted(rng.randrange(COLUMNS) for _ in range(number)))


def _drop(tower: Tower, letter: str, minos: tuple[int, ...], rng: Rng) -> Drop | None:
    """A drop after exactly these minos, or None if there is none."""
    heights = heights_with(tower.heights, minos)
    pieces = fitting(letter, heights) if max(heights) <= ROWS else ()
    return Drop(pieces[rng.randrange(len(pieces))].number, minos) if pieces else None
