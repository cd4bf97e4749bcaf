"""Lessons on the whole screen, by keys alone: everything that a step names can be seen, and every task can be done."""

from __future__ import annotations

import re
from collections import deque
from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest
from p2pgame.cli.games import presentation_of
from p2pgame.cli.games.lesson import LEARNER, Look, Scene, Step, Task
from p2pgame.cli.games.move_builder import MoveBuilder
from p2pgame.cli.learn import progress
from p2pgame.cli.learn.course import READ, Place, begin
from p2pgame.cli.learn.table import LessonTable
from p2pgame.cli.screen.app import Full
from p2pgame.cli.screen.flows.learn import learn, learn_and_play, learn_some
from p2pgame.cli.screen.screens.lesson import LessonScreen
from p2pgame.cli.screen.widgets.board import BoardView
from p2pgame.cli.screen.widgets.choices import Choices
from p2pgame.cli.screen.widgets.picker import Picker
from p2pgame.engine.games import GAMES, load
from p2pgame.engine.pending import asked

from ..unwrapped import unwrapped
from .piloting import SMALLEST, Playing, at_once, run_loop
from .test_menu import at_the_menu

LARGE = (120, 40)

BUILDER_KEYS = {
    "left": "left",
    "right": "right",
    "up": "up",
    "down": "down",
    "tab": "tab",
    ",": "comma",
    ".": "full_stop",
    **{letter: letter for letter in "rfmp123"},
}
"""Keys of move builders, by how a pilot calls them."""

KEY_NAMES = frozenset({"enter", "arrows", "← →", "↑ ↓", "tab", "r", "m", "f", ",", "."})
"""Words of a step that are keys: the foot of the screen shows them if there is room."""

GameTest = Callable[[Playing, Full], Awaitable[None]]


@pytest.fixture(autouse=True)
def _home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody's own places are touched."""
    monkeypatch.setenv("P2PGAME_HOME", str(tmp_path))


def learning(game_id: str, test: GameTest, size: tuple[int, int] = SMALLEST) -> None:
    """Run a test in the lesson of a game."""
    game = load(game_id)
    lesson = presentation_of(game).lesson
    assert lesson is not None

    async def story(app: Full) -> int:
        await learn(app, game, lesson, pause=0)
        return 0

    async def run() -> None:
        app = Full(story, at_once())
        async with app.run_test(size=size) as pilot:
            playing = Playing(app, pilot)
            await playing.until(lambda: isinstance(app.screen, LessonScreen | Picker))
            await test(playing, app)

    run_loop(run())


async def lesson_screen(playing: Playing, app: Full) -> LessonScreen:
    """The lesson's screen, when it waits for the learner."""
    screen = app.screen
    assert isinstance(screen, LessonScreen)
    await playing.until(lambda: screen.view.ready)
    return screen


async def asked_at(playing: Playing, screen: LessonScreen, number: int) -> None:
    """Wait until that many steps are done, and the learner is to move."""
    await playing.until(lambda: screen.view.ready and screen.view.table.asked and screen.lesson.course.number == number)


def words_on(playing: Playing) -> str:
    """The text of the screen as one line, without the signs before the text of a step."""
    return unwrapped(playing.text().replace("█", "")).replace("▸ ", "")


async def passed(playing: Playing, app: Full, number: int) -> None:
    """Wait until that many steps are done, or the lesson's screen is gone."""

    def is_there() -> bool:
        return not isinstance(app.screen, LessonScreen) or app.screen.lesson.course.number == number

    await playing.until(is_there)


def keys_to(builder: MoveBuilder, spelled: str) -> list[str]:
    """The fewest keys that put a move together, as a pilot calls them."""
    ways: deque[tuple[MoveBuilder, list[str]]] = deque([(builder, [])])
    seen = {builder}
    while ways:
        at, keys = ways.popleft()
        if at.text == spelled:
            return keys
        for key, name in BUILDER_KEYS.items():
            following = at.press(key)
            if following is not None and following not in seen:
                seen.add(following)
                ways.append((following, [*keys, name]))
    raise AssertionError(f"no keys lead to {spelled}")


