"""Lines from standard input for an async task: nothing blocks while somebody thinks."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cached_property

import trio

from ..system.streams import echo
from .keyboard import EndOfInput

LINE_BYTES = 4096
"""Bytes of a line; a terminal's own limit."""


class Lines:
    """Standard input, a line at a time, without a thread. Piped input is shown after the prompt, as if typed."""

    def __init__(self) -> None:
        self._prompt = ""
        self._buffer = b""
        self._ended = False

    async def read(self, prompt: str) -> str:
        """The next line, without its newline.

        Raises:
            EndOfInput: there is no further line.
        """
        if self.terminal:
            echo(prompt, newline=False)
        self._prompt = prompt
        try:
            line = await self._line()
        finally:
            self._prompt = ""
        if not self.terminal:
            echo(prompt + "".join(c if c.isprintable() else "?" for c in line))
        return line

    async def ahead(self) -> str | None:
        """The next line once it has come, without consuming it; None at the end of input."""
        line = await self._whole()
        return None if line is None else self._text(line)

    @cached_property
    def _descriptor(self) -> int:
        """Standard input's descriptor, looked up on the first read: other commands need no standard input."""
        return sys.stdin.fileno()

    @cached_property
    def terminal(self) -> bool:
        """Whether a person types, rather than a program."""
        return os.isatty(self._descriptor)

    @contextmanager
    def aside(self) -> Iterator[None]:
        """Print in this block while a line is awaited: the text gets lines of its own, and the prompt comes after it.

        The typed part of the line is kept.
        """
        prompt = self._prompt if self.terminal else ""
        if prompt:
            echo()
        yield
        if prompt:
            echo(prompt, newline=False)

    async def _line(self) -> str:
        line = await self._whole()
        if line is None:
            raise EndOfInput
        self._buffer = self._buffer[len(line) + 1 :]
        return self._text(line)

    async def _whole(self) -> bytes | None:
        """The bytes of the first line in the buffer, once complete; None at the end of input."""
        while b"\n" not in self._buffer and len(self._buffer) < LINE_BYTES and not self._ended:
            data = await self._more()
            self._ended = not data
            self._buffer += data
        return self._buffer.partition(b"\n")[0] if self._buffer else None

    @staticmethod
    def _text(line: bytes) -> str:
        return line[:LINE_BYTES].decode(errors="replace").rstrip("\r")

    async def _more(self) -> bytes:
        try:
            await trio.lowlevel.wait_readable(self._descriptor)
        except PermissionError:  # a plain file: always readable, and no poll takes it
            await trio.lowlevel.checkpoint()
        try:
            return os.read(self._descriptor, LINE_BYTES)
        except OSError:  # such as a terminal that is gone
            return b""
