"""Signals, and terminals that go away: the program ends, the terminal is given back, and games are kept."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from p2pgame.cli.system.exits import ExitCode

from ..at_terminal import PATIENCE, Terminal
from ..running import CODE

ENDS = {
    signal.SIGINT: ExitCode.INTERRUPTED,
    signal.SIGTERM: ExitCode.TERMINATED,
    signal.SIGHUP: ExitCode.HUNG_UP,
}
FULL_ENDS = {**ENDS, signal.SIGQUIT: ExitCode.QUIT}

ALTERNATE, BACK = "\x1b[?1049h", "\x1b[?1049l"
MOUSE_OFF, CURSOR = "\x1b[?1003l", "\x1b[?25h"


def modes(printed: str) -> dict[str, bool]:
    """The private modes of the terminal that were switched, and whether each is on in the end."""
    return {mode: way == "h" for mode, way in re.findall(r"\x1b\[\?([0-9]+)([hl])", printed)}


@pytest.mark.parametrize(("number", "code"), FULL_ENDS.items())
def test_a_signal_on_the_whole_screen_gives_the_terminal_back(number: signal.Signals, code: ExitCode) -> None:
    """The screen, the mouse, the cursor and the keys are as before; a shell sees which signal it was."""
    with Terminal("play", "tink", "--seed", "3") as terminal:
        seen = terminal.until("Place the first stone")
        assert terminal.attributes != terminal.attributes_before
        terminal.signal(number)
        rest, ended = terminal.rest()
        assert terminal.attributes == terminal.attributes_before
    assert ended == code
    on = modes(seen + rest)
    assert on["25"], "the cursor is seen"
    assert not any(on[mode] for mode in ("1049", "1000", "1003", "1006", "2004", "1004"))


@pytest.mark.parametrize(("number", "code"), ENDS.items())
def test_a_signal_in_lines_gives_the_terminal_back(number: signal.Signals, code: ExitCode, tmp_path: Path) -> None:
    """The editing of lines switches the echo off; the game is in its file."""
    path = tmp_path / "evening.game"
    with Terminal("play", "tink", "--seed", "3", "--plain", "--save", str(path)) as terminal:
        terminal.until("\n> ")
        terminal.type("s@d4\r")
        terminal.until("(normal): small stone")
        terminal.until_asked()
        terminal.signal(number)
        if number == signal.SIGINT:  # as by Ctrl-C, which asks once
            asked = terminal.until_asked()
            assert "It is saved" in asked
            assert "Ctrl-C again leaves" in asked
            terminal.signal(number)
        printed, ended = terminal.rest()
        assert terminal.attributes == terminal.attributes_before
    assert ended == code
    assert "resume it with" in printed
    assert "play 0 s@d4" in path.read_text("utf-8")


@pytest.mark.parametrize(("number", "code"), ENDS.items())
@pytest.mark.parametrize("mode", [["--plain"], []], ids=["lines", "screen"])
def test_a_signal_in_a_lobby_gives_the_terminal_back(
    number: signal.Signals, code: ExitCode, mode: list[str], tmp_path: Path
) -> None:
    """In lines and on the whole screen, while the network runs."""
    words = ["host", "tink", "--no-announce", "--port", "0", *mode]
    with Terminal(*words, P2PGAME_HOME=str(tmp_path)) as terminal:
        seen = terminal.until("Code")
        terminal.signal(number)
        rest, ended = terminal.rest()
        assert terminal.attributes == terminal.attributes_before
    assert ended == code
    assert not any(modes(seen + rest).get(mode, False) for mode in ("1049", "1000", "1003", "2004"))


@pytest.mark.parametrize("words", [("play", "tink", "--seed", "3"), ("play", "tink", "--seed", "3", "--plain")])
def test_a_terminal_that_is_gone_ends_the_program_even_if_no_signal_says_so(words: tuple[str, ...]) -> None:
    """As after `nohup` or in a shell that keeps its programs: the program once ran at full speed for ever."""
    with Terminal(*words, ignored="SIGHUP") as terminal:
        terminal.until("Place the first stone")
        terminal.close()
        assert terminal.wait(PATIENCE) != 0


def _asked(program: subprocess.Popen[bytes]) -> None:
    """Wait until a game in lines asks for the first move."""
    assert program.stdout is not None
    while b"Place the first stone" not in program.stdout.readline():
        pass


def test_a_hang_up_that_is_ignored_stays_ignored() -> None:
    """`nohup p2pgame ...` continues when the terminal is closed."""
    code = f"import signal; signal.signal(signal.SIGHUP, signal.SIG_IGN); {CODE}"
    command = [sys.executable, "-c", code, "play", "tink", "--seed", "3"]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as program:
        _asked(program)
        program.send_signal(signal.SIGHUP)
        printed, _ = program.communicate(b"s@d4\nquit\n", timeout=60)
    assert b"s@d4" in printed
    assert program.returncode == ExitCode.OK


def test_a_screen_is_not_drawn_into_a_file(tmp_path: Path) -> None:
    """Standard error is one: lines it is, and the file has none of them."""
    errors = tmp_path / "errors"
    with Terminal("play", "tink", "--seed", "3", errors=str(errors)) as terminal:
        printed = terminal.until("Place the first stone")
        assert ALTERNATE not in printed
        terminal.type("quit\r")
        assert terminal.rest()[1] == ExitCode.OK
    assert errors.read_bytes() == b""


@pytest.mark.parametrize("kind", ["", "dumb", "unknown"])
def test_a_terminal_that_only_prints_is_sent_lines(kind: str) -> None:
    """Under any name of the terminal, no escape sequence comes."""
    with Terminal("play", "tink", "--seed", "3", TERM=kind) as terminal:
        assert "\x1b" not in terminal.until("Place the first stone").replace("\x1b[?2004h", "")
        terminal.type("quit\r")
        assert terminal.rest()[1] == ExitCode.OK


def test_a_pipe_that_does_not_wait_is_waited_for() -> None:
    """Another program may have left standard input in a mode in which reading does not wait."""
    reader, writer = os.pipe()
    os.set_blocking(reader, False)
    command = [sys.executable, "-c", CODE, "play", "tink", "--seed", "3"]
    with os.fdopen(writer, "wb") as keys, subprocess.Popen(command, stdin=reader, stdout=subprocess.PIPE) as program:
        os.close(reader)
        _asked(program)
        time.sleep(0.2)
        keys.write(b"quit\n")
        keys.flush()
        program.communicate(timeout=60)
    assert program.returncode == ExitCode.OK
