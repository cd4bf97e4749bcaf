"""`p2pgame learn`: lessons in lines, left and continued."""

from __future__ import annotations

import re
from importlib import import_module
from pathlib import Path

import pytest
from p2pgame.cli.games import presentation_of
from p2pgame.cli.games.lesson import Lesson, Task
from p2pgame.cli.games.presentation import Presentation
from p2pgame.cli.learn import progress
from p2pgame.cli.learn.course import Place
from p2pgame.cli.system.exits import ExitCode
from p2pgame.engine.games import GAMES, load

from ..at_terminal import Terminal
from ..running import call


@pytest.fixture(autouse=True)
def _home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody's own places are touched."""
    monkeypatch.setenv("P2PGAME_HOME", str(tmp_path))


def lesson_of(game_id: str) -> Lesson:
    """The lesson of a game, which must have one."""
    lesson = presentation_of(load(game_id)).lesson
    assert lesson is not None
    return lesson


def typed_for(lesson: Lesson) -> str:
    """The lines of a person who does each step as hoped."""
    steps = [step for scene in lesson.scenes for step in scene.steps]
    return "".join(f"{step.hope if isinstance(step, Task) else ''}\n" for step in steps)


@pytest.mark.parametrize("game_id", GAMES)
def test_a_lesson_is_typed_to_its_end(game_id: str) -> None:
    """By the moves that its steps name; then it is noted as done, and starts again the next time."""
    lesson = lesson_of(game_id)
    done = call("learn", game_id, typed=typed_for(lesson))
    assert done.returncode == ExitCode.OK
    assert f"Play against a bot with `p2pgame play {game_id}`." in done.stdout
    for step in (step for scene in lesson.scenes for step in scene.steps):
        assert (step.say if isinstance(step, Task) else step.typed or step.say) in done.stdout
        assert not isinstance(step, Task) or f"Type `{step.hope}`: " in done.stdout
    assert progress.known() == {game_id: Place(len(lesson.scenes))}
    assert lesson.scenes[0].steps[0].say in call("learn", game_id).stdout


def test_a_lesson_is_left_and_resumed() -> None:
    """At its third step; `--again` starts from the beginning."""
    left = call("learn", "tink", typed="\n\ns@d4\nquit\n")
    assert left.returncode == ExitCode.OK
    assert "Your place is saved. Continue with `p2pgame learn tink`." in left.stdout
    again = call("learn", "tink")
    assert "You continue at step 4" in again.stdout
    assert "Type `s@d5`: small stone on d5." in again.stdout
    assert again.returncode == ExitCode.UNFINISHED
    assert "You continue at step" not in call("learn", "tink", "--again").stdout


def test_a_wrong_move_gets_a_sentence_and_is_asked_again() -> None:
    """One that is illegal, one beside the aim, and a line that is not a move."""
    done = call("learn", "tink", typed="\n\ns@a1\nnonsense\ns@d4\ns@h1\ns@d5\n")
    assert "Not allowed: the first stone is a small one, on one of the squares c3 to f6 (tink 3.1)." in done.stdout
    assert "'nonsense' is neither a move nor a command." in done.stdout
    assert "Free, but too far away: at least two free squares should touch both of your stones." in done.stdout
    assert "Type `m@c4=d4+d5`: medium stone on c4 for those on d4 and d5." in done.stdout


def test_the_move_to_type_is_possible_after_another_way_to_it() -> None:
    """The small stones lie on d4 and e4: a medium paid for with d4 and d5 would be refused."""
    done = call("learn", "tink", typed="\n\ns@d4\ns@e4\nhint\n")
    named = set(re.findall("`(m@[^`]*)`", done.stdout))
    assert len(named) == 1
    (move,) = named
    assert move.endswith("=d4+e4")
    again = call("learn", "tink", "--again", typed=f"\n\ns@d4\ns@e4\n{move}\n")
    assert "You have a medium on the board" in again.stdout


def test_commands_of_a_table_that_make_sense_work_in_a_lesson() -> None:
    """While something is read, too."""
    done = call("learn", "tink", typed="rules 3.1\nhelp\n\n\nhint\nundo\nresign\nsave x\nlegal\n")
    assert "3.1 The first stone of a game" in done.stdout
    assert "The lesson suggests `s@d4`." in done.stdout
    assert "nothing to take back" in done.stdout
    assert "leave it with `quit`" in done.stdout
    assert "Your place in the lesson is saved automatically." in done.stdout
    assert "s@c3" in done.stdout
    assert "  undo" not in done.stdout


def test_the_learner_is_called_by_the_name_of_the_settings(tmp_path: Path) -> None:
    """But never like another seat of the lesson."""
    folder = tmp_path / "default"
    folder.mkdir()
    (folder / "settings.toml").write_text('name = "Ada"\n', encoding="utf-8")
    shown = call("learn", "tink", typed="\n\ns@d4\n").stdout
    assert "Ada (you)" in shown
    assert "You: small stone on d4" in shown


def test_without_a_game_a_pipe_gets_their_names() -> None:
    """Nobody is there to be asked."""
    done = call("learn")
    assert done.returncode == ExitCode.USAGE
    assert "Which game? The games are" in done.stderr


def test_without_a_game_a_person_at_a_terminal_is_asked_which(tmp_path: Path) -> None:
    """By number or name, until one is a game's; or they leave."""
    with Terminal("learn", "--plain", P2PGAME_HOME=str(tmp_path)) as terminal:
        assert "2. Tink: a guided first game" in terminal.until("Which game? ")
        terminal.type("chess\r")
        terminal.until("Type a number from 1 to 5, the name of a game, or `quit`.")
        terminal.type("2\r")
        terminal.until("Learn Tink: 14 steps")
        terminal.type("quit\r")
        assert terminal.rest()[1] == ExitCode.OK
    with Terminal("learn", "--plain", P2PGAME_HOME=str(tmp_path)) as terminal:
        terminal.until("Which game? ")
        terminal.type("q\r")
        assert terminal.rest()[1] == ExitCode.OK


def test_a_game_without_a_lesson_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    """And names the rules."""
    command = import_module("p2pgame.cli.commands.learn")
    monkeypatch.setattr(command, "presentation_of", lambda game: Presentation())
    done = call("learn", "tink")
    assert done.returncode == ExitCode.USAGE
    assert "Tink has no lesson. `p2pgame rules tink` shows its rules." in done.stderr
