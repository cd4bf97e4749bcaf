"""Player and code, as options of commands."""

from __future__ import annotations

import os
import re
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click
from p2pgame.p2p.store.home import DEFAULT_PROFILE

from ..words.paths import FilePath

if TYPE_CHECKING:
    from ..profile.who import Me

CODE_VARIABLE = "P2PGAME_CODE"

_LIKE_A_CODE = re.compile(r"[0-9][\s-]+[^\W\d_]+([\s-]+[^\W\d_]+){1,2}")
"""A digit and two or three words. They may be mistyped: then the code is asked for again, with the likely word."""

F = TypeVar("F", bound=Callable[..., Any])


@dataclass(frozen=True, slots=True)
class Who:
    """The player, as typed."""

    profile: str
    name: str | None = None
    log: Path | None = None

    def me(self) -> Me:
        """The identity and name of that player.

        Raises:
            Failed: the profile's folder or key cannot be used.
            Misused: the name cannot be shown.
        """
        from ..profile.who import me  # noqa: PLC0415 - brings the keys, which `--help` does not need

        return me(self.profile, self.name, self.log)


def profile_option(command: F) -> F:
    """Give a command `--profile`."""
    return click.option("--profile", default=DEFAULT_PROFILE, show_default=True, help="The profile to play with.")(
        command
    )


def who_options(command: F) -> F:
    """Give a command `--profile`, `--name` and `--log`."""
    for decorate in (
        click.option("--log", type=FilePath(dir_okay=False), help="Write the log to this file."),
        click.option("--name", help="Your name at the table. Default: the name in your settings, or your user name."),
        profile_option,
    ):
        command = decorate(command)
    return command


def code_option(command: F) -> F:
    """Give a command `--code`."""
    return click.option(
        "--code", help=f"The code on the host's screen. Default: {CODE_VARIABLE}, or you will be asked."
    )(command)


def table_and_code(word: str | None, code: str | None) -> tuple[str | None, str | None]:
    """The table and the code on a command line; a word that looks like a code is one, and names no table."""
    if word is not None and code is None and _LIKE_A_CODE.fullmatch(word.strip()):
        return None, word
    return word, code


def given_code(code: str | None) -> str | None:
    """The code from the command line or the environment."""
    return code or os.environ.get(CODE_VARIABLE)
