"""Exit codes, the same in every command; printed in `--help` where a command has its own reading of them."""

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
    """Nobody reads what is printed any more. No `OSError`, as that a link has ended is one, and is borne."""


class Failed(click.ClickException, ShowingFailed):
    """The command could not do what was asked: one sentence that says what happened and what to do."""

    exit_code = ExitCode.FAILED


class Misused(click.ClickException):
    """The command was asked for something that does not exist or cannot be read."""

    exit_code = ExitCode.USAGE
