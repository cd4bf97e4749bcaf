"""The list of one's games in lines: what `p2pgame history` prints."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from typing import Any

from ..saves.catalogue import Game
from ..saves.my_games import (
    describe_record,
    length_told,
    my_games,
    outcome_told,
    players_told,
    title_of,
)
from ..saves.records import GameRecord, records
from ..saves.summary import as_json as summary_data
from ..terminal.output import Output, print_json
from ..words.grammar import count
from ..words.moment import format_moment


def print_history(output: Output, game_id: str | None, shown: int | None, as_json: bool) -> None:
    """Print the games, of one game or of all, and the records: the last `shown` games, or all of them."""
    waiting = Output.of(stream=sys.stderr)

    def progress(done: int, number: int) -> None:
        waiting.passing(f"Reading the logs ... {100 * done // number}%")

    games = my_games(progress)
    waiting.passing("")
    numbered = [(n, game) for n, game in enumerate(games, 1) if game_id is None or game.summary.game == game_id]
    found = records(game for _, game in numbered)
    if as_json:
        print_json(_data(numbered, found))
        return
    if not numbered:
        output.say("No games yet: `p2pgame play` begins one.")
        return
    rows = numbered if shown is None else numbered[:shown]
    _print_games(output, rows)
    if 0 < len(rows) < len(numbered):
        output.say(f"\n{count(len(numbered) - len(rows), 'older game')}: `--all` lists all.")
    _print_records(output, found)


def _print_games(output: Output, rows: Sequence[tuple[int, Game]]) -> None:
    if rows:
        output.heading("Games")
    output.rows([(f"{number}", _line(game)) for number, game in rows])


def _line(game: Game) -> str:
    summary = game.summary
    title = title_of(summary.game) if summary.game else game.log.name
    who = players_told(summary)
    parts = (f"{title}{': ' if who else ''}{who}", outcome_told(summary), length_told(summary))
    return f"{format_moment(game.written)}  {'; '.join(parts)}"


def _print_records(output: Output, found: Sequence[GameRecord]) -> None:
    if not found:
        return
    output.heading("\nRecords")
    output.rows([(title_of(record.game), "; ".join(describe_record(record))) for record in found])


def _data(numbered: Sequence[tuple[int, Game]], found: Sequence[GameRecord]) -> dict[str, Any]:
    return {
        "games": [
            {"number": number, "log": str(game.log), "written": game.written, **summary_data(game.summary)}
            for number, game in numbered
        ],
        "records": [
            {
                "game": record.game,
                "played": record.together.played,
                "won": record.together.won,
                "opponents": {
                    name: {"played": tally.played, "won": tally.won} for name, tally in record.opponents.items()
                },
                "alone": {"played": record.alone.played, "won": record.alone.won},
                "best": None if record.best is None else record.best.score,
            }
            for record in found
        ],
    }
