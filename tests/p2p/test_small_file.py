"""Small files that anybody may have written (`p2p/store/small_file.py`)."""

from __future__ import annotations

import contextlib
import os
import socket
from collections.abc import Callable
from pathlib import Path

import pytest
from p2pgame.p2p.store.small_file import (
    DeepFile,
    LargeFile,
    MalformedFile,
    MissingFile,
    NoOrdinaryFile,
    UnreadableFile,
    UnusableFile,
    parse_json,
    parse_toml,
    read,
    read_text,
)

DIGITS = "9" * 5000
"""More than CPython reads as one number."""


def _socket(path: Path) -> None:
    """By its name alone: a socket's path may have some hundred bytes, and a temporary folder's may be longer."""
    with contextlib.chdir(path.parent), socket.socket(socket.AF_UNIX) as listener:
        listener.bind(path.name)


@pytest.mark.timeout(10)
@pytest.mark.parametrize(
    ("make", "fault", "told"),
    [
        (lambda path: None, MissingFile, "does not exist"),
        (Path.mkdir, NoOrdinaryFile, "is a folder, not a file"),
        (os.mkfifo, NoOrdinaryFile, "is a pipe, not a file"),
        (_socket, UnreadableFile, "cannot be read: No such device or address"),
        (lambda path: path.symlink_to("/dev/zero"), NoOrdinaryFile, "is a device, not a file"),
        (lambda path: path.symlink_to(path), UnreadableFile, "cannot be read: Too many levels of symbolic links"),
        (lambda path: path.write_bytes(b"x" * 101), LargeFile, "is larger than 100 bytes"),
        (lambda path: path.write_bytes(b"\xff"), MalformedFile, "is not text"),
    ],
)
def test_each_fault_of_a_small_file_has_its_name(
    tmp_path: Path, make: Callable[[Path], None], fault: type[UnusableFile], told: str
) -> None:
    """Nothing is waited for, and the error continues a sentence about the file."""
    path = tmp_path / "file"
    make(path)
    with pytest.raises(UnusableFile) as raised:
        read_text(path, 100)
    assert type(raised.value) is fault
    assert str(raised.value) == told


@pytest.mark.parametrize("name", ["a\0b", "\ud800"])
def test_a_name_that_no_file_can_have_is_a_named_fault(name: str) -> None:
    """As a person may type one."""
    with pytest.raises(UnreadableFile, match="no file can have such a name"):
        read(Path(name), 100)


def test_a_file_is_read_up_to_its_limit_and_through_a_link(tmp_path: Path) -> None:
    """Exactly as many bytes as the limit are not too many."""
    (tmp_path / "file").write_bytes(b"x" * 100)
    (tmp_path / "link").symlink_to(tmp_path / "file")
    assert read(tmp_path / "link", 100) == b"x" * 100


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("", MalformedFile),
        ("{", MalformedFile),
        (DIGITS, MalformedFile),
        ("[[[[1]]]]", DeepFile),
        ('[[{"a": []}]]', DeepFile),
        ("[" * 100_000, DeepFile),
    ],
)
def test_json_that_does_not_fit_is_a_named_fault(text: str, fault: type[UnusableFile]) -> None:
    """Nesting, digits and form."""
    with pytest.raises(UnusableFile) as raised:
        parse_json(text, depth=3)
    assert type(raised.value) is fault


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("=", MalformedFile),
        (f"a = {DIGITS}", MalformedFile),
        ("a.b.c.d = 1", DeepFile),
        ("a = [[[1]]]", DeepFile),
        (f"a = {'[' * 100_000}", DeepFile),
    ],
)
def test_toml_that_does_not_fit_is_a_named_fault(text: str, fault: type[UnusableFile]) -> None:
    """The file itself is one table, so three deep means two more."""
    with pytest.raises(UnusableFile) as raised:
        parse_toml(text, depth=3)
    assert type(raised.value) is fault


def test_content_nested_to_the_limit_is_read() -> None:
    """Strings do not count, with any content."""
    assert parse_json('["[[[[", [[1]]]', depth=3) == ["[[[[", [[1]]]
    assert parse_toml("a = [['[[[']]", depth=3) == {"a": [["[[["]]}
