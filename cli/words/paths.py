"""Paths as people type them, and in a form that is fit for a terminal and a shell."""

from __future__ import annotations

import os
import shlex
from pathlib import Path
from typing import Any

import click
from p2pgame.p2p.store.home import DEFAULT_PROFILE

STANDARD_OUTPUT = Path("-")
"""The meaning of `-` where a command takes it; `./-` is a file of that name."""


class FilePath(click.Path):
    """A path as a parameter of a command. The empty word names no file; click takes it for the current folder."""

    def __init__(self, dir_okay: bool = True, dash_okay: bool = False) -> None:
        """With `dash_okay`, `-` means standard output."""
        super().__init__(dir_okay=dir_okay, allow_dash=dash_okay, path_type=Path)

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """The path."""
        if not value:
            self.fail("a file needs a name.", param, ctx)
        try:
            path = super().convert(value, param, ctx)
        except ValueError:  # such as a NUL byte, which no command line has but a program may pass
            self.fail("no file can have such a name.", param, ctx)
        is_file = not self.allow_dash or value != "-"
        return path.absolute() if path == STANDARD_OUTPUT and is_file else path


def display_path(path: Path | str) -> str:
    """The path, without any character that a terminal would obey."""
    return "".join(letter if letter.isprintable() else "?" for letter in str(path))


def play_command(game: str, file: Path) -> str:
    """The command that continues a saved game."""
    return _command("play", game, "--save", str(file))


def play_again_command(game: str, profile: str) -> str:
    """The command that resumes an unfinished game that the profile keeps."""
    return _command(*([] if profile == DEFAULT_PROFILE else ["--profile", profile]), "play", game)


def replay_command(log: Path) -> str:
    """The command that replays a log."""
    return _command("replay", str(log))


def verify_command(log: Path) -> str:
    """The command that verifies a log."""
    return _command("verify", str(log))


def resume_command(log: Path | None, profile: str) -> str:
    """The command that resumes the game in a log; without a log, the profile's only unfinished game."""
    named = [] if log is None else [str(log)]
    return _command("resume", *named, *([] if profile == DEFAULT_PROFILE else ["--profile", profile]))


def _command(*words: str) -> str:
    return " ".join(map(_word, ("p2pgame", *words)))


def _word(word: str) -> str:
    """A word as a shell takes it; control characters are spelled as in bash and zsh: `$'a\x1bb'`."""
    return shlex.quote(word) if word.isprintable() else f"$'{''.join(map(_spelled, word))}'"


def _spelled(letter: str) -> str:
    if letter in "\\'":
        return f"\\{letter}"
    return letter if letter.isprintable() else "".join(f"\\x{byte:02x}" for byte in os.fsencode(letter))