async def do(playing: Playing, screen: LessonScreen, task: Task) -> None:
    """Make the move that a step hopes for, by keys."""
    builder = screen.view.move.building
    if builder is not None and builder.taking(task.hope) is not None:
        await playing.press(*keys_to(builder, task.hope), "enter")
        return
    number = screen.lesson.course.number
    for word in task.hope.split()[len(screen.view.move.typed) :]:
        choice = next(choice for choice in screen.query_one(Choices).choices if choice.word == word)
        await playing.press(*([choice.key] if choice.key else [*word, "enter"]))
    if screen.lesson.course.number == number:
        await playing.press("enter")


def check_what_is_shown(playing: Playing, step: Step) -> None:
    """The whole sentences of a step fit, and each word that it marks is seen beside them: a sign, a button, a key."""
    said = step.say if isinstance(step, Look) else f"{step.say} {step.do}"
    shown = words_on(playing)
    assert said.replace("`", "") in shown, shown
    elsewhere = shown.replace(said.replace("`", ""), "")
    for word in re.findall("`([^`]+)`", said):
        has_no_room = playing.app.size == SMALLEST and word in KEY_NAMES
        assert " ".join(word.split()) in elsewhere or has_no_room, (word, playing.text())


@pytest.mark.parametrize("size", [SMALLEST, LARGE], ids=["small", "large"])
@pytest.mark.parametrize("game_id", GAMES)
def test_a_lesson_shows_all_that_it_names_and_is_done_by_keys(game_id: str, size: tuple[int, int]) -> None:
    """To its last step, and to the end behind it; the whole board is shown on the smallest screen, too."""

    async def test(playing: Playing, app: Full) -> None:
        number = 0
        while isinstance(app.screen, LessonScreen):
            screen = await lesson_screen(playing, app)
            assert screen.lesson.course.number == number
            board = screen.query_one(BoardView)
            assert board.rows <= board.size.height
            step = screen.lesson.step_due
            assert step is not None
            check_what_is_shown(playing, step)
            if isinstance(step, Task):
                await do(playing, screen, step)
            else:
                await playing.press("enter")
            number += 1
            await passed(playing, app, number)
        assert number == screen.lesson.course.lesson.steps
        assert "the lesson is over" in playing.text()

    learning(game_id, test, size)


def test_a_move_that_misses_the_aim_is_explained_and_not_made() -> None:
    """The sentence stands in place of the step's, and the thing to do stays; the right move is taken then."""

    async def test(playing: Playing, app: Full) -> None:
        screen = await lesson_screen(playing, app)
        await playing.press("enter", "enter")
        await lesson_screen(playing, app)
        await playing.press("enter")
        await playing.until(lambda: screen.view.ready and screen.view.table.asked and screen.lesson.course.number == 3)
        await playing.type("s@a1")
        assert "too far away" in words_on(playing)
        assert "Place a second one" in words_on(playing)
        assert screen.lesson.course.number == 3
        await playing.type("s@d4")
        await playing.until(lambda: screen.lesson.course.number == 4)
        assert "too far away" not in words_on(playing)

    learning("tink", test)


def test_an_illegal_move_is_refused_with_its_clause() -> None:
    """As at any table."""

    async def test(playing: Playing, app: Full) -> None:
        screen = await lesson_screen(playing, app)
        await playing.press("enter", "enter")
        await playing.until(lambda: screen.view.ready and screen.view.table.asked)
        await playing.type("s@a1")
        assert "tink 3.1" in words_on(playing)
        assert screen.lesson.course.number == 2

    learning("tink", test)


def test_a_hint_puts_the_hoped_move_together() -> None:
    """Enter makes it."""

    async def test(playing: Playing, app: Full) -> None:
        screen = await lesson_screen(playing, app)
        await playing.press("enter", "enter")
        await playing.until(lambda: screen.view.ready and screen.view.table.asked)
        await playing.press("i")
        assert screen.view.spelled == "s@d4"
        await playing.press("enter")
        assert screen.lesson.course.place.done[-1] == "s@d4"

    learning("tink", test)


