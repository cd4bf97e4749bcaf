"""The results of a match, entrant by entrant."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from math import sqrt

from .match import Finished, Match


@dataclass(slots=True)
class Entrant:
    """One entrant's record over all its games."""

    bot: str
    games: int = 0
    won: int = 0
    shared: int = 0
    share: float = 0
    """Games won; a win that k seats share counts 1/k."""
    points: list[int] = field(default_factory=list)
    faults: Counter[str] = field(default_factory=Counter)
    """Reasons why its program lost games, with their numbers."""

    def add(self, seat: int, winners: Sequence[int], score: int | None) -> None:
        """Count a game that it played in that seat."""
        self.games += 1
        if seat in winners:
            self.won += len(winners) == 1
            self.shared += len(winners) > 1
            self.share += 1 / len(winners)
        if score is not None:
            self.points.append(score)


class Record:
    """The statistics of a match."""

    def __init__(self, match: Match, games: Iterable[Finished]) -> None:
        """Games in any order; they are counted by their numbers."""
        self.match = match
        self.games = sorted(games, key=lambda game: game.number)
        self.entrants = [Entrant(bot) for bot in match.bots]
        self.by_seat: Counter[int] = Counter()
        """Games won alone from each seat."""
        self.reasons = Counter(game.reason for game in self.games)
        self.steps = [game.steps for game in self.games]
        for game in self.games:
            self._count(game)

    def _count(self, game: Finished) -> None:
        if len(game.winners) == 1:
            self.by_seat[game.winners[0]] += 1
        for seat, entrant in enumerate(game.seats):
            self.entrants[entrant].add(seat, game.winners, game.scores[seat])
        for entrant, why in game.faults:
            self.entrants[entrant].faults[why] += 1


def likely_range(share: float, games: int) -> tuple[float, float]:
    """The 95% confidence interval of a bot's true rate of wins, after `share` wins in that many games (Wilson 1927)."""
    z = 1.96
    rate = share / games
    centre = rate + z * z / (2 * games)
    spread = z * sqrt(rate * (1 - rate) / games + z * z / (4 * games * games))
    scale = 1 + z * z / games
    return max(0.0, (centre - spread) / scale), min(1.0, (centre + spread) / scale)
