"""Exit codes, the same in every command; a command with special meanings lists them in its `--help`."""

from __future__ import annotations

from enum import IntEnum

import click
from p2pgame.p2p.link.showing import ShowingFailed


class ExitCode(IntEnum):
    """The exit code that the caller's shell sees."""

    OK = 0
    FAILED = 1
    USAGE = 2
    UNFINISHED = 3
    HUNG_UP = 129
    INTERRUPTED = 130
    QUIT = 131
    PIPE_CLOSED = 141
    TERMINATED = 143


class ReaderGone(ShowingFailed):
    """The reader of our output has gone. This is no `OSError`: an `OSError` may be the end of a link, which the program
    survives."""


class Failed(click.ClickException, ShowingFailed):
    """The command failed: one sentence says what happened and what to do."""

    exit_code = ExitCode.FAILED


class Misused(click.ClickException):
    """The command was given something that does not exist or cannot be read."""

    exit_code = ExitCode.USAGE
