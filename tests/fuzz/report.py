"""Results of many games, as a table."""

from __future__ import annotations

from collections import Counter
from statistics import median

from .play import Played

HEADERS = (
    "game",
    "seats",
    "games",
    "steps",
    "max",
    "seconds",
    "steps/s",
    "scores",
    "won by seat",
    "reasons",
    "happened",
)


class Tally:
    """The games of one number of seats, counted. Winners and scores are those of games in which all seats stayed."""

    def __init__(self, seats: int) -> None:
        self.seats = seats
        self.steps: list[int] = []
        self.seconds = 0.0
        self.scores: list[int] = []
        self.wins: Counter[str] = Counter()
        self.reasons: Counter[str] = Counter()
        self.notable: Counter[str] = Counter()

    def add(self, played: Played) -> None:
        """Count one game."""
        self.steps.append(played.steps)
        self.seconds += played.seconds
        self.reasons[played.result.reason] += 1
        self.notable += played.notable
        if played.kept:
            winners = played.result.winners
            self.wins[str(winners[0]) if len(winners) == 1 else "shared" if winners else "none"] += 1
            self.scores += [score for score in played.result.scores if score is not None]


def line_of(game_id: str, tally: Tally) -> tuple[str, ...]:
    """The cells of one row."""
    total = sum(tally.steps)
    return (
        game_id,
        str(tally.seats),
        str(len(tally.steps)),
        f"{median(tally.steps):.0f}",
        str(max(tally.steps)),
        f"{tally.seconds:.1f}",
        f"{total / tally.seconds:,.0f}",
        f"{median(tally.scores):.0f} ({min(tally.scores)}..{max(tally.scores)})" if tally.scores else "-",
        _counts(tally.wins),
        _counts(tally.reasons),
        _counts(tally.notable) or "-",
    )


def print_table(lines: list[tuple[str, ...]]) -> None:
    """All rows below their headers, columns as wide as needed."""
    cells = [HEADERS, *lines]
    widths = [max(map(len, column)) for column in zip(*cells, strict=True)]
    for line in cells:
        print("  ".join(cell.ljust(width) for cell, width in zip(line, widths, strict=True)).rstrip())


def _counts(counter: Counter[str]) -> str:
    return " ".join(f"{name}:{count}" for name, count in sorted(counter.items()))
