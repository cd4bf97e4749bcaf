"""A learner's way through a lesson, one step after another. Pure: no clock, no chance, no screen.

course = begin(game, lesson)
while (step := course.step) is not None:
    if (event := course.happening) is not None:     # others and chance act first
        course = course.after(event)
    elif isinstance(step, Look):
        course = course.read()                      # the learner has read it
    else:
        course = course.make(move)                  # or `Missed`
"""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass, replace
from itertools import chain
from typing import Any

from p2pgame.engine import play
from p2pgame.engine.errors import IllegalMove, NotAMove
from p2pgame.engine.events import Answered, Drawn, Event, Played
from p2pgame.engine.game import AnyGame
from p2pgame.engine.pending import Chance, Over, Secret, Turn, Window, asked

from ..games.forced_moves import no_choice
from ..games.lesson import LEARNER, Lesson, Look, Scene, Step, Task

READ = ""
"""The note for a step that has been read; no move of a game is spelled like that."""


class Missed(Exception):
    """A legal move that misses the step's aim, and was not made. The text names the aim."""


@dataclass(frozen=True, slots=True)
class Place:
    """A place in a lesson: enough to return to it."""

    scene: int = 0
    done: tuple[str, ...] = ()
    """The steps of the scene that are done: the move in notation, or `READ`."""


@dataclass(frozen=True, slots=True)
class Course:
    """A learner's way through a lesson. It is immutable: each action gives another course."""

    game: AnyGame
    lesson: Lesson
    place: Place
    state: Any
    drawn: int = 0
    """Prepared outcomes that have come in this scene."""
    answered: int = 0
    """Prepared answers of others that were used in this scene."""
    passed: int = 0
    """Events of others and of chance since the learner's last step."""

    @property
    def step(self) -> Step | None:
        """The step that is due; None after the last one."""
        if self.place.scene == len(self.lesson.scenes):
            return None
        return self._scene.steps[len(self.place.done)]

    @property
    def number(self) -> int:
        """The number of steps done in the whole lesson."""
        before = sum(len(scene.steps) for scene in self.lesson.scenes[: self.place.scene])
        return before + len(self.place.done)

    @property
    def happening(self) -> Event[Any] | None:
        """The next event of others or of chance, before the step; None if the learner reads or moves."""
        step, pending = self.step, self.game.pending(self.state)
        if step is None or isinstance(pending, Over) or (isinstance(step, Look) and self.passed >= step.after):
            return None
        if isinstance(pending, Chance):
            return Drawn(self._outcome(pending))
        if LEARNER not in asked(pending):
            return self._answers(None)
        only = no_choice(self.game, self.state, LEARNER)
        return None if only is None else self._answers(only)

    @property
    def asks(self) -> bool:
        """Whether the learner must move."""
        return isinstance(self.step, Task) and self.happening is None and LEARNER in asked(self.pending)

    @property
    def suggestion(self) -> str:
        """A move in notation that does the task here; empty if the learner is not to move.

        The hoped move, or the first other one if an earlier move of the learner has made that impossible.
        """
        step = self.step
        if not isinstance(step, Task) or not self.asks:
            return ""
        moves = chain((self.game.parse(step.hope),), self.game.legal(self.state, LEARNER))
        return next((self.game.format(move) for move in moves if self._accepts(move)), "")

    @property
    def only(self) -> str:
        """The move in notation if no other does the task; empty if several may, or the learner is not to move."""
        step = self.step
        return step.hope if isinstance(step, Task) and step.aim is None and self.asks else ""

    @property
    def pending(self) -> Any:
        """The pending step of the game."""
        return self.game.pending(self.state)

    def after(self, event: Event[Any]) -> Course:
        """The course after an event."""
        state = play.step(self.game, self.state, event)
        used = isinstance(event, Drawn) and self._fits(self.pending)
        others = sum(seat != LEARNER for seat in asked(self.pending))
        return replace(
            self, state=state, drawn=self.drawn + used, answered=self.answered + others, passed=self.passed + 1
        )

    def made(self, move: Any) -> Event[Any]:
        """The learner's move as an event, with the answers of the others if all answer at once.

        Raises:
            IllegalMove: the learner may not move so.
            Missed: it misses the step's aim.
        """
        self.game.check(self.state, LEARNER, move)
        event, step = self._answers(move), self.step
        after = play.step(self.game, self.state, event)
        if isinstance(step, Task) and not step.accepts(self.state, self.game.format(move), after):
            raise Missed(step.miss)
        return event

    def _accepts(self, move: Any) -> bool:
        try:
            self.made(move)
        except (IllegalMove, Missed):
            return False
        return True

    def make(self, move: Any) -> Course:
        """The course after the learner's move, at the next step.

        Raises:
            IllegalMove, Missed: as `made`.
        """
        return self.after(self.made(move))._on(self.game.format(move))

    def read(self) -> Course:
        """The course after the learner has read a step."""
        return self._on(READ)

    @property
    def _scene(self) -> Scene:
        return self.lesson.scenes[self.place.scene]

    def _on(self, done: str) -> Course:
        place = Place(self.place.scene, (*self.place.done, done))
        if len(place.done) < len(self._scene.steps):
            return replace(self, place=place, passed=0)
        return begin(self.game, self.lesson, Place(self.place.scene + 1), last=self.state)

    def _outcome(self, chance: Chance) -> int:
        """The prepared outcome if it can come now, otherwise the first."""
        value = 0
        for label, weight in chance.outcomes:
            if label == self._label:
                return value
            value += weight
        return 0

    def _fits(self, pending: Any) -> bool:
        return isinstance(pending, Chance) and self._label in [label for label, _ in pending.outcomes]

    @property
    def _label(self) -> str | None:
        """The prepared outcome that is due."""
        draws = self._scene.draws
        return draws[self.drawn] if self.drawn < len(draws) else None

    def _answers(self, move: Any | None) -> Event[Any]:
        """The answers to the question: the learner's, if that is one, and the prepared ones of the others."""
        pending = self.pending
        match pending:
            case Turn(seat):
                return Played(seat, self._answer(seat, 0) if seat != LEARNER else move)
            case Secret(seats) | Window(seats):
                others = iter(range(len(seats)))
                return Answered(tuple(move if seat == LEARNER else self._answer(seat, next(others)) for seat in seats))
            case _:
                raise TypeError(f"nobody is asked by {type(pending).__name__}")

    def _answer(self, seat: int, number: int) -> Any:
        """The prepared answer of another seat if it is legal, otherwise its default move."""
        others, place = self._scene.others, self.answered + number
        if place < len(others):
            with suppress(IllegalMove):
                move = self.game.parse(others[place])
                self.game.check(self.state, seat, move)
                return move
        return self.game.default(self.state, seat)


