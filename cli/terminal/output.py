"""Output of a command: colour only on a screen with colours, lines no wider than the screen, JSON for programs.

Words in `backquotes` can be typed by the reader; on a terminal with colour they are bold, too.
"""

from __future__ import annotations

import json
import os
import re
import shutil
import sys
import textwrap
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, TextIO, TypeVar

import click

from ..profile.person import settings
from ..system.streams import echo
from ..words.widths import cell_len, wrap

F = TypeVar("F", bound=Callable[..., Any])

_TYPED = re.compile(r"`([^`\n]+)`")
_GLUE = "\0"
_OBEYED = re.compile(r"[\x00-\x09\x0b-\x1f\x7f-\x9f]")
"""Characters that a terminal obeys instead of showing them, except for the end of a line."""
_DUMB = ("", "dumb", "unknown")
"""Terminals that can only print."""
_WIDEST = 100
"""Columns; longer lines are hard to read on any screen."""


@dataclass(frozen=True, slots=True)
class Output:
    """A stream for text, with its abilities."""

    stream: TextIO
    screen: bool
    """Whether the output is a terminal with colours and more than ASCII, and plain text was not asked for."""
    colour: bool
    wraps: bool
    """Whether a person reads this on a terminal, so that lines are broken between words."""

    @property
    def full(self) -> bool:
        """Whether the full screen can be used, and somebody sits at the keys.

        It is drawn on standard error, which may be a file while standard output is the terminal.
        """
        return self.screen and sys.stdin.isatty() and sys.stderr.isatty()

    @classmethod
    def of(cls, plain: bool = False, stream: TextIO | None = None) -> Output:
        """The abilities of standard output, or another stream, by `NO_COLOR` (no-color.org) and `TERM`."""
        stream = stream or sys.stdout
        terminal = stream.isatty()
        draws = terminal and os.environ.get("TERM", "") not in _DUMB and stream.encoding.lower().startswith("utf")
        screen = draws and not plain
        return cls(stream, screen=screen, colour=screen and coloured(), wraps=terminal)

    @property
    def width(self) -> int:
        """Columns of a line at present; a terminal may be resized at any time."""
        return max(20, min(shutil.get_terminal_size().columns, _WIDEST))

    @property
    def height(self) -> int:
        """Rows of the screen now."""
        return shutil.get_terminal_size().lines

    def passing(self, text: str) -> None:
        """Show a line that the next one replaces; nothing on a plain output. Empty to remove it."""
        if self.screen:
            self.stream.write(f"\r\x1b[K{text}")
            self.stream.flush()

    def say(self, text: str) -> None:
        """Print prose. On a terminal it is wrapped between words; elsewhere each paragraph stays one line.

        File names and other texts in it cannot control the terminal.

        Raises:
            ReaderGone: nobody reads it.
            Failed: it cannot be written.
        """
        for paragraph in harmless(text).split("\n"):
            for line in self._wrap(paragraph, self.width):
                self._print(self.typed(line))

    def show(self, text: str) -> None:
        """Print lines unchanged, such as a board; on a narrower terminal they are wrapped.

        Raises:
            ReaderGone: nobody reads them.
            Failed: they cannot be written.
        """
        if self.wraps and "\x1b" not in text:
            text = "\n".join(part for line in text.split("\n") for part in _in_columns(line, columns()))
        self._print(text)

    def _print(self, text: str) -> None:
        echo(text, self.stream, colour=self.colour)

    def heading(self, text: str) -> None:
        """Print a line that stands out. It cannot control the terminal."""
        self.show(self.bold(harmless(text)))

    def rows(self, rows: Sequence[tuple[str, str]], indent: int = 2) -> None:
        """Print names, which may be coloured, and their meanings in two columns, the second wrapped on a terminal."""
        shown = [len(click.unstyle(name)) for name, _ in rows]
        left = max(shown, default=0) + 2
        for (name, meaning), length in zip(rows, shown, strict=True):
            first, *rest = self._wrap(meaning, max(self.width - indent - left - 1, 20))
            self.show(f"{' ' * indent}{self.bold(name)}{' ' * (left - length)}{self.typed(first)}".rstrip())
            for line in rest:
                self.show(" " * (indent + left) + self.typed(line))

    def paged(self, text: str) -> None:
        """Print a text, with a pager if it is longer than the screen."""
        if self.screen and text.count("\n") + 2 > self.height:
            click.echo_via_pager(text, color=None if self.colour else False)  # None lets the pager decide about colour
        else:
            self.show(text)

    def bold(self, text: str) -> str:
        """The text, bold if the output shows that."""
        return click.style(text, bold=True) if self.colour else text

    def typed(self, text: str) -> str:
        """The text with its `backquoted` words bold if the output shows that."""
        return _TYPED.sub(lambda match: self.bold(match[0]), text) if self.colour else text

    def ring(self) -> None:
        """Ring the bell of the terminal, if the settings ask for it."""
        if self.wraps and settings().bell:
            echo("\a", self.stream, newline=False)

    def _wrap(self, text: str, width: int) -> list[str]:
        """Lines of at most `width` columns; one line if no terminal reads them.

        Backquotes and words are never broken: a longer path can be copied whole from the terminal.
        """
        if not self.wraps:
            return [text]
        glued = _TYPED.sub(lambda match: match[0].replace(" ", _GLUE), text)
        if not glued.isascii():  # `textwrap` counts letters, not columns
            lines = [glued] if cell_len(glued) <= width else wrap(glued, width)
        else:
            lines = textwrap.wrap(glued, width, break_on_hyphens=False, break_long_words=False) or [""]
        return [line.replace(_GLUE, " ") for line in lines]


def harmless(text: str) -> str:
    """The text with a `?` for each character that a terminal would obey, except for line ends."""
    return _OBEYED.sub("?", text)


def coloured() -> bool:
    """Whether colours are wanted on a screen: by `NO_COLOR`, and by the person's settings."""
    return colours() != "none"


def colours() -> str:
    """The wanted colours, one of `settings.COLOURS`."""
    return "none" if os.environ.get("NO_COLOR") else settings().colours


def columns() -> int:
    """Columns of the terminal at present; 80 without a terminal."""
    return shutil.get_terminal_size().columns


def _in_columns(line: str, width: int) -> list[str]:
    """A line broken between words; the further lines are indented."""
    begin = line[: len(line) - len(line.lstrip())]
    rest = f"{begin}    "
    return textwrap.wrap(line, width, subsequent_indent=rest, break_long_words=False, break_on_hyphens=False) or [""]


def print_json(value: object) -> None:
    """Print one JSON value on a line of its own.

    Raises:
        ReaderGone: nobody reads it.
        Failed: it cannot be written.
    """
    echo(json.dumps(value))


def plain_option(command: F) -> F:
    """Give a command `--plain`, passed as `plain`."""
    return click.option(
        "--plain", is_flag=True, help="Plain lines without colour or cursor control, for pipes and screen readers."
    )(command)


def json_option(command: F) -> F:
    """Give a command `--json`, passed as `as_json`."""
    return click.option("--json", "as_json", is_flag=True, help="Print JSON, for programs.")(command)
