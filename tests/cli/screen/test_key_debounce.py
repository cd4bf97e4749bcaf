"""A key that comes twice answers one question."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from math import inf

import pytest
from p2pgame.cli.screen.app import Full
from p2pgame.cli.screen.key_debounce import HELD, SETTLE, KeyDebounce
from p2pgame.cli.screen.widgets.form import Field, Form
from p2pgame.cli.screen.widgets.handover import HandOver
from p2pgame.cli.screen.widgets.modal import Reading
from p2pgame.cli.screen.widgets.picker import Entry, Picker

from ..unwrapped import unwrapped
from .piloting import SMALLEST, Playing, played, run_loop, table_of

HOUR = 3600.0


def test_the_same_key_answers_a_new_question_after_a_while() -> None:
    """After any number of earlier presses."""
    presses = KeyDebounce()
    assert presses.counts("enter", 10.0)
    presses.ask(10.1)
    assert not presses.counts("enter", 10.2)
    assert not presses.counts("enter", 10.1 + 0.7 * SETTLE)
    assert presses.counts("enter", 10.1 + 1.1 * SETTLE)


def test_another_key_shows_that_the_new_question_was_seen() -> None:
    """Another one counts at once, and so does what follows it; an arrow as well, which answers nothing."""
    for key, answers in (("r", True), ("right", False)):
        presses = KeyDebounce()
        assert presses.counts("enter", 10.0)
        presses.ask(10.1)
        assert presses.counts(key, 10.15, answers)
        assert presses.counts("enter", 10.2)


def test_the_same_key_answers_no_question_that_cannot_be_seen_yet() -> None:
    """Also if the screen takes an hour to show it."""
    presses = KeyDebounce()
    assert presses.counts("enter", 10.0)
    presses.ask(inf)
    assert not presses.counts("enter", 10.0 + HOUR)
    presses.ask(20.0 + HOUR)
    assert not presses.counts("enter", 20.0 + HOUR + 0.7 * SETTLE)
    assert presses.counts("enter", 20.0 + HOUR + 1.1 * SETTLE)


def test_an_old_question_is_answered_without_a_delay() -> None:
    """Nothing new has been asked."""
    presses = KeyDebounce()
    assert all(presses.counts("r", 10.0 + 0.01 * press) for press in range(9))


def test_a_key_that_is_held_answers_no_new_question() -> None:
    """It must come up first; arrows may be held."""
    presses = KeyDebounce()
    assert presses.counts("enter", 10.0)
    presses.ask(10.0)
    assert not any(presses.counts("enter", 10.0 + 0.4 * HELD * press) for press in range(1, 100))
    assert presses.counts("enter", 10.0 + 0.4 * HELD * 99 + 1.1 * HELD)
    presses.ask(20.0)
    assert all(presses.counts("right", 20.0 + 0.4 * HELD * press, answers=False) for press in range(100))


def slow() -> KeyDebounce:
    """Waits longer than any test takes."""
    return KeyDebounce(settle=HOUR)


def said(playing: Playing) -> str:
    """The text of the screen, with broken lines joined."""
    return unwrapped(playing.text())


@pytest.mark.parametrize(
    ("game_id", "first", "key"),
    [
        ("tink", "0", "enter"),
        ("ten", "0", "d"),
        ("tetris", None, "enter"),
        ("te-trix", "0", "enter"),
        ("tentricks", "0", "enter"),
    ],
)
def test_a_double_press_that_is_slower_than_the_screen_makes_one_move(
    game_id: str, first: str | None, key: str
) -> None:
    """The bot has answered, and the next question stands on the screen before the key comes again; it says so."""

    async def test(playing: Playing) -> None:
        screen = playing.table
        begin = screen.table.state
        await playing.press_after(key, 2 * HOUR)
        await playing.until(lambda: screen.table.state is not begin and screen.ready)
        state = screen.table.state
        await playing.press_after(key, 0.0)
        assert screen.table.state is state
        assert screen.table.asked
        assert "Press it again" in said(playing)
        await playing.press_after(key, 4 * HOUR)
        await playing.until(lambda: screen.table.state is not state or bool(screen.table.chosen))

    played(table_of(game_id, 2, first=first), test, presses=slow())


def test_a_double_press_picks_one_word_of_a_move() -> None:
    """The question after a word is a new one."""

    async def test(playing: Playing) -> None:
        screen = playing.table
        hours = 2.0
        while screen.move.makes_move(screen.move.cursor or ""):
            await playing.press_after("d" if "draw" in screen.move.following else "enter", hours * HOUR)
            hours += 2
            await playing.asked()
        step, word = screen.table.step, screen.move.cursor
        await playing.press_after("enter", hours * HOUR)
        assert word in screen.move.typed
        typed = screen.move.typed
        await playing.press_after("enter", 0.0)
        assert (screen.move.typed, screen.table.step) == (typed, step)

    played(table_of("ten", 2, first="0"), test, presses=slow())


def test_the_digits_of_a_number_may_be_alike() -> None:
    """They answer nothing before Enter: eleven is typed as fast as one can."""

    async def test(playing: Playing) -> None:
        screen = playing.table
        screen.move.spellings = ("bid 9", "bid 11", "pass")
        screen.move.step_back()
        screen.body.show_choices()
        await playing.press("1", "1")
        assert screen.spelled == "bid 11"

    played(table_of("ten", 2, first="0"), test, presses=slow())


def test_a_typed_line_that_is_ended_twice_makes_one_move() -> None:
    """The table ignores its Enter."""

    async def test(playing: Playing) -> None:
        screen = playing.table
        step = screen.table.step
        for key in ("colon", *"hint"):
            await playing.press(key)
        await playing.press_after("enter", 0.0)
        await playing.until(lambda: not screen.has_class("typing"))
        await playing.press_after("enter", 0.0)
        assert screen.table.step == step
        await playing.press_after("enter", 2 * HOUR)
        await playing.until(lambda: screen.table.step > step)

    played(table_of("tink", 2, first="0"), test, presses=slow())


def test_a_text_that_is_put_away_twice_makes_no_move() -> None:
    """Enter closes the help, and is not the table's."""

    async def test(playing: Playing) -> None:
        screen = playing.table
        step = screen.table.step
        await playing.press("question_mark")
        await playing.until(lambda: isinstance(playing.app.screen, Reading))
        await playing.press_after("enter", 0.0)
        await playing.until(lambda: playing.app.screen is screen.screen)
        await playing.press_after("enter", 0.0)
        assert screen.table.step == step

    played(table_of("tink", 2, first="0"), test, presses=slow())


