"""Files that outlast a power cut: the disk has them, not only the operating system."""

from __future__ import annotations

import errno
import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

if sys.platform != "win32":
    import fcntl


_LACKING = frozenset({errno.EINVAL, errno.ENOTSUP, errno.EOPNOTSUPP, errno.ENOTTY})
"""Errors of a file system that lacks a call, as some over a network do; all others mean that the disk fails."""

_NAME = 50
"""Letters of a file's name that its unfinished neighbour has, so that the longest name still has one."""


def sync(descriptor: int) -> None:
    """Wait until the disk has all of a file, or the names in a folder.

    Raises:
        OSError: the disk does not take it. It must not be tried again: a system says only once what was lost.
    """
    if sys.platform == "darwin":
        with _unless_lacking():
            fcntl.fcntl(descriptor, fcntl.F_FULLFSYNC)
            return
    os.fsync(descriptor)


def sync_data(descriptor: int) -> None:
    """Wait until the disk has all that a file holds. Its times may be older there.

    Raises:
        OSError: the disk does not take it. It must not be tried again: a system says only once what was lost.
    """
    if hasattr(os, "fdatasync") and sys.platform != "darwin":
        os.fdatasync(descriptor)
    else:
        sync(descriptor)


@contextmanager
def _unless_lacking() -> Iterator[None]:
    """Pass over a call where the file system does not have it: nothing better can be done there."""
    try:
        yield
    except OSError as error:
        if error.errno not in _LACKING:
            raise


def replace(path: Path, data: bytes, mode: int = 0o600) -> None:
    """Put the data in place of what the file holds: the disk has either all of it or, whatever fails, what was before.
    Only where this returns it is sure which.

    A new file is its owner's alone, or has the given mode without the bits that the process masks.

    Raises:
        OSError: it cannot be done.
    """
    new = path.with_name(f".{path.name[:_NAME]}.new")  # hidden, so it is nobody's own file
    new.unlink(missing_ok=True)  # a process that was killed may have left it
    try:
        with os.fdopen(os.open(new, os.O_WRONLY | os.O_CREAT | os.O_EXCL, mode), "wb") as file:
            file.write(data)
            file.flush()
            sync(file.fileno())
        os.replace(new, path)
    except OSError:
        with suppress(OSError):
            new.unlink()
        raise
    sync_folder(path.parent)


def sync_folder(folder: Path) -> None:
    """Wait until the disk has the names in a folder, where the system opens folders and the file system can do that.

    Raises:
        OSError: the disk does not take them.
    """
    try:
        descriptor = os.open(folder, os.O_RDONLY)
    except OSError:
        return
    try:
        with _unless_lacking():
            sync(descriptor)
    finally:
        os.close(descriptor)
