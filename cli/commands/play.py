"""`p2pgame play GAME`: alone against bots, several people at one keyboard, or a variant for one."""

from __future__ import annotations

import random
from collections.abc import Mapping
from pathlib import Path
from typing import Any, NoReturn

import click
from p2pgame.engine.bots.bot import Bot
from p2pgame.engine.errors import quoted
from p2pgame.engine.game import AnyGame
from p2pgame.protocol.wire.sanitize import clean_name

from ..games.arguments import GAME, begin, find, listed, options_of
from ..games.session import Session
from ..lines.local import LocalLines, Stopped
from ..profile import person
from ..saves import saved
from ..saves.game_file import GameFile
from ..saves.saved import Players
from ..saves.slot import Slot
from ..system.exits import ExitCode, Misused
from ..system.streams import echo
from ..table.local import LocalTable
from ..table.narration import LINES
from ..terminal.keyboard import EndOfInput, Keyboard
from ..terminal.output import Output, plain_option
from ..thinking.apart import bot_of
from ..thinking.bots import LEVEL, USUAL_LEVEL
from ..words.grammar import and_list, count
from ..words.paths import FilePath
from .numbers import Number


def _names(_context: click.Context, _parameter: click.Parameter, value: str | None) -> tuple[str, ...]:
    """Names with commas between them, as they may be shown.

    Raises:
        Misused: one has nothing in it that can be shown, or is there twice.
    """
    names = tuple(clean_name(each) for each in value.split(",")) if value is not None else ()
    if not all(names) or len(set(names)) < len(names):
        raise Misused(
            f"--names takes a different name for each person, with commas, such as Ada,Ben, not {quoted(value)}."
        )
    return names


@click.command()
@click.argument("game", type=GAME, required=False)
@click.option("--seats", type=Number("a number of seats", None), help="Seats, including bots; 1 for a solo variant.")
@click.option("--humans", type=Number("a number of people", None), help="Human players at this keyboard. Default: 1.")
@click.option(
    "--names", callback=_names, metavar="NAME,NAME", help="Names of the human players, in the order of their seats."
)
@click.option("--bots", type=LEVEL, help=f"Level of the bots. Default: {USUAL_LEVEL}.")
@click.option("-o", "options", multiple=True, metavar="NAME=VALUE", help="Set an option of the game; can be repeated.")
@click.option("--seed", type=Number("a whole number", None), help="Make draws and bots repeatable. Default: random.")
@click.option(
    "--save",
    type=FilePath(dir_okay=False),
    help="Save the game in this file after each step, or continue the game in it.",
)
@plain_option
def play(
    game: AnyGame | None,
    seats: int | None,
    humans: int | None,
    names: tuple[str, ...],
    bots: str | None,
    options: tuple[str, ...],
    seed: int | None,
    save: Path | None,
    plain: bool,
) -> None:
    """Play GAME in the terminal: against bots, with others at this keyboard, or solo.

    Type moves and commands; `help` lists them. Exit codes: 0 the game ended or you quit; 3 the input ended before the
    game.

    \b
    Examples:
      p2pgame play tink
      p2pgame play tink --humans 2 --names Ada,Ben
      p2pgame play ten --seats 1 -o jen=6
      p2pgame play tetris --seats 3 --save evening.game
    """
    output, keyboard = Output.of(plain), Keyboard()
    game = game or _asked_for(keyboard)
    if save is not None:
        click.get_current_context().with_resource(Slot(save))
    session = _session(game, seats, 1 if humans is None else humans, options, save)
    players = _players(session, humans, names, bots, save)
    if save is not None and not saved.is_there(save):
        saved.write(save, session, players)
    rng = random.SystemRandom() if seed is None else random.Random(seed)  # noqa: S311 - repeatable on request
    by_bots = dict.fromkeys(range(players.people, session.seats), bot_of(players.bots))
    if output.full:
        _play_full(session, by_bots, rng, save, players)
    file = GameFile(session, save, players)
    table = LocalTable(session, by_bots, rng, file, players.names, LINES)
    _introduce(table, output, keyboard)
    _play(LocalLines(table, output, keyboard), output)


def _players(
    session: Session[Any, Any], humans: int | None, names: tuple[str, ...], bots: str | None, save: Path | None
) -> Players:
    """The players: as given, or else as in the saved game, or else the default.

    Raises:
        Misused: there are more people than seats, or more names than people.
    """
    kept = None if save is None or not saved.is_there(save) else saved.players_in(save)
    people = humans if humans is not None else 1 if kept is None else kept.people
    if not 0 <= people <= session.seats:
        raise Misused(f"There are {session.seats} seats, so --humans is 0 to {session.seats}, not {people}.")
    if len(names) > people:
        raise Misused(f"--names has {count(len(names), 'name')}, but --humans is {people}.")
    called = names or (person.called() if kept is None else kept.names)
    return Players(people, called[:people], bots or (USUAL_LEVEL if kept is None else kept.bots))


def _play_full(
    session: Session[Any, Any],
    bots: Mapping[int, Bot],
    rng: random.Random,
    save: Path | None,
    players: Players,
) -> NoReturn:
    """Play on the whole screen, and exit."""
    from ..screen import app  # noqa: PLC0415 - slow to import, and of no use to line mode
    from ..screen.flows.play import play as story  # noqa: PLC0415 - as above

    app.run(lambda full: story(full, session, bots, rng, save, called=players.names, players=players))


def _asked_for(keyboard: Keyboard) -> AnyGame:
    """The game that somebody names when asked."""
    while True:
        try:
            return find(keyboard.read(f"{listed()} Which one? ").strip())
        except Misused as refusal:
            echo(refusal.message)
        except EndOfInput:
            raise Misused(f"Name the game to play. {listed()}") from None


def _session(
    game: AnyGame, seats: int | None, humans: int, options: tuple[str, ...], save: Path | None
) -> Session[Any, Any]:
    """A new table, or the one that is kept in the file."""
    if save is not None and saved.is_there(save):
        if seats is not None or options:
            raise Misused(
                f"{save} holds a game with its own seats and options: leave out --seats and -o to continue it."
            )
        return saved.read(save, game)
    usual = max(humans, 2) if 2 in game.seats else game.seats[0]
    state = begin(game, usual if seats is None else seats, options_of(game, options))
    return Session(game, state)


def _introduce(table: LocalTable, output: Output, keyboard: Keyboard) -> None:
    session = table.session
    output.heading(f"{session.game.title}: {and_list(list(table.names))}")
    if session.history:
        output.say(f"The game continues after {count(len(session.history), 'step')}.")
    if len(table.bots) < session.seats:
        output.say("Type a move, or `help`, `rules` or `quit`." + (" Tab completes." if keyboard.terminal else ""))


def _play(lines: LocalLines, output: Output) -> None:
    """Play; however somebody leaves, say so in a sentence and exit with the code for it."""
    try:
        lines.play()
    except Stopped:
        code, why = ExitCode.OK, "You left the game"
    except EndOfInput:
        code, why = ExitCode.UNFINISHED, "The input ended before the game"
    except (KeyboardInterrupt, click.Abort):
        code, why = ExitCode.INTERRUPTED, "\nStopped"
    else:
        return
    steps, again = count(lines.table.step, "step"), lines.table.file.again
    again = f"; `{again}` resumes it" if again else ""
    output.say(f"{why}, after {steps}{again}.")
    click.get_current_context().exit(code)
