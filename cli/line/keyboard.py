"""Lines from standard input: with editing and history at a terminal, and readable in a transcript from a pipe."""

from __future__ import annotations

import sys
from contextlib import suppress

import click

from .. import stdin


class EndOfInput(Exception):
    """Nothing more can be typed: the pipe has ended, or somebody pressed Ctrl-D."""


class Keyboard:
    """Standard input, a line at a time."""

    def __init__(self) -> None:
        self.terminal = sys.stdin.isatty()
        if self.terminal:
            with suppress(ImportError):  # not on every system
                import readline  # noqa: F401, PLC0415 - gives `input` its line editing
        else:
            stdin.forgiving()

    def read(self, prompt: str) -> str:
        """The next line, without its newline. What comes by a pipe is printed after the prompt, as if typed.

        Raises:
            EndOfInput: there is none.
        """
        line = self._typed(prompt) if self.terminal else self._piped()
        if line is None:
            raise EndOfInput
        if not self.terminal:
            click.echo(prompt + "".join(c if c.isprintable() else "?" for c in line))
        return line

    def _typed(self, prompt: str) -> str | None:
        try:
            return input(prompt)
        except EOFError:
            click.echo()
            return None
        except UnicodeDecodeError:
            return ""

    def _piped(self) -> str | None:
        line = sys.stdin.readline()
        return line.rstrip("\r\n") if line else None
