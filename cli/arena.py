"""Bots against bots: many games at one table, seats changing, and what they came to."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import permutations
from math import sqrt
from typing import Any

from p2pgame.engine.bots import BOTS
from p2pgame.engine.bots.selfplay import answer
from p2pgame.engine.game import AnyGame
from p2pgame.engine.options import Options
from p2pgame.engine.pending import Over, Result
from p2pgame.engine.play import step


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
    """What is played, and by which bots."""

    game: AnyGame
    options: Options
    bots: Sequence[str]
    seed: int

    def play(self, numbers: range) -> Iterator[Finished]:
        """Those games, one after the other; each is decided by the seed and its number alone."""
        return (self._play(number) for number in numbers)

    def _play(self, number: int) -> Finished:
        rng = random.Random(f"{self.seed}/{number}")  # noqa: S311 - repeatable, not secret
        seats = seating(len(self.bots), number)
        players = [BOTS[self.bots[entrant]] for entrant in seats]
        state: Any = self.game.begin(len(players), self.options)
        steps = 0
        while (event := answer(self.game, state, players, rng)) is not None:
            state = step(self.game, state, event)
            steps += 1
        pending = self.game.pending(state)
        if not isinstance(pending, Over):
            raise TypeError(f"bots did not answer {pending}")
        return Finished(seats, steps, pending.result)


@dataclass(frozen=True, slots=True)
class Finished:
    """One game that was played to its end."""

    seats: tuple[int, ...]
    """Which entrant sat on each seat."""
    steps: int
    result: Result


@dataclass(slots=True)
class Entrant:
    """One bot's record over all games."""

    bot: str
    games: int = 0
    won: int = 0
    shared: int = 0
    share: float = 0
    """Games won, a win that k seats share counting as 1/k of one."""
    points: list[int] = field(default_factory=list)

    def add(self, seat: int, result: Result) -> None:
        """Count a game in which it sat there."""
        self.games += 1
        if seat in result.winners:
            self.won += len(result.winners) == 1
            self.shared += len(result.winners) > 1
            self.share += 1 / len(result.winners)
        score = result.scores[seat]
        if score is not None:
            self.points.append(score)


class Record:
    """All that is told about a match, game by game."""

    def __init__(self, match: Match) -> None:
        self.match = match
        self.entrants = [Entrant(bot) for bot in match.bots]
        self.by_seat: Counter[int] = Counter()
        """Games won alone from each seat."""
        self.reasons: Counter[str] = Counter()
        self.steps: list[int] = []

    def add(self, finished: Finished) -> None:
        """Count a game."""
        result = finished.result
        self.steps.append(finished.steps)
        self.reasons[result.reason] += 1
        if len(result.winners) == 1:
            self.by_seat[result.winners[0]] += 1
        for seat, entrant in enumerate(finished.seats):
            self.entrants[entrant].add(seat, result)


def likely_range(share: float, games: int) -> tuple[float, float]:
    """Where a bot's true rate of wins lies with 95% confidence, after `share` wins in so many games (Wilson 1927)."""
    z = 1.96
    rate = share / games
    centre = rate + z * z / (2 * games)
    spread = z * sqrt(rate * (1 - rate) / games + z * z / (4 * games * games))
    scale = 1 + z * z / games
    return max(0.0, (centre - spread) / scale), min(1.0, (centre + spread) / scale)
