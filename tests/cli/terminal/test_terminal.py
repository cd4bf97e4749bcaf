"""`p2pgame` at a terminal: colour where it may be, the keyboard handed over, keys that end it."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from p2pgame.cli.system.exits import ExitCode

from ..at_terminal import Terminal

ESCAPE = "\x1b["


def test_on_a_terminal_words_to_type_are_bold() -> None:
    """And prose is no wider than the screen."""
    with Terminal("games", "ten", columns=60) as terminal:
        printed, code = terminal.rest()
    assert code == ExitCode.OK
    assert f"{ESCAPE}1m`p2pgame rules ten`" in printed
    plain = re.sub(r"\x1b\[[0-9;]*m", "", printed)
    assert max(map(len, plain.splitlines())) <= 60


@pytest.mark.parametrize("environment", [{"NO_COLOR": "1"}, {"TERM": "dumb"}])
@pytest.mark.parametrize("words", [("games", "ten"), ("rules", "ten")])
def test_no_colour_where_it_is_not_wanted(words: tuple[str, ...], environment: dict[str, str]) -> None:
    """By `NO_COLOR` or a dumb terminal."""
    with Terminal(*words, columns=80, rows=24, **environment) as terminal:
        assert ESCAPE not in terminal.rest()[0]


def test_the_setting_none_switches_colours_off(tmp_path: Path) -> None:
    """In line mode as well. An invalid file gives one sentence, and the usual colours."""
    path = tmp_path / "default" / "settings.toml"
    path.parent.mkdir()
    path.write_text('colours = "none"', "utf-8")
    with Terminal("games", "ten", P2PGAME_HOME=str(tmp_path)) as terminal:
        assert ESCAPE not in terminal.rest()[0]
    path.write_text('colours = "pink"', "utf-8")
    with Terminal("games", "ten", P2PGAME_HOME=str(tmp_path)) as terminal:
        printed, code = terminal.rest()
    assert code == ExitCode.OK
    assert printed.count("colours must be one of default, light, high-contrast, colour-blind, none, not 'pink'") == 1
    assert ESCAPE in printed


def test_four_boards_of_tetris_go_below_each_other_at_60_columns() -> None:
    """No line is broken by the terminal."""
    with Terminal("play", "tetris", "--seats", "4", "--seed", "1", "--plain", columns=60) as terminal:
        terminal.until("Choose how your tower stands")
        terminal.type("picture\r")
        printed = terminal.until("Choose how your tower stands")
        assert max(map(len, printed.splitlines())) <= 60
        assert printed.count("15 . . .") == 2
        terminal.type("quit\r")
        assert terminal.rest()[1] == ExitCode.OK


def test_plain_rules_on_a_terminal_are_the_text_itself() -> None:
    """`--plain`, or a terminal with no more than ASCII."""
    for words, environment in ((["--plain"], dict[str, str]()), ([], {"PYTHONIOENCODING": "ascii"})):
        with Terminal("rules", "tink", *words, columns=80, rows=24, **environment) as terminal:
            printed, code = terminal.rest()
        assert code == ExitCode.OK
        assert printed.startswith("# Tink")
        assert ESCAPE not in printed


def test_several_people_at_a_terminal_hand_the_whole_screen_over() -> None:
    """The next one is called by name; `--plain` is line mode."""
    with Terminal("play", "tetris", "--humans", "2", "--names", "Ada,Ben", "--seed", "4") as terminal:
        terminal.until("Ada, your turn: press Enter.")
        terminal.type("\x03")
        _, code = terminal.rest()
    assert code == ExitCode.INTERRUPTED


def test_plain_hands_the_keyboard_over_by_a_separator() -> None:
    """No screen is cleared, nobody is waited for."""
    with Terminal("play", "tetris", "--humans", "2", "--seed", "4", "--plain") as terminal:
        assert "---- Player 1 ----" in terminal.until("Player 1> ")
        terminal.type("down\r")
        printed = terminal.until("Player 2> ")
        assert "---- Player 2 ----" in printed
        assert ESCAPE not in printed


@pytest.mark.parametrize(
    ("key", "sentence", "exit_code"),
    [
        ("\x03", "Stopped, after 1 step.", ExitCode.INTERRUPTED),
        ("\x04", "The input ended before the game did, after 1 step.", ExitCode.UNFINISHED),
    ],
)
def test_a_game_is_left_by_a_key(key: str, sentence: str, exit_code: ExitCode) -> None:
    """Ctrl-C, which asks once, and Ctrl-D, each with a sentence."""
    with Terminal("play", "tink", "--seed", "3", "--plain") as terminal:
        terminal.until_asked()
        if key == "\x03":
            terminal.type(key)
            terminal.until_asked()
        terminal.type(key)
        printed, code = terminal.rest()
    assert sentence in printed
    assert code == exit_code


def test_tab_completes_a_move() -> None:
    """Up to the point where several are possible."""
    pytest.importorskip("readline")
    with Terminal("play", "tink", "--seed", "3", "--plain") as terminal:
        terminal.until("Tab completes.")
        terminal.until("\n> ")
        terminal.type("hin\t\r")
        terminal.until("The hard bot would play")
        terminal.type("s@d4\t\r")
        terminal.until("You: small stone on d4")


def test_a_window_may_be_resized_during_a_game() -> None:
    """Later output fits the new width.

    The prompt comes first: GNU readline reads the window's size before it, writes the same size back, and so undoes a
    change between the two.
    """
    with Terminal("play", "tink", "--seed", "3", "--plain", columns=100) as terminal:
        terminal.until("\n> ")
        terminal.resize(50, 24)
        terminal.type("castle\r")
        terminal.until("castle\r\n")
        answered = terminal.until("other.\r\n")
    assert "neither a move nor a command" in answered
    assert max(map(len, answered.splitlines())) <= 50


def test_ctrl_c_before_a_game_is_named() -> None:
    """One word."""
    with Terminal("play") as terminal:
        terminal.until_asked("Which one? ")
        terminal.type("\x03")
        printed, code = terminal.rest()
    assert printed.split()[-1] == "Stopped."
    assert code == ExitCode.INTERRUPTED
