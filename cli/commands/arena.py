"""`p2pgame arena GAME BOT BOT ...`: bots against bots, and a table of what came of it."""

from __future__ import annotations

import sys
from collections.abc import Iterable
from statistics import median
from typing import Any

import click
from p2pgame.engine.game import AnyGame

from ..arena import Entrant, Finished, Match, Record, likely_range
from ..bots import LEVEL
from ..exits import ExitCode
from ..game_arguments import GAME, begin, options_of
from ..grammar import count
from ..numbers import Number
from ..output import Output, json_option, plain_option, print_json

_HEADERS = ("bot", "won", "shared", "rate", "95% range", "points", "from..to")


@click.command()
@click.argument("game", type=GAME)
@click.argument("bots", type=LEVEL, nargs=-1, required=True, metavar="BOT...")
@click.option(
    "-n",
    "--games",
    "number",
    type=Number("a number of games", 1),
    default=100,
    show_default=True,
    help="Games to play.",
)
@click.option(
    "--seed",
    type=Number("a whole number", None),
    default=0,
    show_default=True,
    help="The same seed gives the same games.",
)
@click.option("-o", "options", multiple=True, metavar="NAME=VALUE", help="An option of the game; may be repeated.")
@json_option
@plain_option
def arena(
    game: AnyGame,
    bots: tuple[str, ...],
    number: int,
    seed: int,
    options: tuple[str, ...],
    as_json: bool,
    plain: bool,
) -> None:
    """Let bots play GAME against each other, one BOT a seat, and count who wins.

    BOT is a level: random, easy, normal, hard or expert. After each game everybody moves on by one seat, and after a
    round of that neighbours change, so that no bot gains by where it sits. Ctrl-C ends the match and shows the games so
    far, with exit code 130.

    \b
    Examples:
      p2pgame arena tink normal easy -n 200
      p2pgame arena ten normal normal random -o bust_buy=true --json
    """
    match = Match(game, options_of(game, options), bots, seed)
    begin(game, len(bots), match.options)
    record = Record(match)
    stopped = _play(record, number, plain)
    if as_json:
        print_json(describe(record))
    else:
        _show(record, Output.of(plain))
    if stopped:
        click.get_current_context().exit(ExitCode.INTERRUPTED)


def describe(record: Record) -> dict[str, Any]:
    """A match as JSON-able data. `share` counts a win that k seats share as 1/k of one."""
    match = record.match
    return {
        "game": match.game.id,
        "rules": match.game.rules,
        "options": dict(match.options),
        "seed": match.seed,
        "games": len(record.steps),
        "bots": [
            {
                "bot": entrant.bot,
                "won": entrant.won,
                "shared": entrant.shared,
                "share": round(entrant.share, 6),
                "points": entrant.points,
            }
            for entrant in record.entrants
        ],
        "won_by_seat": [record.by_seat[seat] for seat in range(len(match.bots))],
        "reasons": dict(sorted(record.reasons.items())),
        "steps": record.steps,
    }


def _play(record: Record, number: int, plain: bool) -> bool:
    """Play so many games and count them; whether somebody stopped it before the end."""
    games = record.match.play(range(number))
    try:
        for finished in _with_progress(games, number) if Output.of(plain, sys.stderr).screen else games:
            record.add(finished)
    except KeyboardInterrupt:
        return True
    return False


def _with_progress(games: Iterable[Finished], number: int) -> Iterable[Finished]:
    """The games, a bar on standard error telling how many are done."""
    from rich import console, progress  # noqa: PLC0415 - heavy, and of no use where there is no screen

    columns = (progress.BarColumn(), progress.MofNCompleteColumn(), progress.TimeRemainingColumn())
    with progress.Progress(*columns, console=console.Console(stderr=True), transient=True) as bar:
        yield from bar.track(games, total=number)


def _show(record: Record, output: Output) -> None:
    match = record.match
    output.heading(f"{match.game.title}: {count(len(record.steps), 'game')}, seed {match.seed}")
    if not record.steps:
        return
    output.show("")
    header, *lines = _aligned([_HEADERS, *(_row(place, entrant) for place, entrant in enumerate(record.entrants, 1))])
    output.heading(header)
    for line in lines:
        output.show(line)
    output.show("")
    output.say(_sentences(record))


def _row(place: int, entrant: Entrant) -> tuple[str, ...]:
    low, high = likely_range(entrant.share, entrant.games)
    points = sorted(entrant.points)
    return (
        f"{place} {entrant.bot}",
        str(entrant.won),
        str(entrant.shared),
        f"{entrant.share / entrant.games:.0%}",
        f"{low:.0%}..{high:.0%}",
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
    seats = range(len(record.match.bots))
    won = ", ".join(f"seat {seat} {record.by_seat[seat]}" for seat in seats)
    reasons = ", ".join(f"{reason} {times}" for reason, times in record.reasons.most_common())
    steps = f"{median(record.steps):.0f} steps (median), {max(record.steps)} at most"
    return f"Won alone: {won}. Ends: {reasons}. A game: {steps}."
