"""A lesson on the whole screen, from the place where it was left, and the choice after it."""

from __future__ import annotations

import random
from functools import partial

from p2pgame.engine.game import AnyGame

from ...games.lesson import Lesson
from ...games.session import Session
from ...learn import progress
from ...learn.course import Course, Place, begin, resume
from ...learn.table import LessonTable
from ...learn.taught import taught
from ...profile import person
from ...saves.saved import Players
from ...saves.unfinished_games import new_log
from ...thinking.apart import bot_of
from ..app import Full
from ..screens.lesson import LessonScreen
from ..widgets.picker import Entry, Picker
from .play import play

NOBODY = "Player"
"""The name of a learner without a name in the settings."""

PAUSE = 0.8
"""Seconds before each event of others and of chance, so that a newcomer can follow."""

_LEVEL = "easy"
"""The level of the bot in a first game."""

PLAY = "play"
"""The answer of a learner who wants to play the game now."""

_AFTER = (
    Entry(PLAY, "Play a game now", "against a bot that plays quickly"),
    Entry("again", "Repeat the lesson", "from the beginning"),
)


async def learn_some(app: Full, again: bool = False) -> None:
    """Go through lessons that the learner picks, until they go back."""
    while (picked := await pick_lesson(app)) is not None:
        await learn_and_play(app, *picked, again)


async def pick_lesson(app: Full) -> tuple[AnyGame, Lesson] | None:
    """The chosen game to learn, with its lesson; None for back."""
    places = progress.known()
    entries = [
        Entry(game.id, game.title, progress.describe_place(lesson, places.get(game.id))) for game, lesson in taught()
    ]
    word = await app.push_screen_wait(Picker("Learn which game?", entries))
    return next((each for each in taught() if each[0].id == word), None)


async def learn_and_play(app: Full, game: AnyGame, lesson: Lesson, again: bool = False) -> None:
    """Go through a lesson, and play a game then if the learner wants that."""
    if await learn(app, game, lesson, again) == PLAY:
        await play_at_once(app, game)


async def learn(app: Full, game: AnyGame, lesson: Lesson, again: bool = False, pause: float = PAUSE) -> str:
    """Go through a lesson, `again` from the beginning; `play` if the learner wants to play then, otherwise empty."""
    course = begin(game, lesson) if again else await _where(app, game, lesson)
    while course is not None:
        table = LessonTable(course, (person.called() or (NOBODY,))[0], partial(progress.note, game.id))
        if await app.push_screen_wait(LessonScreen(table, pause)) != "over":
            return ""
        word = await app.push_screen_wait(Picker(f"{game.title}: the lesson is over", _AFTER))
        if word != "again":
            return word
        course = begin(game, lesson)
    return ""


async def _where(app: Full, game: AnyGame, lesson: Lesson) -> Course | None:
    """The course from the saved place, or from the beginning, by the learner's choice; None for back."""
    place = progress.known().get(game.id, Place())
    course = resume(game, lesson, place)
    if course.number == 0 or course.step is None:
        return begin(game, lesson)
    entries = (
        Entry("on", "Continue", f"at step {course.number + 1} of {lesson.steps}"),
        Entry("again", "From the beginning", ""),
    )
    word = await app.push_screen_wait(Picker(f"Continue the lesson of {game.title}?", entries))
    return {"on": course, "again": begin(game, lesson)}.get(word)


async def play_at_once(app: Full, game: AnyGame) -> None:
    """A game of two against a bot that plays quickly; it is saved like every game."""
    session, players = Session(game, game.begin(2, {})), Players(1, person.called(), _LEVEL)
    renewed, rng = partial(new_log, 2, players), random.SystemRandom()
    bots = {1: bot_of(_LEVEL)}
    await play(app, session, bots, rng, renewed(), called=players.names, renewed=renewed, players=players)
