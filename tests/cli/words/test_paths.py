"""Printed paths and commands: a terminal obeys nothing in them, and a shell reads each as one word."""

from __future__ import annotations

import io
import os
import shlex
import subprocess
from pathlib import Path

import pytest
from p2pgame.cli.terminal.output import Output
from p2pgame.cli.words.paths import display_path, play_command, replay_command, resume_command, verify_command

from ..running import call

NASTY = "o\x1b]0;pwn\x07.x"


def test_each_command_that_is_offered_works_where_the_path_has_a_space() -> None:
    """As a shell reads it."""
    path = Path("/my games/it's.game")
    for words in (
        play_command("tink", path),
        replay_command(path),
        verify_command(path),
        resume_command(path, "my self"),
    ):
        assert str(path) in shlex.split(words)
    assert shlex.split(resume_command(path, "my self"))[-2:] == ["--profile", "my self"]
    assert "--profile" not in resume_command(path, "default")


@pytest.mark.parametrize("name", [NASTY, "a'b\\c\x1b", os.fsdecode(b"\xff"), os.fsdecode("é\x1b1".encode())])
def test_a_path_that_a_terminal_would_obey_is_spelled_for_the_shell(name: str) -> None:
    """It names the same file."""
    words = verify_command(Path(name))
    assert words.isprintable()
    printing = words.replace("p2pgame verify", "printf %s")
    printed = subprocess.run(["bash", "-c", printing], capture_output=True, check=True)
    assert printed.stdout == os.fsencode(name)
    assert display_path(Path(name)).isprintable()


def test_no_sentence_commands_the_terminal() -> None:
    """With any path or name in it."""
    printed = io.StringIO()
    output = Output(printed, screen=True, colour=False, wraps=True)
    output.say(f"{NASTY} is\nno\tlog.")
    output.heading(NASTY)
    assert printed.getvalue() == "o?]0;pwn?.x is\nno?log.\no?]0;pwn?.x\n"


@pytest.mark.parametrize(
    "words",
    [
        ["verify"],
        ["replay"],
        ["resume"],
        ["play", "tink", "--save"],
        ["replay", "nothing", "--html"],
        ["host", "tink", "--open", "--log"],
    ],
    ids=lambda words: words[-1],
)
@pytest.mark.parametrize("text", ["", "# p2pgame play tink, rules 1\n"])
def test_a_file_of_a_nasty_name_is_named_harmlessly(words: list[str], text: str, tmp_path: Path) -> None:
    """By every command that takes a file, with any content."""
    path = tmp_path / NASTY
    path.write_text(text, "utf-8")
    done = call(*words, str(path))
    assert done.returncode != 0
    assert not set("\x1b\x07") & set(done.stdout + done.stderr)
