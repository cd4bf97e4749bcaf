"""`p2pgame arena GAME BOT BOT ...`: bots against bots, and a table of the results."""

from __future__ import annotations

import sys
from collections.abc import Iterable
from contextlib import ExitStack, closing
from pathlib import Path
from typing import TYPE_CHECKING

import click
from p2pgame.engine.game import AnyGame

from ..games.arguments import GAME, begin, options_of
from ..saves import saved
from ..system.exits import ExitCode, Failed, Misused
from ..system.whole_file import unwritten, write_shared
from ..terminal.output import Output, json_option, plain_option, print_json
from ..thinking.bots import LEVEL
from ..words.paths import FilePath
from ..words.sentences import sentence
from .numbers import Number

if TYPE_CHECKING:
    from ..arena.match import Finished, Match

# The modules that play and count are imported when a match begins: `--help` needs none of them.

_COMMAND = "cmd:"


class EntrantType(click.ParamType[str]):
    """A level of a bot, or a program."""

    name = "bot"

    def convert(self, value: object, param: click.Parameter | None, ctx: click.Context | None) -> str:
        """The entrant, as it was typed.

        Raises:
            Misused: there is no bot of that name, or the program has no command.
        """
        word = str(value)
        if word == _COMMAND:
            raise Misused("Write the command of a program after cmd:, such as cmd:./mybot.")
        return word if word.startswith(_COMMAND) else LEVEL.convert(value, param, ctx)

    def get_missing_message(self, param: click.Parameter, ctx: click.Context | None) -> str:
        """The sentence for a missing bot."""
        return LEVEL.get_missing_message(param, ctx)


@click.command()
@click.argument("game", type=GAME)
@click.argument("bots", type=EntrantType(), nargs=-1, required=True, metavar="BOT...")
@click.option(
    "-n",
    "--games",
    "number",
    type=Number("a number of games", 1),
    default=100,
    show_default=True,
    help="Games to play; with --seats, games of each group of bots.",
)
@click.option("--seats", type=Number("a number of seats", 1), help="Bots in a game. Default: all.")
@click.option(
    "--seed",
    type=Number("a whole number", None),
    default=0,
    show_default=True,
    help="Make the games repeatable: the same seed gives the same games.",
)
@click.option("-o", "options", multiple=True, metavar="NAME=VALUE", help="Set an option of the game; can be repeated.")
@click.option(
    "--save",
    type=FilePath(dir_okay=False),
    metavar="FILE",
    help="Save finished games in FILE, and continue from there.",
)
@click.option("--logs", type=FilePath(), metavar="FOLDER", help="Save each game in FOLDER.")
@click.option(
    "--workers",
    type=Number("a number of processes", 1),
    help="Games played at the same time. Default: one per processor.",
)
@click.option("--cluster", metavar="ADDRESS", help="Play on the workers of a Dask scheduler, such as tcp://host:8786.")
@click.option(
    "--move-time",
    type=Number("a number of seconds", 1),
    default=10,
    show_default=True,
    help="Seconds that a program has for a move.",
)
@json_option
@plain_option
def arena(
    game: AnyGame,
    bots: tuple[str, ...],
    number: int,
    seats: int | None,
    seed: int,
    options: tuple[str, ...],
    save: Path | None,
    logs: Path | None,
    workers: int | None,
    cluster: str | None,
    move_time: int,
    as_json: bool,
    plain: bool,
) -> None:
    """Let bots play GAME against each other, and show wins and ratings.

    BOT is a level (random, easy, normal, hard or expert), or cmd:COMMAND for a program that plays by lines
    (spec/engine-line.md, section 5). All play in each game, one BOT per seat; with --seats, each group of that size.
    After each game everybody moves on by one seat, and later neighbours change, so that no bot gains by its seat. A
    program that crashes, hangs or gives no legal move loses that game, and the table says why. Ctrl-C ends the match
    and shows the games so far, with exit code 130.

    \b
    Examples:
      p2pgame arena tink normal easy -n 200
      p2pgame arena ten normal normal random -o bust_buy=true --json
      p2pgame arena tink random easy normal cmd:./mybot --seats 2 --save match.jsonl
    """
    from ..arena.match import Match  # noqa: PLC0415 - as above
    from ..arena.record import Record  # noqa: PLC0415 - as above
    from ..arena.report import describe, show  # noqa: PLC0415 - as above

    if seats is not None and seats > len(bots):
        raise Misused(f"--seats is at most the number of bots: {len(bots)}, not {seats}.")
    match = Match(
        game=game,
        rules=game.rules,
        options=dict(options_of(game, options)),
        bots=bots,
        seed=seed,
        seats=seats or len(bots),
        patience=move_time,
        logged=logs is not None,
    )
    begin(game, match.seats, match.options)
    finished, stopped = _play(match, number * len(match.groups), save, logs, workers, cluster, plain)
    record = Record(match, finished)
    if as_json:
        print_json(describe(record))
    else:
        show(record, Output.of(plain))
    if stopped:
        click.get_current_context().exit(ExitCode.INTERRUPTED)


def _play(
    match: Match,
    number: int,
    save: Path | None,
    logs: Path | None,
    workers: int | None,
    cluster: str | None,
    plain: bool,
) -> tuple[list[Finished], bool]:
    """The games of a match, and whether somebody stopped it before the last one."""
    from ..arena.play import OtherRules  # noqa: PLC0415 - as above
    from ..arena.results import Results  # noqa: PLC0415 - as above
    from ..arena.workers import NoCluster, play_games, processors  # noqa: PLC0415 - as above

    with ExitStack() as opened:
        kept = opened.enter_context(closing(Results(save, match))) if save else None
        finished = [game for game in kept.finished if game.number < number] if kept else []
        known = {game.number for game in finished}
        missing = [each for each in range(number) if each not in known]
        games = opened.enter_context(closing(play_games(match, missing, workers or processors(), cluster)))
        progress = _with_progress(games, len(missing)) if Output.of(plain, sys.stderr).screen else games
        try:
            for game in progress:
                finished.append(game)
                if kept:
                    kept.add(game)
                if logs:
                    _write(logs, game)
        except KeyboardInterrupt:
            return finished, True
        except (NoCluster, OtherRules) as error:
            raise Failed(sentence(str(error))) from error
    return finished, False


def _with_progress(games: Iterable[Finished], number: int) -> Iterable[Finished]:
    """The games, with a bar on standard error that counts them."""
    from rich import console, progress  # noqa: PLC0415 - heavy, and not needed without a screen

    columns = (progress.BarColumn(), progress.MofNCompleteColumn(), progress.TimeRemainingColumn())
    with progress.Progress(*columns, console=console.Console(stderr=True), transient=True) as bar:
        yield from bar.track(games, total=number)


def _write(folder: Path, game: Finished) -> None:
    """Write a game as a saved game, which `p2pgame engine GAME` can replay.

    Raises:
        Failed: it cannot be written.
        Misused: something else has its name.
    """
    path = folder / f"{game.number:06}.game"
    saved.check_free(path)
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise unwritten(folder, error) from error
    write_shared(path, "".join(f"{line}\n" for line in game.log).encode())
