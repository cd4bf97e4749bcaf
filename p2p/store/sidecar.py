"""Sidecar files: small files beside a log, in folders that others may be able to write to.

No link is followed. If a link, a pipe or a folder has a sidecar's name, the file counts as unreadable and unwritable.
"""

from __future__ import annotations

import errno
import os
import stat
from contextlib import suppress
from pathlib import Path

from . import atomic_write

_NEVER_ELSEWHERE = getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0)
"""Flags: fail at a link, and do not wait at a pipe."""


def open_file(path: Path, flags: int) -> int:
    """The descriptor of a regular file at the path itself; a new one is the owner's alone.

    Raises:
        OSError: it cannot be opened, or something else has the name.
    """
    descriptor = os.open(path, flags | _NEVER_ELSEWHERE, 0o600)
    if not stat.S_ISREG(os.fstat(descriptor).st_mode):
        os.close(descriptor)
        raise _no_file(path)
    return descriptor


def read(path: Path, limit: int) -> bytes | None:
    """The file's content; None if it cannot be read or holds more than `limit` bytes, which no valid sidecar does."""
    try:
        with os.fdopen(open_file(path, os.O_RDONLY), "rb") as file:
            data = file.read(limit + 1)
    except OSError:
        return None
    return data if len(data) <= limit else None


def replace(path: Path, data: bytes) -> None:
    """Replace the file's content, all of it or nothing, on the disk.

    Raises:
        OSError: it cannot be done, or something else has the name.
    """
    with suppress(FileNotFoundError):
        if not stat.S_ISREG(path.lstat().st_mode):
            raise _no_file(path)
    atomic_write.replace(path, data)


def write(path: Path, data: bytes) -> bool:
    """Replace the file's content; whether that worked."""
    try:
        replace(path, data)
    except OSError:
        return False
    return True


def remove(path: Path) -> None:
    """Remove the file, if there is one and it can be removed."""
    with suppress(OSError):
        path.unlink()


def _no_file(path: Path) -> OSError:
    return OSError(errno.EINVAL, "not an ordinary file", str(path))