def test_a_step_that_asks_for_one_square_marks_only_that_one() -> None:
    """Tink's e5: a learner who saw every free square marked took the step for a mistake."""

    async def test(playing: Playing, app: Full) -> None:
        screen = await lesson_screen(playing, app)
        while (step := screen.lesson.step_due) is None or step.say.split(".")[
            0
        ] != "Your stone closes the left end of that row":
            if isinstance(step, Task):
                await do(playing, screen, step)
            else:
                await playing.press("enter")
            await lesson_screen(playing, app)
        await playing.press("right")
        board = screen.query_one(BoardView).board
        assert board is not None
        assert [square for square in board.squares() if board.at(square).text == "∘"] == [(4, 4)]
        await playing.press("i", "enter")
        await playing.until(lambda: screen.lesson.course.step is not step)

    learning("tink", test)


def test_a_hint_shows_a_move_after_another_way_to_the_step_too() -> None:
    """The stones lie elsewhere than the step hoped for, and a wrong try stands in red."""

    async def test(playing: Playing, app: Full) -> None:
        screen = await lesson_screen(playing, app)
        await playing.press("enter", "enter")
        for number, move in ((2, "s@d4"), (3, "s@e4"), (4, "s@a1")):
            await asked_at(playing, screen, number)
            await playing.type(move)
        assert "That is a small stone" in words_on(playing)
        await playing.press("i", "enter")
        await playing.until(lambda: screen.lesson.course.number == 5)

    learning("tink", test)


def test_the_sentence_about_a_wrong_move_goes_with_the_next_key() -> None:
    """The learner does what it says; the explanation of the step is there again."""

    async def test(playing: Playing, app: Full) -> None:
        screen = await lesson_screen(playing, app)
        await playing.press("enter", "enter")
        for number, move in ((2, "s@d4"), (3, "s@d5"), (4, "s@a1")):
            await asked_at(playing, screen, number)
            await playing.type(move)
        assert "That is a small stone" in words_on(playing)
        await playing.press("2")
        assert "That is a small stone" not in words_on(playing)
        assert "A medium costs two of your smalls" in words_on(playing)

    learning("tink", test)


def test_a_key_that_came_twice_leaves_the_text_of_the_step() -> None:
    """A second Enter of the step before is not a move; the step can be read."""

    async def test(playing: Playing, app: Full) -> None:
        screen = await lesson_screen(playing, app)
        await playing.press("enter", "enter")
        await playing.until(lambda: screen.view.ready and screen.view.table.asked)
        await playing.press_after("enter", -60)
        assert screen.lesson.course.number == 2
        assert "The first stone of a game is a small one" in words_on(playing)
        assert "too soon" not in words_on(playing)

    learning("tink", test)


def test_a_forced_move_of_the_learner_is_shown_as_one() -> None:
    """TEN: the end of the turn, which is the only choice, is chosen for the learner."""
    game = load("ten")
    lesson = presentation_of(game).lesson
    assert lesson is not None
    forced = []
    course = begin(game, lesson)
    while (step := course.step) is not None:
        while (event := course.happening) is not None:
            if LEARNER in asked(course.pending):
                table = LessonTable(course, "Ada", lambda _place: "")
                forced.append(table.wait)
                assert table.waiting == ()
            course = course.after(event)
        course = course.read() if isinstance(step, Look) else course.make(game.parse(course.suggestion))
    assert set(forced) == {"This is your only move, so it is made for you."}


