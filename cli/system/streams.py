"""The standard streams in any state: closed ones, full ones, and those whose encoding lacks letters."""

from __future__ import annotations

import io
import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import TextIO

import click

from .exits import Failed, Misused, ReaderGone


def make_usable() -> None:
    """Replace each closed stream by an empty one, and print `?` for letters that cannot be printed."""
    sys.stdin = sys.stdin or open(os.devnull, encoding="utf-8")  # noqa: SIM115 - open as long as the program runs
    sys.stdout = sys.stdout or _nowhere()
    sys.stderr = sys.stderr or _nowhere()
    for stream in (sys.stdin, sys.stdout, sys.stderr):
        _wait_for(stream)
    for stream in (sys.stdout, sys.stderr):
        _forgive(stream)


def forgiving() -> TextIO:
    """Standard input; bytes that are no text become U+FFFD instead of an error."""
    _forgive(sys.stdin)
    return sys.stdin


def echo(text: str = "", stream: TextIO | None = None, newline: bool = True, colour: bool | None = None) -> None:
    """Print a text at once, by default on standard output.

    Raises:
        ReaderGone, Failed: as `printing`.
    """
    with printing():
        click.echo(text, stream, nl=newline, color=colour)


@contextmanager
def printing() -> Iterator[None]:
    """Print in this block.

    Raises:
        ReaderGone: nobody reads it.
        Failed: it cannot be written, for example because a disk is full.
    """
    try:
        yield
    except BrokenPipeError as error:
        raise ReaderGone from error
    except OSError as error:
        raise unwritten(error) from error


def write_bytes(data: bytes) -> None:
    """Write bytes, such as a picture, to standard output.

    Raises:
        Misused: it is a terminal, which would obey some of them.
        ReaderGone, Failed: as `printing`.
    """
    if sys.stdout.isatty():
        raise Misused("A terminal cannot show this file. Redirect it: add `> FILE` to the command.")
    with printing():
        sys.stdout.flush()
        sys.stdout.buffer.write(data)
        sys.stdout.buffer.flush()


def unwritten(error: OSError) -> Failed:
    """The refusal for output that cannot be written."""
    return Failed(f"The output cannot be written: {error.strerror}.")


def is_stuck(stream: TextIO) -> bool:
    """Whether nothing can be written to the stream; if it can, an empty line has been written."""
    try:
        stream.write("\n")
        stream.flush()
    except OSError:
        return True
    return False


def let_go() -> None:
    """Drop unwritten output. Otherwise the interpreter complains about it on exit."""
    for stream in (sys.stdout, sys.stderr):
        try:
            stream.flush()
        except OSError:
            os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())


def _nowhere() -> TextIO:
    return open(os.devnull, "w", encoding="utf-8")


def _wait_for(stream: TextIO) -> None:
    """Make reads and writes blocking: another program may have left the terminal or pipe in non-blocking mode."""
    with suppress(OSError):
        os.set_blocking(stream.fileno(), True)


def _forgive(stream: TextIO) -> None:
    if isinstance(stream, io.TextIOWrapper):
        stream.reconfigure(errors="replace")
