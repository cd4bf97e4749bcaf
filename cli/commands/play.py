"""`p2pgame play GAME`: alone against bots, several people at one keyboard, or a variant for one."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, NoReturn

import click
from p2pgame.engine.bots.bot import Bot
from p2pgame.engine.errors import quoted
from p2pgame.engine.game import AnyGame
from p2pgame.protocol.wire.sanitize import clean_name

from ..games.arguments import GAME, begin, find, games_sentence, options_of
from ..games.session import Session
from ..lines.local import LocalLines, Stopped
from ..profile import person
from ..saves import saved
from ..saves.game_file import GameFile, Keeper, SavedFile
from ..saves.save_lock import SaveLock
from ..saves.saved import Players
from ..system.exits import ExitCode, Misused
from ..system.streams import echo
from ..table.local import LocalTable
from ..table.narration import LINES
from ..terminal.keyboard import EndOfInput, Keyboard
from ..terminal.output import Output, plain_option
from ..thinking.apart import bot_of
from ..thinking.bots import USUAL_LEVEL, LocalBots, LocalBotsType
from ..words.grammar import and_list, count
from ..words.paths import FilePath, replay_command
from .numbers import Number

if TYPE_CHECKING:
    from ..saves.game_log import GameLog
    from ..saves.unfinished_games import UnfinishedGame


def _names(_context: click.Context, _parameter: click.Parameter, value: str | None) -> tuple[str, ...]:
    """Names with commas between them, in a form fit to show.

    Raises:
        Misused: one has no visible character, or is there twice.
    """
    names = tuple(clean_name(each) for each in value.split(",")) if value is not None else ()
    if not all(names) or len(set(names)) < len(names):
        raise Misused(f"--names takes different names, separated by commas, such as Ada,Ben, not {quoted(value)}.")
    return names


@click.command()
@click.argument("game", type=GAME, required=False)
@click.option("--seats", type=Number("a number of seats", None), help="Seats, including bots; 1 for a solo game.")
@click.option("--humans", type=Number("a number of people", None), help="Human players at this keyboard. Default: 1.")
@click.option(
    "--names", callback=_names, metavar="NAME,NAME", help="Names of the human players, in the order of their seats."
)
@click.option(
    "--bots",
    type=LocalBotsType(),
    default=LocalBots(),
    help=f"Level of the bots, or their number, or both: easy, 2, or 2:easy. Default: {USUAL_LEVEL}.",
)
@click.option("-o", "options", multiple=True, metavar="NAME=VALUE", help="Set an option of the game; can be repeated.")
@click.option("--seed", type=Number("a whole number", None), help="Make draws and bots repeatable. Default: random.")
@click.option(
    "--save",
    type=FilePath(dir_okay=False),
    help="Save the game in this file after each step, or continue the game in it.",
)
@click.option("--resume", is_flag=True, help="Resume the last unfinished game without asking.")
@click.option("--new", is_flag=True, help="Start a new game without asking. Unfinished games are kept.")
@plain_option
def play(
    game: AnyGame | None,
    seats: int | None,
    humans: int | None,
    names: tuple[str, ...],
    bots: LocalBots,
    options: tuple[str, ...],
    seed: int | None,
    save: Path | None,
    resume: bool,
    new: bool,
    plain: bool,
) -> None:
    """Play GAME in the terminal: against bots, with others at this keyboard, or solo.

    Type moves and commands; `help` lists them. Every game is kept: the next time you are asked whether to resume an
    unfinished one, and `p2pgame history` lists them all. Exit codes: 0 the game ended or you quit; 3 the input ended
    too early.

    \b
    Examples:
      p2pgame play tink
      p2pgame play tink --humans 2 --names Ada,Ben
      p2pgame play ten --seats 1 -o jen=6
      p2pgame play tetris --seats 3 --save evening.game
    """
    output, keyboard = Output.of(plain), Keyboard()
    game = game or _asked_for(keyboard)
    seats = _seats(seats, humans, bots)
    is_settled = bool(names or options) or any(each is not None for each in (seats, humans, bots.level, seed, save))
    _check_together(resume, new, is_settled)
    left = [] if new or is_settled else _unfinished(game)
    if resume and not left:
        raise Misused(f"There is no unfinished game of {game.title}.")
    if save is not None:
        click.get_current_context().with_resource(SaveLock(save))
    rng = random.SystemRandom() if seed is None else random.Random(seed)  # noqa: S311 - repeatable on request

    def begin() -> Setup:
        session = _session(game, seats, 1 if humans is None else humans, options, save)
        players = _players(session, humans, names, bots.level, save)
        return Setup(session, players, _keeper(session, players, save))

    if output.full:
        _play_full(game, left[:1] if resume else left, resume, begin, rng)
    chosen = left[0] if resume else _ask_to_resume(left, output, keyboard)
    setup = begin() if chosen is None else _resume(chosen)
    file = GameFile(setup.session, setup.keeper, setup.players)
    table = LocalTable(setup.session, setup.bots, rng, file, setup.players.names, LINES)
    _introduce(table, output, keyboard)
    try:
        _play(LocalLines(table, output, keyboard), output)
    finally:
        file.close()


@dataclass(frozen=True, slots=True)
class Setup:
    """A game to be played, its players, and the file or log that keeps it."""

    session: Session[Any, Any]
    players: Players
    keeper: Keeper | None

    @property
    def bots(self) -> Mapping[int, Bot]:
        """The bots by their seats, which are behind the people's."""
        return dict.fromkeys(range(self.players.people, self.session.seats), bot_of(self.players.bots))


