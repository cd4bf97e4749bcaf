"""What is played in the arena: which entrants meet in which game, and where each of them sits."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import combinations, permutations

from p2pgame.engine.game import AnyGame
from p2pgame.engine.options import Value

PATIENCE = 10.0
"""Seconds that a program of somebody else may take for a move unless it is said."""


def seating(entrants: int, number: int) -> tuple[int, ...]:
    """Who sits on each seat in game `number`, counted from 0.

    After each game all move on by one seat; when all have sat everywhere, neighbours change, too: who moves after whom
    matters in many games. After entrants! games every order has been played once.
    """
    rounds, moved = divmod(number, entrants)
    circles = list(permutations(range(1, entrants)))
    circle = (0, *circles[rounds % len(circles)])
    return tuple(circle[(seat - moved) % entrants] for seat in range(entrants))


@dataclass(frozen=True, slots=True)
class Match:
    """What is played, and by which entrants: levels of bots, or `cmd:COMMAND` for a program of somebody else."""

    game: AnyGame
    rules: int
    """Those of the game when the match was made: another machine may have other ones."""
    options: Mapping[str, Value]
    bots: tuple[str, ...]
    seed: int
    seats: int
    """How many meet in one game; at most as many as there are entrants."""
    patience: float = PATIENCE
    """Seconds that a program may take for a move."""
    logged: bool = False
    """Whether the moves of each game are wanted."""

    @property
    def groups(self) -> Sequence[tuple[int, ...]]:
        """All groups of entrants that meet: a round robin."""
        return _groups(len(self.bots), self.seats)

    def seated(self, number: int) -> tuple[int, ...]:
        """The entrant on each seat in game `number`. Each group has played once before any plays again."""
        rounds, place = divmod(number, len(self.groups))
        group = self.groups[place]
        return tuple(group[entrant] for entrant in seating(self.seats, rounds))


@cache
def _groups(entrants: int, seats: int) -> Sequence[tuple[int, ...]]:
    return tuple(combinations(range(entrants), seats))


@dataclass(frozen=True, slots=True)
class Finished:
    """One game that was played to its end."""

    number: int
    seats: tuple[int, ...]
    """Which entrant sat on each seat."""
    steps: int
    winners: tuple[int, ...]
    """Seats in rising order."""
    scores: tuple[int | None, ...]
    """One entry a seat; None in games without points."""
    reason: str
    faults: tuple[tuple[int, str], ...] = ()
    """Entrants that lost the game by a fault of their program, and what it was."""
    log: tuple[str, ...] = ()
    """The lines of a saved game; empty unless the match is logged."""
