"""The help of a table: keys, and what the signs on the screen mean."""

from __future__ import annotations

from pathlib import Path

import pytest
from p2pgame.cli import person
from p2pgame.cli.pictures import picture_of
from p2pgame.cli.pictures.signs import signs_of
from p2pgame.cli.tui.help import keys_text
from p2pgame.cli.words import words_of
from p2pgame.engine.games import GAMES, load

from .piloting import SMALLEST, Playing, played, table_of


@pytest.fixture(autouse=True)
def _home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody's own settings are touched."""
    monkeypatch.setenv("P2PGAME_HOME", str(tmp_path))
    person.play_as("default")


@pytest.mark.parametrize("game_id", GAMES)
def test_the_help_tells_what_the_signs_of_the_game_mean(game_id: str) -> None:
    """All of them, with what people have."""

    async def test(playing: Playing) -> None:
        await playing.press("question_mark")
        shown = ""
        for _ in range(8):
            shown += playing.text()
            await playing.press("pagedown")
        words = " ".join(shown.replace("│", " ").split())
        for sign, meaning in {**signs_of(game_id), **words_of(load(game_id)).legend}.items():
            assert sign in words
            assert " ".join(meaning.split()[:3]) in words

    played(table_of(game_id, 2, first="I" if game_id == "tetris" else "0"), test, size=SMALLEST)


def test_facts_and_shelves_that_a_game_calls_by_a_word_of_its_own_are_told() -> None:
    """Rows, coins and points say what they are; these do not."""
    names = {
        game_id: {
            *(note.name for board in picture.boards for note in board.notes),
            *(shelf.name for shelf in picture.shelves),
        }
        for game_id in GAMES
        for picture in (picture_of(load(game_id), load(game_id).begin(2)),)
    }
    assert {"bar", "supply", "Next Level"} <= names["tentricks"] & set(signs_of("tentricks"))
    assert {"bust", "market"} <= names["ten"] & set(signs_of("ten"))
    assert {"minos", "hold"} <= names["tetris"] & set(signs_of("tetris"))


def test_a_long_meaning_goes_on_below_its_beginning() -> None:
    """On a screen of 80, whole words."""
    lines = keys_text({"a": "word " * 30, "long key": "b"}).plain.split("\n")
    assert max(map(len, lines)) <= 74
    assert [line.startswith("            word") for line in lines] == [False, True, True, False]
