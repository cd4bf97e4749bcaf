"""Small files that stand beside a log: hints and things kept, in folders that others may be able to write to.

None is ever followed elsewhere: where a link, a pipe or a folder stands in a file's place, it is as if nothing could be
read or written there.
"""

from __future__ import annotations

import errno
import os
import stat
from contextlib import suppress
from pathlib import Path

from . import atomic_write

_NEVER_ELSEWHERE = getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0)
"""Fail at a link; do not wait at a pipe."""


def opened(path: Path, flags: int) -> int:
    """The descriptor of a regular file that stands at the path itself; one that is made is the owner's alone.

    Raises:
        OSError: it cannot be had, or something else stands there.
    """
    descriptor = os.open(path, flags | _NEVER_ELSEWHERE, 0o600)
    if not stat.S_ISREG(os.fstat(descriptor).st_mode):
        os.close(descriptor)
        raise _no_file(path)
    return descriptor


def read(path: Path, limit: int) -> bytes | None:
    """What the file holds; None if it cannot be read or holds more than `limit` bytes, as no such file does."""
    try:
        with os.fdopen(opened(path, os.O_RDONLY), "rb") as file:
            data = file.read(limit + 1)
    except OSError:
        return None
    return data if len(data) <= limit else None


def replace(path: Path, data: bytes) -> None:
    """Put the data in place of what the file holds, all of it or nothing, and the disk has it.

    Raises:
        OSError: it cannot be done, or something else stands there.
    """
    with suppress(FileNotFoundError):
        if not stat.S_ISREG(path.lstat().st_mode):
            raise _no_file(path)
    atomic_write.replace(path, data)


def write(path: Path, data: bytes) -> bool:
    """Put the data in place of what the file holds; whether that could be done."""
    try:
        replace(path, data)
    except OSError:
        return False
    return True


def remove(path: Path) -> None:
    """Take the file away, if there is one that can be."""
    with suppress(OSError):
        path.unlink()


def _no_file(path: Path) -> OSError:
    return OSError(errno.EINVAL, "no ordinary file stands there", str(path))
