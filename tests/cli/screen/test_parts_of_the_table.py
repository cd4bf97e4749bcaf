"""Each part of a table's screen, by the keys that it is for."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import pytest
from p2pgame.cli.games.session import Session
from p2pgame.cli.profile import person
from p2pgame.cli.screen.render import end_text
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
        assert playing.app.screen is not playing.table
        await playing.press("escape")
        assert playing.app.screen is playing.table
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


def test_the_final_move_is_a_sentence_with_the_winner() -> None:
    """The reader is `you` in it, and no colon follows a colon."""
    session: Session[Any, Any] = Session(load("tink"), tink("0s 0s 0s . . . . .", "1s 1s . . . . . .").state)
    table = LocalTable(session, {1: BOTS["normal"]}, random.Random(1), called=("Ann",))
    table.make(load("tink").parse("s@d8"))
    assert end_text(table).plain.startswith("Final move: you, small stone on d8.\n")
