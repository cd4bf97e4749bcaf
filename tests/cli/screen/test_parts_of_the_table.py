"""Each part of a table's screen, by the keys that it is for."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import pytest
from p2pgame.cli.games import presentation_of
from p2pgame.cli.games.session import Session
from p2pgame.cli.learn.course import begin
from p2pgame.cli.learn.table import LessonTable
from p2pgame.cli.profile import person
from p2pgame.cli.screen.render import end_text
from p2pgame.cli.screen.table.sight import Sight
from p2pgame.cli.table.local import LocalTable
from p2pgame.engine.bots import BOTS
from p2pgame.engine.games import load

from ...engine.games.test_tink import table as tink
from .piloting import Playing, played, table_of


@pytest.fixture(autouse=True)
def _home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody's own settings are touched."""
    monkeypatch.setenv("P2PGAME_HOME", str(tmp_path))
    person.play_as("default")


def test_the_question_is_shown_before_a_key_answers_it() -> None:
    """An older key makes no move, and a sentence says so. The same key again makes the move."""

    async def test(playing: Playing) -> None:
        screen = playing.table
        assert screen.question.is_current
        assert screen.question.is_shown
        await playing.press_after("enter", -1000)
        assert screen.table.step == 1, "only the first seat is drawn"
        assert "That key came too soon." in playing.text()
        await playing.press("enter")
        assert screen.table.step > 1

    played(table_of("tink", 2, first="0"), test)


def test_a_sentence_goes_with_the_next_key_and_an_answer_stays() -> None:
    """Until the move is cancelled."""

    async def test(playing: Playing) -> None:
        await playing.type("pass")
        assert "tink" in playing.table.said, "the clause of the refusal"
        await playing.press("left")
        assert playing.table.said == ""
        await playing.type("undo")
        assert playing.table.said == "Undo: There is no move to take back."
        await playing.press("left")
        assert playing.table.said == "Undo: There is no move to take back."
        await playing.press("escape")
        assert playing.table.said == ""

    played(table_of("tink", 2, first="0"), test)


def test_commands_that_need_room_are_answered_over_the_table() -> None:
    """And Escape leads back to it."""

    async def test(playing: Playing) -> None:
        await playing.type("help")
        assert playing.app.screen is not playing.table.screen
        await playing.press("escape")
        assert playing.app.screen is playing.table.screen
        assert playing.table.question.is_current

    played(table_of("tink", 2, first="0"), test)


def test_each_key_goes_to_the_part_that_it_is_for() -> None:
    """The hand, a text over the table, the typed line."""

    async def test(playing: Playing) -> None:
        screen = playing.table
        begun = screen.spelled
        await playing.press("left")
        assert screen.spelled != begun
        await playing.press("l")
        assert "The game so far" in playing.text()
        await playing.press("escape")
        await playing.press("colon")
        assert screen.typed.is_open
        await playing.press("escape")
        assert not screen.typed.is_open

    played(table_of("tink", 2, first="0"), test)


def test_nothing_is_marked_when_a_scene_of_a_lesson_begins() -> None:
    """A move is marked until then; the next scene does not follow from it."""
    game = load("tink")
    lesson = presentation_of(game).lesson
    assert lesson is not None
    table = LessonTable(begin(game, lesson), "Ada", lambda _place: "")
    sight, marked = Sight(table), 0
    while table.scene == 0:
        sight.look()
        marked += len(sight.latest.get(None, ()))
        if table.asked:
            table.make(game.parse(table.suggestion))
        elif table.reads:
            table.read()
        else:
            table.happen()
    assert marked > 0
    assert not sight.is_current
    sight.look()
    assert not any(sight.latest.values())


def test_the_final_move_is_a_sentence_with_the_winner() -> None:
    """The reader is `you` in it, and no colon follows a colon."""
    session: Session[Any, Any] = Session(load("tink"), tink("0s 0s 0s . . . . .", "1s 1s . . . . . .").state)
    table = LocalTable(session, {1: BOTS["normal"]}, random.Random(1), called=("Ann",))
    table.make(load("tink").parse("s@d8"))
    assert end_text(table).plain.startswith("Final move: you, small stone on d8.\n")
