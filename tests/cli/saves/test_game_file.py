"""The files of a local game, with the same sentences in lines and on the full screen."""

from __future__ import annotations

import io
import random
import shlex
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from p2pgame.cli.games.session import Session
from p2pgame.cli.lines.local import LocalLines
from p2pgame.cli.saves.game_file import GameFile, SavedFile
from p2pgame.cli.table.local import LocalTable
from p2pgame.cli.table.narration import LINES
from p2pgame.cli.terminal.keyboard import EndOfInput, Keyboard
from p2pgame.cli.terminal.output import Output
from p2pgame.engine.bots import BOTS
from p2pgame.engine.games import load

from ..screen.piloting import Playing, played
from ..unwrapped import unwrapped

TINK = load("tink")


def game() -> Session[Any, Any]:
    """One step of Tink."""
    session = Session(TINK, TINK.begin(2))
    session.draw_label("0")
    return session


def spoil(path: Path) -> None:
    """Put a folder where a game was kept."""
    path.unlink(missing_ok=True)
    path.mkdir()


@pytest.mark.parametrize("name", ["~nobody-of-that-name/x", "", "/", "a\0b"])
def test_a_place_where_nothing_can_be_saved_is_named(name: str) -> None:
    """In a sentence, which does not say that the game is there."""
    file = GameFile(game(), None, None)
    assert file.save(name).endswith(".")
    assert "continues" not in file.save(name)
    assert file.leaving == "This game is not saved."


def test_the_text_about_leaving_names_the_saved_file(tmp_path: Path) -> None:
    """The text of the last save; for a game that is kept, all of it."""
    session = game()
    file = GameFile(session, None, None)
    command = file.save(str(tmp_path / "my game")).split("`")[1]
    assert shlex.split(command) == ["p2pgame", "play", "tink", "--save", str(tmp_path / "my game")]
    session.play(0, TINK.parse("s@d4"))
    assert file.leaving == f"It is saved in {tmp_path / 'my game'}, up to step 1."
    kept = GameFile(session, SavedFile(tmp_path / "kept", None), None)
    assert kept.leaving == f"It is saved in {tmp_path / 'kept'}."
    assert kept.again == f"p2pgame play tink --save {tmp_path / 'kept'}"


def test_a_file_that_becomes_unwritable_is_reported_once(tmp_path: Path) -> None:
    """Until somebody saves there again."""
    path = tmp_path / "kept"
    file = GameFile(game(), SavedFile(path, None), None)
    assert file.keep() == ""
    spoil(path)
    problem = file.keep()
    assert "is a folder, not a file" in problem
    assert problem.endswith(" Play on: this game is not saved any further.")
    assert file.keep() == ""
    assert file.again == ""
    assert file.leaving == f"This game is not saved: {path} cannot be written any more."
    path.rmdir()
    assert file.save(str(path)).startswith("Saved.")
    assert file.leaving == f"It is saved in {path}."


@pytest.mark.parametrize("harm", ["a folder", "a letter"])
def test_in_lines_a_game_outlives_its_file(tmp_path: Path, harm: str) -> None:
    """A sentence says so, and the game continues."""
    path, printed = tmp_path / "kept", io.StringIO()

    def lines() -> Iterator[str]:
        if harm == "a folder":
            spoil(path)
        else:
            path.write_text("Dear Anna\n", "utf-8")
        yield "s@d4"
        yield "hint"

    typed = lines()

    class Typed(Keyboard):
        def read(self, prompt: str) -> str:
            line = next(typed, None)
            if line is None:
                raise EndOfInput
            return line

    output = Output(printed, screen=False, colour=False, wraps=False)
    session, bots = game(), {1: BOTS["normal"]}
    table = LocalTable(session, bots, random.Random(1), GameFile(session, SavedFile(path, None), None), manner=LINES)
    with pytest.raises(EndOfInput):
        LocalLines(table, output, Typed()).play()
    assert ("is a folder" if harm == "a folder" else "nothing was overwritten") in printed.getvalue()
    assert "The hard bot would play" in printed.getvalue()


def test_on_the_full_screen_an_impossible_path_is_named_too(tmp_path: Path) -> None:
    """And after saving, the question before leaving says where the game is."""
    session = game()
    table = LocalTable(session, {1: BOTS["normal"]}, random.Random(1))

    async def test(playing: Playing) -> None:
        await playing.type("save ~nobody-of-that-name/x")
        assert "cannot be saved" in playing.text()
        await playing.type(f"save {tmp_path / 'x'}")
        await playing.press("escape")  # a long path is shown in a dialog
        await playing.press("q")
        assert ", up to step 1" in unwrapped(playing.text())
        await playing.press("escape")

    played(table, test)