def _seats(seats: int | None, humans: int | None, bots: LocalBots) -> int | None:
    """The number of seats: as given, or as there are people and bots; None for the usual one.

    Raises:
        Misused: both are given, and differ.
    """
    if bots.count is None:
        return seats
    people = 1 if humans is None else humans
    if seats not in (None, people + bots.count):
        taken = f"{count(people, 'human player')} and {count(bots.count, 'bot')} have {people + bots.count} seats"
        raise Misused(f"--seats {seats} contradicts --bots {bots.count}: {taken}.")
    return people + bots.count


def _check_together(resume: bool, new: bool, is_settled: bool) -> None:
    """Return if the wishes do not contradict each other.

    Raises:
        Misused: they do.
    """
    if resume and (new or is_settled):
        raise Misused("--resume continues the game as it was. It can only be combined with --plain.")


def _unfinished(game: AnyGame) -> list[UnfinishedGame]:
    from ..saves import unfinished_games  # noqa: PLC0415 - brings the protocol, which helps do without

    return unfinished_games.unfinished(game)


def _keeper(session: Session[Any, Any], players: Players, save: Path | None) -> Keeper | None:
    log = _new_log(session, players)
    if save is None:
        return log
    if not saved.is_there(save):
        saved.write(save, session, players)
    return SavedFile(save, players, log)


def _new_log(session: Session[Any, Any], players: Players) -> GameLog | None:
    from ..saves import unfinished_games  # noqa: PLC0415 - as above

    return unfinished_games.new_log(session.seats, players)


def _resume(chosen: UnfinishedGame) -> Setup:
    from ..saves import unfinished_games  # noqa: PLC0415 - as above

    log, session = unfinished_games.resume(chosen)
    return Setup(session, chosen.players, log)


def _ask_to_resume(left: Sequence[UnfinishedGame], output: Output, keyboard: Keyboard) -> UnfinishedGame | None:
    """The unfinished game that the person at a terminal resumes; None for a new game."""
    if not left:
        return None
    if not keyboard.terminal:
        output.say("An unfinished game is kept; `--resume` resumes it.")
        return None
    from ..saves import unfinished_games  # noqa: PLC0415 - as above

    output.say(f"An unfinished game of {unfinished_games.describe(left[0])}")
    answer = keyboard.read("Resume it? [Y/n] ").strip().lower()
    return left[0] if answer in ("", "y", "yes") else None


def _players(
    session: Session[Any, Any], humans: int | None, names: tuple[str, ...], bots: str | None, save: Path | None
) -> Players:
    """The players: as given, or as in the saved game, or the default.

    Raises:
        Misused: there are more people than seats, or more names than people.
    """
    before = None if save is None or not saved.is_there(save) else saved.players_in(save)
    people = humans if humans is not None else 1 if before is None else before.people
    if not 0 <= people <= session.seats:
        raise Misused(f"--humans is 0 to {session.seats} at a table of {session.seats} seats, not {people}.")
    if len(names) > people:
        raise Misused(f"--names has {count(len(names), 'name')}, but --humans is {people}.")
    called = names or (person.called() if before is None else before.names)
    return Players(people, called[:people], bots or (USUAL_LEVEL if before is None else before.bots))


def _play_full(
    game: AnyGame, left: Sequence[UnfinishedGame], resume: bool, begin: Callable[[], Setup], rng: random.Random
) -> NoReturn:
    """Play on the whole screen, and exit."""
    from ..screen import app  # noqa: PLC0415 - slow to import, and of no use to line mode
    from ..screen.flows.play import chosen as ask  # noqa: PLC0415 - as above
    from ..screen.flows.play import play as story  # noqa: PLC0415 - as above

    async def main(full: app.Full) -> int:
        chosen = left[0] if resume else await ask(full, game, left) if left else None
        if chosen == "":
            return ExitCode.OK
        setup = begin() if chosen is None or isinstance(chosen, str) else _resume(chosen)

        def renewed() -> Keeper | None:
            return _new_log(setup.session, setup.players)

        return await story(
            full,
            setup.session,
            setup.bots,
            rng,
            setup.keeper,
            called=setup.players.names,
            renewed=renewed,
            players=setup.players,
        )

    app.run(main)


def _asked_for(keyboard: Keyboard) -> AnyGame:
    """The game that a person names when asked."""
    while True:
        try:
            return find(keyboard.read(f"{games_sentence()} Which one? ").strip())
        except Misused as refusal:
            echo(refusal.message)
        except EndOfInput:
            raise Misused(f"Name the game to play. {games_sentence()}") from None


def _session(
    game: AnyGame, seats: int | None, humans: int, options: tuple[str, ...], save: Path | None
) -> Session[Any, Any]:
    """A new table, or the one in the file."""
    if save is not None and saved.is_there(save):
        if seats is not None or options:
            raise Misused(
                f"{save} holds a game with its own seats and options. To continue it, leave out --seats and -o."
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
    """Play. When the game ends or a person leaves, print a sentence and exit with its code."""
    try:
        lines.play()
    except Stopped:
        code, why = ExitCode.OK, "You left the game"
    except EndOfInput:
        code, why = ExitCode.UNFINISHED, "The input ended before the game did"
    except (KeyboardInterrupt, click.Abort):
        code, why = ExitCode.INTERRUPTED, "\nStopped"
    else:
        if lines.table.file.kept is not None and lines.keyboard.terminal:
            output.say(f"The game is saved. Watch it again: `{replay_command(lines.table.file.kept)}`")
        return
    steps, again = count(lines.table.step, "step"), lines.table.file.again
    again = f"; resume it with `{again}`" if again else ""
    output.say(f"{why}, after {steps}{again}.")
    click.get_current_context().exit(code)