def test_a_double_click_places_one_stone() -> None:
    """The second click places no stone for the next player."""

    async def test(playing: Playing) -> None:
        x, y = playing.table.query_one("#board").region.offset
        for square in ((13, 10), (17, 12)):
            await playing.press_button(x + square[0], y + square[1])
        assert playing.table.table.seat == 1
        assert [line.text for line in playing.table.table.lines if line.kind == "move"] == ["Ada: small stone on c3"]

    played(table_of("tink", 2, first="0", called=("Ada", "Ben")), test, presses=slow())


def test_after_a_secret_choice_the_keyboard_goes_to_the_next_player() -> None:
    """Enter that came twice would show what the other one sees."""

    async def test(playing: Playing) -> None:
        await playing.until(lambda: isinstance(playing.app.screen, HandOver))
        await playing.press_after("enter", 0.0)
        screen = await playing.asked()
        await playing.press_after("enter", 0.0)
        assert not screen.table.chosen, "the same press does not choose"
        await playing.press_after("enter", 2 * HOUR)
        await playing.until(lambda: isinstance(playing.app.screen, HandOver))
        await playing.press_after("enter", 0.0)
        assert isinstance(playing.app.screen, HandOver)
        await playing.press_after("enter", 4 * HOUR)
        await playing.until(lambda: playing.app.screen is screen.screen)

    played(table_of("tetris", 2, called=("Ada", "Ben")), test, presses=slow())


class Unseen(Form):
    """A form that is not on the screen before it is let."""

    def __init__(self, name: str) -> None:
        field = Field("word", "Your answer", "Either of them.", choices=("yes", "no"), shown=("yes", "no"))
        super().__init__(name, {"word": "yes"}, lambda _values: (field,), "continue")
        self.held: list[Callable[[], object]] = []

    def call_after_refresh(self, callback: Callable[..., object], *args: object, **more: object) -> bool:
        """Keep it until the form is let."""
        self.held.append(partial(callback, *args, **more))
        return True

    def let(self) -> None:
        """Show the form."""
        for callback in self.held:
            callback()


@pytest.mark.parametrize("key", ["enter", "escape"])
def test_a_double_press_does_not_answer_a_form_before_anybody_sees_it(key: str) -> None:
    """The second press comes when the form is there but not yet on the screen, as on a slow machine."""
    forms, done = (Unseen("a"), Unseen("b")), list[Form]()

    async def story(app: Full) -> int:
        for form in forms:
            await app.push_screen_wait(form)
            done.append(form)
        return 0

    async def run() -> None:
        app = Full(story, KeyDebounce(settle=0, held=0))
        async with app.run_test(size=SMALLEST) as pilot:
            playing = Playing(app, pilot)
            await playing.until(lambda: app.screen is forms[0])
            await playing.press(key)
            await playing.until(lambda: app.screen is forms[1])
            await playing.press(key)
            assert done == [forms[0]]
            forms[1].let()
            await playing.press(key)
            await playing.until(lambda: done == [*forms])

    run_loop(run())


@pytest.mark.parametrize("key", ["enter", "1", "escape"])
def test_a_double_press_in_a_list_does_not_answer_the_next_list(key: str) -> None:
    """Each list is answered by a press of its own, also one that is left."""
    answers: dict[str, str] = {}
    answer = "" if key == "escape" else "entry"

    async def story(app: Full) -> int:
        for name in "abc":
            answers[name] = await app.push_screen_wait(Picker(name, [Entry("entry", name)]))
        return 0

    async def run() -> None:
        app = Full(story, slow())
        async with app.run_test(size=SMALLEST) as pilot:
            playing = Playing(app, pilot)

            def asks(name: str) -> Callable[[], bool]:
                return lambda: isinstance(app.screen, Picker) and app.screen.question == name

            await playing.until(asks("a"))
            await playing.press_after(key, 0.0)
            await playing.until(asks("b"))
            await playing.press_after(key, 0.0)
            assert answers == {"a": answer}
            await playing.press("down")  # a person who moves the cursor has seen it
            await playing.press_after(key, 0.0)
            await playing.until(asks("c"))
            assert answers == {"a": answer, "b": answer}

    run_loop(run())


def test_a_key_scrolls_no_text_that_has_not_come_yet() -> None:
    """A key may be pressed before a screen has built what is on it, or while it goes."""
    Reading("Rules", "Once upon a time").action_scroll(1)
