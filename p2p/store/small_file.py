"""Small files that anybody may have written: each is read with limits of length and depth, and each fault has its own
error.

    settings = parse_toml(read_text(path, limit=1 << 14), depth=4)

A pipe, a device or a folder is refused at once, without waiting. No other error than `UnusableFile` comes out.
"""

from __future__ import annotations

import errno
import json
import os
import stat
import tomllib
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, BinaryIO

from p2pgame.engine.nesting import is_shallow

_AT_ONCE = getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_NOCTTY", 0)
"""Flags: do not wait for a pipe's other end, and do not become the owner of a terminal."""

_NO_LINK = getattr(os, "O_NOFOLLOW", 0)

_KINDS: tuple[tuple[Callable[[int], bool], str], ...] = (
    (stat.S_ISDIR, "a folder"),
    (stat.S_ISLNK, "a link"),
    (stat.S_ISFIFO, "a pipe"),
    (stat.S_ISSOCK, "a socket"),
    (stat.S_ISCHR, "a device"),
    (stat.S_ISBLK, "a device"),
)


class UnusableFile(Exception):
    """A small file is unusable. The text continues a sentence about it: "FILE is a pipe, not a file"."""


class MissingFile(UnusableFile):
    """The path does not exist."""


class NoOrdinaryFile(UnusableFile):
    """The path is a folder, a pipe, a socket or a device."""


class UnreadableFile(UnusableFile):
    """The system refuses to read the file, or no file can have such a name."""


class LargeFile(UnusableFile):
    """The file is larger than any of its kind can be."""


class MalformedFile(UnusableFile):
    """The content is no text, or has the wrong form."""


class DeepFile(MalformedFile):
    """The content is nested too deep."""


def read(path: Path, limit: int, *, follow: bool = True) -> bytes:
    """The bytes of the file.

    Raises:
        UnusableFile: it cannot be read, is not an ordinary file, or holds more than `limit` bytes.
    """
    with open_file(path, follow=follow) as file:
        return read_up_to(file, limit)


def read_text(path: Path, limit: int, *, follow: bool = True) -> str:
    """The file's text, in UTF-8.

    Raises:
        UnusableFile: as `read`; also if it is no text.
    """
    try:
        return read(path, limit, follow=follow).decode()
    except UnicodeDecodeError as error:
        raise MalformedFile("is not text") from error


@contextmanager
def open_file(path: Path, *, follow: bool = True) -> Iterator[BinaryIO]:
    """An ordinary file, open for reading. A link is followed.

    Raises:
        UnusableFile: it cannot be opened, or is not an ordinary file.
    """
    flags = os.O_RDONLY | _AT_ONCE | (0 if follow else _NO_LINK)
    try:
        descriptor = os.open(path, flags)
    except FileNotFoundError as error:
        raise MissingFile("does not exist") from error
    except (OSError, ValueError) as error:
        if not follow and isinstance(error, OSError) and error.errno == errno.ELOOP:
            raise NoOrdinaryFile("is a link, not a file") from error
        raise UnreadableFile(f"cannot be read: {reason(error)}") from error
    what = kind(os.fstat(descriptor).st_mode)
    if what:
        os.close(descriptor)
        raise NoOrdinaryFile(f"is {what}, not a file")
    with os.fdopen(descriptor, "rb") as file:
        yield file


def read_up_to(file: BinaryIO, limit: int) -> bytes:
    """The bytes of an open file.

    Raises:
        UnusableFile: it cannot be read, or holds more than `limit` bytes.
    """
    try:
        data = file.read(limit + 1)
    except OSError as error:
        raise UnreadableFile(f"cannot be read: {reason(error)}") from error
    if len(data) > limit:
        raise LargeFile(f"is larger than {limit} bytes")
    return data


def parse_json(text: str, depth: int) -> Any:
    """The JSON value of the text.

    Raises:
        DeepFile: it is nested deeper than `depth`.
        MalformedFile: it is no JSON, or has a number with too many digits.
    """
    return _parsed(json.loads, "JSON", text, depth)


def parse_toml(text: str, depth: int) -> dict[str, Any]:
    """The table of the TOML text.

    Raises:
        DeepFile: it is nested deeper than `depth`.
        MalformedFile: it is no TOML, or has a number with too many digits.
    """
    table: dict[str, Any] = _parsed(tomllib.loads, "TOML", text, depth)
    return table


def kind(mode: int) -> str:
    """The kind of file, by its mode, such as "a pipe"; empty for an ordinary file."""
    return next((name for is_kind, name in _KINDS if is_kind(mode)), "")


def reason(error: OSError | ValueError) -> str:
    """Why the system refuses a path; a `ValueError` comes from a name that no file can have."""
    return str(error.strerror or error) if isinstance(error, OSError) else "no file can have such a name"


def _parsed(parse: Callable[[str], Any], form: str, text: str, depth: int) -> Any:
    try:
        value = parse(text)
    except (json.JSONDecodeError, tomllib.TOMLDecodeError) as error:
        raise MalformedFile(f"is not {form}: {error}") from error
    except RecursionError as error:
        raise DeepFile("has endlessly nested lists") from error
    except ValueError as error:  # CPython reads no number of more than some thousand digits
        raise MalformedFile("has a number of too many digits") from error
    if not is_shallow(value, depth):
        raise DeepFile(f"has lists or tables nested deeper than {depth}")
    return value