def begin(game: AnyGame, lesson: Lesson, place: Place | None = None, last: Any = None) -> Course:
    """The course at the beginning of a scene, the first one if no place is given.

    After the last scene nothing is asked any more, and the `last` table stays.
    """
    place = Place() if place is None else Place(min(place.scene, len(lesson.scenes)))
    if place.scene < len(lesson.scenes):
        return Course(game, lesson, place, start_of(game, lesson.scenes[place.scene]))
    return Course(game, lesson, place, last if last is not None else start_of(game, lesson.scenes[-1]))


def start_of(game: AnyGame, scene: Scene) -> Any:
    """The table at the beginning of a scene.

    Raises:
        BadOption, BadPosition: the lesson is wrong.
    """
    start = game.begin(scene.seats, scene.options)
    if scene.table is None:
        return start
    return game.from_position(game.position(scene.table(start)))  # refuses a table that no game could have


def resume(game: AnyGame, lesson: Lesson, place: Place) -> Course:
    """The course at the place where a learner left it. If the lesson has changed since, as many steps as still fit are
    kept."""
    course = begin(game, lesson, place)
    with suppress(NotAMove, IllegalMove, Missed):
        for done in place.done:
            course = _again(course, done)
    return course


def _again(course: Course, done: str) -> Course:
    """The course after one step that was done before.

    Raises:
        NotAMove, IllegalMove, Missed: the step is another one now.
    """
    if course.step is None:
        raise Missed
    course = settle(course)
    if isinstance(course.step, Look) != (done == READ):
        raise Missed
    return course.read() if done == READ else course.make(course.game.parse(done))


def settle(course: Course) -> Course:
    """The course after all events of others and of chance before the step."""
    while (event := course.happening) is not None:
        course = course.after(event)
    return course
