"""A match as a table for people, and as data for programs."""

from __future__ import annotations

from collections.abc import Iterator
from statistics import median
from typing import Any

from ..terminal.output import Output
from ..words.grammar import count
from .ratings import Rating, ratings
from .record import Entrant, Record, likely_range

_HEADERS = ("bot", "games", "won", "shared", "rate", "95% range", "Elo", "95% range", "points", "from..to")


def describe(record: Record) -> dict[str, Any]:
    """A match as JSON-able data. `share` counts a win that k seats share as 1/k."""
    match = record.match
    return {
        "game": match.game.id,
        "rules": match.rules,
        "options": dict(match.options),
        "seed": match.seed,
        "seats": match.seats,
        "games": len(record.games),
        "bots": [_entrant(entrant, rating) for entrant, rating in zip(record.entrants, _ratings(record), strict=True)],
        "won_by_seat": [record.by_seat[seat] for seat in range(match.seats)],
        "reasons": dict(sorted(record.reasons.items())),
        "steps": record.steps,
    }


def show(record: Record, output: Output) -> None:
    """The table, and a few sentences."""
    match = record.match
    output.heading(f"{match.game.title}: {count(len(record.games), 'game')}, seed {match.seed}")
    if not record.games:
        return
    output.show("")
    rows = zip(record.entrants, _ratings(record), strict=True)
    header, *lines = _aligned([_HEADERS, *(_row(place, *row) for place, row in enumerate(rows, 1))])
    output.heading(header)
    for line in lines:
        output.show(line)
    output.show("")
    output.say(_sentences(record))
    for sentence in _faults(record):
        output.say(sentence)


def _ratings(record: Record) -> list[Rating]:
    return ratings(record.games, len(record.entrants), record.match.seed)


def _entrant(entrant: Entrant, rating: Rating) -> dict[str, Any]:
    return {
        "bot": entrant.bot,
        "games": entrant.games,
        "won": entrant.won,
        "shared": entrant.shared,
        "share": round(entrant.share, 6),
        "rating": [round(each, 1) for each in rating],
        "points": entrant.points,
        "faults": dict(sorted(entrant.faults.items())),
    }


def _row(place: int, entrant: Entrant, rating: Rating) -> tuple[str, ...]:
    low, high = likely_range(entrant.share, entrant.games) if entrant.games else (0.0, 1.0)
    points = sorted(entrant.points)
    return (
        f"{place} {entrant.bot}",
        str(entrant.games),
        str(entrant.won),
        str(entrant.shared),
        f"{entrant.share / entrant.games:.0%}" if entrant.games else "-",
        f"{low:.0%}..{high:.0%}",
        f"{rating.points:+.0f}",
        f"{rating.low:+.0f}..{rating.high:+.0f}",
        f"{median(points):.0f}" if points else "-",
        f"{points[0]}..{points[-1]}" if points else "-",
    )


def _aligned(rows: list[tuple[str, ...]]) -> list[str]:
    """Rows as lines: names to the left, numbers to the right."""
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    return [
        "  ".join(
            [row[0].ljust(widths[0]), *(cell.rjust(width) for cell, width in zip(row[1:], widths[1:], strict=True))]
        )
        for row in rows
    ]


def _sentences(record: Record) -> str:
    won = ", ".join(f"seat {seat + 1} {record.by_seat[seat]}" for seat in range(record.match.seats))
    reasons = ", ".join(f"{reason} {times}" for reason, times in record.reasons.most_common())
    steps = f"{median(record.steps):.0f} steps (median), {max(record.steps)} at most"
    return f"Won alone: {won}. Endings: {reasons}. Length: {steps}."


def _faults(record: Record) -> Iterator[str]:
    """The programs that lost games by a fault of their own, with the reasons."""
    for place, entrant in enumerate(record.entrants, 1):
        if entrant.faults:
            lost = count(entrant.faults.total(), "game")
            reasons = "; ".join(f"{why} ({times})" for why, times in entrant.faults.most_common())
            yield f"{place} {entrant.bot} lost {lost} by its own fault: {reasons}."
