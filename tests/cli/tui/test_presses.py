"""A key that comes twice answers one question."""

from __future__ import annotations

import asyncio
from typing import Any

from p2pgame.cli.tui.app import Full
from p2pgame.cli.tui.presses import HELD, SETTLE, Presses
from p2pgame.cli.tui.widgets.picker import Entry, Picker
from textual import events

from .piloting import SMALLEST, Playing, played, table_of


def test_the_same_key_answers_something_new_once_that_has_been_shown_for_a_while() -> None:
    """However often it came before."""
    presses = Presses()
    assert presses.counts("enter", 10.0)
    presses.ask(10.1)
    assert not presses.counts("enter", 10.2)
    assert not presses.counts("enter", 10.1 + 0.7 * SETTLE)
    assert presses.counts("enter", 10.1 + 1.1 * SETTLE)


def test_another_key_shows_that_what_is_new_has_been_seen() -> None:
    """Another one counts at once, and so does what follows it; an arrow as well, which answers nothing."""
    for key, answers in (("r", True), ("right", False)):
        presses = Presses()
        assert presses.counts("enter", 10.0)
        presses.ask(10.1)
        assert presses.counts(key, 10.15, answers)
        assert presses.counts("enter", 10.2)


def test_what_stands_there_still_is_answered_as_fast_as_one_can() -> None:
    """Nothing new has been asked."""
    presses = Presses()
    assert all(presses.counts("r", 10.0 + 0.01 * press) for press in range(9))


def test_a_key_that_is_held_answers_nothing_new_however_long_it_is_held() -> None:
    """It must come up first; arrows may be held."""
    presses = Presses()
    assert presses.counts("enter", 10.0)
    presses.ask(10.0)
    assert not any(presses.counts("enter", 10.0 + 0.4 * HELD * press) for press in range(1, 100))
    assert presses.counts("enter", 10.0 + 0.4 * HELD * 99 + 1.1 * HELD)
    presses.ask(20.0)
    assert all(presses.counts("right", 20.0 + 0.4 * HELD * press, answers=False) for press in range(100))


def _pressed_again(app: Full, last: events.Key | None, after: float) -> events.Key:
    """Enter, so long after the key before."""
    key = events.Key("enter", "\r")
    if last is not None:
        key.time = last.time + after
    app.post_message(key)
    return key


def test_a_double_press_that_is_slower_than_the_screen_makes_one_move() -> None:
    """The stone lies there, the bot has answered, and the next question stands on the screen before it comes again."""

    async def test(playing: Playing) -> None:
        screen = playing.table
        first = _pressed_again(playing.app, None, 0.0)
        await playing.until(lambda: screen.table.step > step and screen.ready)
        moved = screen.table.step
        assert screen._asked_at > first.time
        second = _pressed_again(playing.app, None, 0.0)
        await playing.until(lambda: "press it again" in playing.text())
        assert screen.table.step == moved
        _pressed_again(playing.app, second, 2 * SETTLE)
        await playing.until(lambda: screen.table.step > moved)

    table = table_of("tink", 2, first="0")
    step = table.step
    played(table, test, presses=Presses())


def test_a_double_press_in_a_list_does_not_answer_the_next_list() -> None:
    """Each list is answered by a press of its own."""
    answers: dict[str, str | None] = {}

    async def story(app: Full) -> int:
        for name in "abc":
            answers[name] = await app.push_screen_wait(Picker(name, [Entry(name, name)]))
        return 0

    async def run() -> None:
        app = Full(story, Presses())
        async with app.run_test(size=SMALLEST) as pilot:
            playing = Playing(app, pilot)

            def asks(name: str) -> Any:
                return lambda: isinstance(app.screen, Picker) and app.screen.question == name

            await playing.until(asks("a"))
            first = _pressed_again(app, None, 0.0)
            await playing.until(asks("b"))
            _pressed_again(app, first, 0.5 * SETTLE)
            await playing.press("down")  # whatever came before it has been heard
            assert answers == {"a": "a"}
            _pressed_again(app, None, 0.0)
            await playing.until(asks("c"))

    asyncio.run(run())
