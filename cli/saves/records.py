"""The sum of a player's finished games: wins against each opponent, and the best of the games alone."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from .catalogue import Game
from .summary import State, Summary


@dataclass(slots=True)
class Tally:
    """Games and wins."""

    played: int = 0
    won: int = 0

    def add(self, won: bool) -> None:
        """Count a game."""
        self.played += 1
        self.won += won

    @property
    def percent(self) -> int:
        """Wins in a hundred games, to the nearest."""
        return (200 * self.won + self.played) // (2 * self.played)


@dataclass(frozen=True, slots=True)
class Best:
    """The best result of a game alone."""

    score: int
    written: float
    """The time, in seconds of the epoch."""


@dataclass(slots=True)
class GameRecord:
    """The record of one player in one game."""

    game: str
    """The game's id."""
    together: Tally = field(default_factory=Tally)
    """The tally of the games with others."""
    opponents: dict[str, Tally] = field(default_factory=dict)
    """The names of the opponents: a person's name, or one such as `normal bot`."""
    alone: Tally = field(default_factory=Tally)
    """The tally of the games alone."""
    best: Best | None = None
    """The best of the games alone that have points."""


def records(games: Iterable[Game]) -> list[GameRecord]:
    """The records of each game that the profile's owner has finished, by the games' ids.

    A game that was watched, or played by several at one keyboard, counts for nobody.
    """
    found: dict[str, GameRecord] = {}
    for game in games:
        summary = game.summary
        if summary.state is State.OVER and summary.mine is not None:
            _count(found.setdefault(summary.game, GameRecord(summary.game)), game)
    return [found[name] for name in sorted(found)]


def _count(record: GameRecord, game: Game) -> None:
    summary = game.summary
    if len(summary.players) == 1:
        record.alone.add(summary.won)
        score = summary.scores[0] if summary.scores else None
        if score is not None and (record.best is None or score > record.best.score):
            record.best = Best(score, game.written)
        return
    record.together.add(summary.won)
    for opponent in opponents_of(summary):
        record.opponents.setdefault(opponent, Tally()).add(summary.won)


def opponents_of(summary: Summary) -> Sequence[str]:
    """The names of the other players, each once: bots of one level are alike."""
    others = [player for seat, player in enumerate(summary.players) if seat != summary.mine]
    return list(dict.fromkeys(f"{other.level} bot" if other.level else other.name for other in others))
