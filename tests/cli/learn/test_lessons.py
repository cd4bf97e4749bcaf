"""Every lesson is played to its end, by the moves that it asks for and by others that it accepts."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from itertools import islice
from typing import Any

import pytest
from p2pgame.cli.games import presentation_of
from p2pgame.cli.games.lesson import LEARNER, Lesson, Look, Task, anything
from p2pgame.cli.learn.course import Course, Missed, begin, resume, settle
from p2pgame.engine.errors import IllegalMove
from p2pgame.engine.events import Answered, Played
from p2pgame.engine.game import AnyGame
from p2pgame.engine.games import GAMES, load
from p2pgame.engine.pending import Chance, asked

LOOKED_AT = 3_000
"""Legal moves of a step that a test looks at."""

TRIED = 8
"""Moves of a step from which a test continues."""

Choice = Callable[[Course], Any]

every_lesson = pytest.mark.parametrize("game", [*map(load, GAMES)], ids=GAMES)


def lesson_of(game: AnyGame) -> Lesson:
    """The lesson of a game, which must have one."""
    lesson = presentation_of(game).lesson
    assert lesson is not None
    return lesson


def hoped(course: Course) -> Any:
    """The move that the step hopes for."""
    assert isinstance(course.step, Task)
    return course.game.parse(course.step.hope)


def accepts(course: Course, move: Any) -> bool:
    """Whether a step accepts a move."""
    try:
        course.made(move)
    except (IllegalMove, Missed):
        return False
    return True


def accepted(course: Course) -> Iterator[Any]:
    """The moves that a step accepts."""
    return (move for move in islice(course.game.legal(course.state, LEARNER), LOOKED_AT) if accepts(course, move))


def hoped_or_first(course: Course) -> Any:
    """The hoped move if it is accepted here, else the first one that is."""
    move = hoped(course)
    return move if accepts(course, move) else next(accepted(course))


def walk(course: Course, choose: Choice = hoped) -> Iterator[Course]:
    """The courses at which the learner is to read or to move, step by step, to the end."""
    course = settle(course)
    while course.step is not None:
        yield course
        course = settle(course.read() if isinstance(course.step, Look) else course.make(choose(course)))
    yield course


@every_lesson
def test_the_hoped_moves_lead_to_the_end(game: AnyGame) -> None:
    """Each task asks the learner, and its hoped move is legal and fulfils its aim."""
    lesson = lesson_of(game)
    courses = list(walk(begin(game, lesson)))
    assert len(courses) == lesson.steps + 1
    assert [course.number for course in courses] == list(range(lesson.steps + 1))
    assert all(course.asks for course in courses if isinstance(course.step, Task))


@every_lesson
def test_draws_and_other_seats_follow_the_script(game: AnyGame) -> None:
    """With the hoped moves, each prepared outcome and answer comes about, and none is lacking."""
    course = begin(game, lesson_of(game))
    while (step := course.step) is not None:
        scene = course.lesson.scenes[course.place.scene]
        while (event := course.happening) is not None:
            pending = game.pending(course.state)
            if isinstance(pending, Chance):
                assert course.after(event).drawn == course.drawn + 1, pending
            others = [seat for seat in asked(pending) if seat != LEARNER]
            if others and isinstance(event, Played):
                assert game.format(event.move) == scene.others[course.answered]
            course = course.after(event)
        if isinstance(step, Task):
            made = course.made(hoped(course))
            moves = zip(asked(course.pending), made.moves, strict=True) if isinstance(made, Answered) else ()
            answers = [game.format(move) for seat, move in moves if seat != LEARNER]
            assert answers == list(scene.others[course.answered : course.answered + len(answers)])
        course = course.read() if isinstance(step, Look) else course.make(hoped(course))
        if course.place.done == ():
            assert scene.steps[-1] is step


@every_lesson
def test_each_accepted_move_leads_to_the_end(game: AnyGame) -> None:
    """Each step that can be reached can be done after any earlier moves."""
    rng = random.Random(1)
    for course in walk(begin(game, lesson_of(game))):
        if isinstance(course.step, Task):
            moves = list(accepted(course))
            assert hoped(course) in moves
            for move in rng.sample(moves, min(TRIED, len(moves))):
                *_, last = walk(course.make(move), hoped_or_first)
                assert last.step is None


@every_lesson
def test_a_move_beside_the_aim_is_not_made_and_gets_a_sentence(game: AnyGame) -> None:
    """If a step does not accept every move, some legal move misses its aim."""
    for course in walk(begin(game, lesson_of(game))):
        step = course.step
        if not isinstance(step, Task) or step.aim is anything:
            continue
        legal = list(islice(game.legal(course.state, LEARNER), LOOKED_AT))
        missing = [move for move in legal if not accepts(course, move)]
        assert missing or len(legal) == 1, step.say
        for move in missing[:1]:
            with pytest.raises(Missed) as missed:
                course.make(move)
            assert str(missed.value) == step.miss
            assert step.miss.endswith(".")


@every_lesson
def test_a_lesson_is_resumed_where_it_was_left(game: AnyGame) -> None:
    """Each place leads to the same table, the same step, and the same prepared events."""
    for course in walk(begin(game, lesson_of(game))):
        again = settle(resume(game, course.lesson, course.place))
        assert again.place == course.place
        assert again.step == course.step
        if course.step is not None:
            assert again == course


@every_lesson
def test_a_scene_ends_with_something_to_read(game: AnyGame) -> None:
    """So that the last move is seen before another table stands there."""
    assert all(isinstance(scene.steps[-1], Look) for scene in lesson_of(game).scenes)


@every_lesson
def test_a_lesson_takes_some_five_minutes(game: AnyGame) -> None:
    """The time for reading is 130 words a minute, and for each task 12 seconds."""
    steps = [step for scene in lesson_of(game).scenes for step in scene.steps]
    words = sum(len(f"{step.say} {step.do if isinstance(step, Task) else ''}".split()) for step in steps)
    seconds = words * 60 / 130 + 12 * sum(isinstance(step, Task) for step in steps)
    assert 120 < seconds < 420, seconds


@every_lesson
def test_a_step_is_short(game: AnyGame) -> None:
    """Two sentences at the most, so that three lines of a small screen hold it."""
    for scene in lesson_of(game).scenes:
        for step in scene.steps:
            assert len(step.say) <= 125, step.say
            assert not isinstance(step, Task) or len(step.do) <= 105, step.do
