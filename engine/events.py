"""Answers to a pending step."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Generic, TypeVar

M = TypeVar("M")


@dataclass(frozen=True, slots=True)
class Played(Generic[M]):
    """The seat whose turn it is made its move."""

    seat: int
    move: M


@dataclass(frozen=True, slots=True)
class Answered(Generic[M]):
    """Every asked seat of a `Secret` or `Window` answered: `moves[i]` is the move of `seats[i]`."""

    moves: tuple[M, ...]


@dataclass(frozen=True, slots=True)
class Drawn:
    """Chance decided: an integer, at least 0 and below the bound."""

    value: int


Event = Played[M] | Answered[M] | Drawn
