"""`My games` in the menu: all games that are kept, their replays, and the records."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence

import click
from rich.text import Text

from ...profile import person
from ...saves.catalogue import Game
from ...saves.my_games import about, describe_record, my_games, title_of
from ...saves.opening import open_log
from ...saves.records import records
from ...saves.unfinished_games import describe, kept_of
from ...terminal.output import harmless
from ...words.paths import display_path
from ..app import Full
from ..drawing import join, style
from ..widgets.modal import Reading
from ..widgets.picker import Entry, Picker
from .play import resume_here
from .replay import replay

_RECORDS = "records"

_SHOWN = 200
"""Games in the list, the last ones; `p2pgame history --all` has all."""


async def look_at_games(app: Full) -> None:
    """Show the list, and a replay of each game that is chosen, until somebody goes back."""
    games, at = await _read(app), ""
    empty = f"No games in {display_path(person.home().logs)} yet: play one first."
    while at := await app.push_screen_wait(Picker("My games", _entries(games), empty, at=at)):
        if at == _RECORDS:
            await app.push_screen_wait(Reading("Records", _records(games)))
            continue
        try:
            await _open(app, games[int(at)])
        except click.ClickException as refusal:
            await app.push_screen_wait(Reading("That did not work", Text(harmless(refusal.format_message()))))
        games = await _read(app)


async def _open(app: Full, game: Game) -> None:
    """Show the replay of a game; one that is unfinished on this machine can be resumed instead.

    Raises:
        ClickException: it cannot be opened.
    """
    left = kept_of(game)
    if left is not None:
        word = await app.push_screen_wait(
            Picker(
                f"{title_of(game.summary.game)}: unfinished",
                (Entry("resume", "Resume it", describe(left)), Entry("replay", "Replay it", "all steps so far")),
            )
        )
        if word == "resume":
            await resume_here(app, left)
        if word != "replay":
            return
    await replay(app, open_log(game.log), game.log, nested=True)


async def _read(app: Full) -> list[Game]:
    """The games. New logs are read in a thread, which may take a while."""
    loop = asyncio.get_running_loop()

    def progress(done: int, number: int) -> None:
        loop.call_soon_threadsafe(app.tell_wait, f"Reading the logs ... {100 * done // number}%")

    games = await asyncio.to_thread(my_games, progress)
    app.tell_wait("One moment ...")
    return games


def _entries(games: Sequence[Game]) -> list[Entry]:
    shown = [
        Entry(
            str(place), title_of(game.summary.game) if game.summary.game else display_path(game.log.name), about(game)
        )
        for place, game in enumerate(games[:_SHOWN])
    ]
    counted = [Entry(_RECORDS, "Records", "wins against each opponent, and bests alone")] if records(games) else []
    return [*counted, *shown]


def _records(games: Sequence[Game]) -> Text:
    lines = []
    for record in records(games):
        lines.append(Text(title_of(record.game), style("strong")))
        lines += [Text(f"  {part}") for part in describe_record(record)]
    return join(lines)
