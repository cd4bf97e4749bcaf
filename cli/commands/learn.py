"""`p2pgame learn GAME`: a guided first game."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, NoReturn

import click
from p2pgame.engine.game import AnyGame

from ..games import presentation_of
from ..games.arguments import GAME, games_sentence
from ..games.lesson import Lesson
from ..learn import progress
from ..learn.course import Course, Place, begin, resume
from ..learn.taught import taught
from ..profile import person
from ..system.exits import ExitCode, Misused
from ..table.answer import ALIASES
from ..terminal.keyboard import EndOfInput, Keyboard
from ..terminal.output import Output, plain_option

if TYPE_CHECKING:
    from ..screen.app import Full


@click.command()
@click.argument("game", type=GAME, required=False)
@click.option("--again", is_flag=True, help="Start the lesson again. Default: continue where you left it.")
@plain_option
def learn(game: AnyGame | None, again: bool, plain: bool) -> None:
    """Learn GAME in about five minutes: a guided first game, one thing to do at a time.

    Without GAME, you choose a lesson from a list.

    Your place is kept when you leave. Exit codes: 0 the lesson ended or you quit; 3 the input ended too early.

    \b
    Examples:
      p2pgame learn
      p2pgame learn tink
      p2pgame learn tetris --again
    """
    output, named = Output.of(plain), None if game is None else (game, _lesson_of(game))
    if output.full:
        _learn_full(named, again)
    _learn_in_lines(*(named or _picked(output, Keyboard())), again, output)


def _lesson_of(game: AnyGame) -> Lesson:
    lesson = presentation_of(game).lesson
    if lesson is None:
        raise Misused(f"{game.title} has no lesson. `p2pgame rules {game.id}` shows its rules.")
    return lesson


def _learn_full(named: tuple[AnyGame, Lesson] | None, again: bool) -> NoReturn:
    """Learn on the whole screen, and exit."""
    from ..screen import app  # noqa: PLC0415 - slow to import, and of no use to line mode
    from ..screen.flows.learn import learn_and_play, learn_some  # noqa: PLC0415 - as above

    async def learning(full: Full) -> int:
        await (learn_some(full, again) if named is None else learn_and_play(full, *named, again))
        return ExitCode.OK

    app.run(learning)


def _picked(output: Output, keyboard: Keyboard) -> tuple[AnyGame, Lesson]:
    """The lesson that a person at a terminal picks from the list.

    Raises:
        Misused: nobody is there to be asked.
        Exit: the person leaves.
    """
    if not keyboard.terminal:
        raise Misused(f"Which game? {games_sentence()}")
    lessons, places = taught(), progress.known()
    for number, (game, lesson) in enumerate(lessons, 1):
        output.say(f"{number}. {game.title}: {progress.describe_place(lesson, places.get(game.id))}")
    while True:
        try:
            typed = keyboard.read("Which game? ").strip().lower()
        except EndOfInput:
            typed = "quit"
        if ALIASES.get(typed, typed) == "quit":
            raise click.exceptions.Exit(ExitCode.OK)
        for number, each in enumerate(lessons, 1):
            if typed in (str(number), each[0].id):
                return each
        output.say(f"Type a number from 1 to {len(lessons)}, the name of a game, or `quit`.")


def _learn_in_lines(game: AnyGame, lesson: Lesson, again: bool, output: Output) -> None:
    from ..learn.table import LessonTable  # noqa: PLC0415 - of no use to `--help`
    from ..lines.lesson import LessonLines  # noqa: PLC0415 - as above
    from ..lines.local import Stopped  # noqa: PLC0415 - as above
    from ..table.narration import LINES  # noqa: PLC0415 - as above

    course = begin(game, lesson) if again else _left(game, lesson)
    output.heading(f"Learn {game.title}: {lesson.steps} steps")
    output.say(
        f"You continue at step {course.number + 1}; `p2pgame learn {game.id} --again` starts again."
        if course.number
        else "Type what each step asks for, or `help`, `rules` or `quit`."
    )
    table = LessonTable(course, (person.called() or ("Player",))[0], partial(progress.note, game.id), LINES)
    try:
        LessonLines(table, output, Keyboard()).teach()
    except Stopped:
        output.say(f"Your place is saved. Continue with `p2pgame learn {game.id}`.")
    except EndOfInput:
        output.say(f"The input ended before the lesson did. Continue with `p2pgame learn {game.id}`.")
        click.get_current_context().exit(ExitCode.UNFINISHED)
    else:
        output.say(f"That was the lesson. Play against a bot with `p2pgame play {game.id}`.")


def _left(game: AnyGame, lesson: Lesson) -> Course:
    """The course from the saved place; from the beginning, if it was not begun or is done."""
    course = resume(game, lesson, progress.known().get(game.id, Place()))
    return course if course.step is not None else begin(game, lesson)
