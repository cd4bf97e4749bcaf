"""A learner's way through a lesson of a game of another package, step by step."""

from __future__ import annotations

from dataclasses import replace

import pytest
from nim_die.game import GAME as NIM
from p2pgame.cli.games.lesson import ALL, Lesson, Look, Scene, Task, anything
from p2pgame.cli.learn.course import Course, Missed, Place, begin, resume, settle
from p2pgame.engine.errors import BadPosition, IllegalMove
from p2pgame.engine.events import Drawn, Played

LESSON = Lesson(
    (
        Scene(
            (
                Look("Take sticks."),
                Task("The die shows how many.", "Take 2.", "take 2", None, "Take two."),
                Look("The other seat took 3.", ALL),
                Task("Take what you like.", "Take.", "take 1", anything),
                Look("Done."),
            ),
            draws=("0", "2", "4", "1"),
            others=("take 3",),
        ),
        Scene((Look("Again."),), draws=("1",)),
    )
)


def at(number: int) -> Course:
    """The course after that many steps, each done as hoped."""
    course = settle(begin(NIM, LESSON))
    while course.number < number:
        step = course.step
        course = course.make(NIM.parse(step.hope)) if isinstance(step, Task) else course.read()
        course = settle(course)
    return course


def test_chance_and_others_act_before_the_learner_is_asked() -> None:
    """One after the other, as prepared; while the learner reads, nothing happens."""
    course = begin(NIM, LESSON)
    assert isinstance(course.step, Look)
    assert course.happening is None
    course = course.read()
    assert not course.asks
    assert course.happening == Drawn(0)
    course = course.after(Drawn(0))
    assert course.happening == Drawn(1)
    course = course.after(Drawn(1))
    assert course.happening is None
    assert course.asks


def test_a_step_to_read_may_follow_the_moves_of_others() -> None:
    """The die and the move of the other seat, until the learner is asked again."""
    course = at(1).make(NIM.parse("take 2"))
    assert course.happening == Drawn(3)
    course = course.after(Drawn(3))
    assert course.happening == Played(1, NIM.parse("take 3"))
    course = settle(course)
    assert isinstance(course.step, Look)
    assert course.state.turn == 0


def test_a_legal_move_beside_the_aim_is_missed() -> None:
    """With the sentence of the step; the course stays."""
    course = at(1)
    with pytest.raises(Missed, match="Take two"):
        course.make(NIM.parse("take 1"))
    assert course.make(NIM.parse("take 2")).number == 2


def test_the_suggestion_is_the_hoped_move_where_that_is_legal() -> None:
    """It is empty where the learner reads."""
    assert at(1).suggestion == "take 2"
    assert at(0).suggestion == ""


def test_another_move_is_suggested_where_the_hoped_one_is_not_possible() -> None:
    """An earlier move of the learner has made it illegal, but the aim can be reached: by the first such move."""
    task = Task("Take what you like.", "Take.", "take 6", anything)
    course = settle(begin(NIM, Lesson((Scene((task, Look("Done.")), draws=("0", "2")),))))
    assert course.suggestion == "take 1"
    assert course.make(NIM.parse(course.suggestion)).number == 1


def test_an_illegal_move_is_refused_by_the_engine() -> None:
    """The lesson is not asked about it."""
    with pytest.raises(IllegalMove, match="2 at most"):
        at(1).make(NIM.parse("take 3"))


def test_any_move_fulfils_a_free_aim() -> None:
    """Where a step asks for nothing in particular; the die shows 1 first, and then what is possible."""
    course = at(3)
    assert course.make(NIM.parse("take 1")).number == 4


def test_a_prepared_answer_that_is_not_legal_gives_way_to_the_default() -> None:
    """And an outcome that cannot come waits for its time: the first possible one comes, here a 1."""
    scene = Scene((Look("Look.", ALL),), draws=("1", "seven"), others=("take 6",))
    course = settle(begin(NIM, Lesson((scene,))))
    assert course.drawn == 1
    assert course.state.heap == NIM.begin(2).heap - 1


def test_a_new_scene_begins_with_a_table_of_its_own() -> None:
    """And with its own draws."""
    course = at(5)
    assert course.place == Place(1)
    assert course.state == NIM.begin(2)
    assert course.number == 5


def test_after_the_last_step_nothing_is_asked() -> None:
    """The table of the last scene stays."""
    course = at(6)
    assert course.step is None
    assert course.happening is None
    assert not course.asks
    assert course.number == LESSON.steps


@pytest.mark.parametrize("number", range(7))
def test_each_place_is_come_back_to(number: int) -> None:
    """With the same table."""
    course = at(number)
    again = settle(resume(NIM, LESSON, course.place))
    assert (again.place, again.step) == (course.place, course.step)
    assert number == LESSON.steps or again == course


@pytest.mark.parametrize(
    ("place", "number"),
    [
        (Place(0, ("", "take 1")), 1),
        (Place(0, ("", "take 9")), 1),
        (Place(0, ("", "nonsense")), 1),
        (Place(0, ("take 2",)), 0),
        (Place(0, ("", "")), 1),
        (Place(1, ("", "", "")), 6),
        (Place(5), 6),
    ],
)
def test_a_place_that_does_not_fit_is_followed_up_to_its_first_error(place: Place, number: int) -> None:
    """As where the lesson has changed since."""
    assert resume(NIM, LESSON, place).number == number


def test_a_scene_may_begin_in_the_middle_of_a_game() -> None:
    """With a state made out of that of a new game."""
    late = Lesson((Scene((Look("Look."),), table=lambda start: replace(start, heap=3, turn=1)),))
    assert begin(NIM, late).state == replace(NIM.begin(2), heap=3, turn=1)


def test_a_table_that_no_game_could_have_is_refused() -> None:
    """A lesson is checked by the engine like everything else."""
    wrong = Lesson((Scene((Look("Look."),), table=lambda start: replace(start, heap=99, turn=0)),))
    with pytest.raises(BadPosition, match="heap"):
        begin(NIM, wrong)
