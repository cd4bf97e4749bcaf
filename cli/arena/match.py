"""The games of a match: the entrants of each game, and their seats."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import combinations, permutations

from p2pgame.engine.game import AnyGame
from p2pgame.engine.options import Value

PATIENCE = 10.0
"""Default of the seconds that a program has for a move."""


def seating(entrants: int, number: int) -> tuple[int, ...]:
    """The entrant on each seat in game `number`, counted from 0.

    After each game all move on by one seat. When all have had every seat, neighbours change, too: in many games the
    order of turns matters. After entrants! games every order has been played once.
    """
    rounds, moved = divmod(number, entrants)
    circles = list(permutations(range(1, entrants)))
    circle = (0, *circles[rounds % len(circles)])
    return tuple(circle[(seat - moved) % entrants] for seat in range(entrants))


@dataclass(frozen=True, slots=True)
class Match:
    """A game and its entrants: levels of bots, or `cmd:COMMAND` for somebody else's program."""

    game: AnyGame
    rules: int
    """The game's rules version when the match was made. Another machine may have another version."""
    options: Mapping[str, Value]
    bots: tuple[str, ...]
    seed: int
    seats: int
    """Entrants in one game; at most all of them."""
    patience: float = PATIENCE
    """Seconds that a program has for a move."""
    logged: bool = False
    """Whether the moves of each game are kept."""

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
    """One finished game."""

    number: int
    seats: tuple[int, ...]
    """The entrant on each seat."""
    steps: int
    winners: tuple[int, ...]
    """Winning seats in rising order."""
    scores: tuple[int | None, ...]
    """One score per seat; None in games without points."""
    reason: str
    faults: tuple[tuple[int, str], ...] = ()
    """Entrants that lost the game by a fault of their program, with the fault."""
    log: tuple[str, ...] = ()
    """The lines of a saved game; empty unless the match is logged."""