def test_a_lesson_is_left_and_resumed() -> None:
    """It asks whether to continue; the place is that of the step that was left."""

    async def leave(playing: Playing, app: Full) -> None:
        screen = await lesson_screen(playing, app)
        await playing.press("enter", "enter")
        await playing.until(lambda: screen.view.ready and screen.view.table.asked)
        await playing.press("i", "enter")
        await playing.until(lambda: screen.view.ready and screen.lesson.course.number == 3)
        await playing.press("q")
        assert "continue from here" in words_on(playing)
        await playing.press("y")

    async def return_(playing: Playing, app: Full) -> None:
        assert "at step 4 of" in words_on(playing)
        await playing.press("enter")
        await playing.until(lambda: isinstance(app.screen, LessonScreen))
        screen = await lesson_screen(playing, app)
        assert screen.lesson.course.place == Place(0, ("", "", "s@d4"))
        assert "Place a second one" in words_on(playing)

    async def anew(playing: Playing, app: Full) -> None:
        await playing.press("2")
        await playing.until(lambda: isinstance(app.screen, LessonScreen))
        assert (await lesson_screen(playing, app)).lesson.course.number == 0

    learning("tink", leave)
    assert progress.known() == {"tink": Place(0, ("", "", "s@d4"))}
    learning("tink", return_)
    learning("tink", anew)


def test_the_menu_has_lessons_and_shows_their_progress() -> None:
    """Leaving a lesson leads back to the list of lessons."""

    async def test(playing: Playing, app: Full) -> None:
        await playing.press("2")
        await playing.until(lambda: "Learn which game?" in playing.text())
        await playing.press("2")
        await playing.until(lambda: isinstance(app.screen, LessonScreen))
        screen = await lesson_screen(playing, app)
        await playing.press("enter")
        await playing.until(lambda: screen.lesson.course.number == 1)
        await playing.press("q", "y")
        await playing.until(lambda: "Learn which game?" in playing.text())
        assert "1 of 14 steps done" in words_on(playing)

    at_the_menu(test)


def test_a_game_is_played_right_after_its_lesson() -> None:
    """From the choice at its end, against a bot."""
    _learnt_but_for_one_step()

    async def test(playing: Playing, app: Full) -> None:
        await playing.press("2")
        await playing.until(lambda: "Learn which game?" in playing.text())
        await playing.press("2")
        await _finish_and_play(playing, app)

    at_the_menu(test)


def test_a_game_is_played_right_after_a_lesson_that_a_command_began() -> None:
    """`p2pgame learn tink`, too; `p2pgame learn` first asks which."""
    game = load("tink")
    lesson = presentation_of(game).lesson
    assert lesson is not None

    async def named(app: Full) -> int:
        await learn_and_play(app, game, lesson)
        return 0

    async def unnamed(app: Full) -> int:
        await learn_some(app)
        return 0

    async def run(story: Callable[[Full], Awaitable[int]], *keys: str) -> None:
        app = Full(story, at_once())
        async with app.run_test(size=SMALLEST) as pilot:
            playing = Playing(app, pilot)
            await playing.until(lambda: isinstance(app.screen, Picker))
            await playing.press(*keys)
            await _finish_and_play(playing, app)

    for story, keys in ((named, ()), (unnamed, ("2",))):
        _learnt_but_for_one_step()
        run_loop(run(story, *keys))


def _learnt_but_for_one_step() -> None:
    """The last step of the lesson of Tink is left to do."""
    lesson = presentation_of(load("tink")).lesson
    assert lesson is not None
    last = lesson.scenes[-1]
    assert progress.note("tink", Place(len(lesson.scenes) - 1, tuple(_done(last)[:-1]))) == ""


async def _finish_and_play(playing: Playing, app: Full) -> None:
    await playing.until(lambda: "Continue the lesson" in playing.text())
    await playing.press("enter")
    await playing.until(lambda: isinstance(app.screen, LessonScreen))
    await lesson_screen(playing, app)
    await playing.press("enter")
    await playing.until(lambda: "the lesson is over" in playing.text())
    await playing.press("1")
    await playing.until(lambda: "Max (easy" in words_on(playing))
    await playing.press("q", "y")


def _done(scene: Scene) -> list[str]:
    return [step.hope if isinstance(step, Task) else READ for step in scene.steps]
