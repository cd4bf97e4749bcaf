"""Files that outlast a power cut: on the disk, not only in the operating system's memory."""

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
"""Errors of a file system that lacks a call, such as some network file systems; all other errors mean that the disk
fails."""

_NAME = 50
"""Letters of the file's name in the name of its temporary file, so that even the longest file name has one."""


def sync(descriptor: int) -> None:
    """Wait until the disk has all of a file, or the names in a folder.

    Raises:
        OSError: the disk fails. Do not try again: the system reports a loss only once.
    """
    if sys.platform == "darwin":
        with _unless_lacking():
            fcntl.fcntl(descriptor, fcntl.F_FULLFSYNC)
            return
    os.fsync(descriptor)


def sync_data(descriptor: int) -> None:
    """Wait until the disk has a file's data. The file's times may be older there.

    Raises:
        OSError: the disk fails. Do not try again: the system reports a loss only once.
    """
    if hasattr(os, "fdatasync") and sys.platform != "darwin":
        os.fdatasync(descriptor)
    else:
        sync(descriptor)


@contextmanager
def _unless_lacking() -> Iterator[None]:
    """Ignore the error of a call that the file system lacks, because there is no other way to sync."""
    try:
        yield
    except OSError as error:
        if error.errno not in _LACKING:
            raise


def replace(path: Path, data: bytes, mode: int = 0o600) -> None:
    """Replace a file's content. After any failure the disk has either all of the new content or the old one; which one
    is certain only if this returns.

    A new file is its owner's alone, or has the given mode without the bits that the process masks.

    Raises:
        OSError: it cannot be done.
    """
    new = path.with_name(f".{path.name[:_NAME]}.new")  # hidden, so that it is not shown among the user's files
    new.unlink(missing_ok=True)  # a killed process may have left it
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
    """Wait until the disk has the names in a folder, if the system and the file system support that.

    Raises:
        OSError: the disk fails.
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
