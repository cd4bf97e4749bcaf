"""Files that outlast a power cut: the disk has them, not only the operating system."""

from __future__ import annotations

import os
import sys
from contextlib import suppress
from pathlib import Path

if sys.platform != "win32":
    import fcntl


def sync(descriptor: int) -> None:
    """Wait until the disk has all of a file.

    Raises:
        OSError: the disk does not take it.
    """
    if sys.platform == "darwin":
        with suppress(OSError):  # not every file system has it; there, the plain call does what can be done
            fcntl.fcntl(descriptor, fcntl.F_FULLFSYNC)
            return
    os.fsync(descriptor)


def replace(path: Path, data: bytes, mode: int = 0o600) -> None:
    """Put the data in place of what the file holds: the disk has either all of it or, whatever fails, what was before.

    What is made is its owner's alone, or has the mode that is asked for, as far as the process lets files have it.

    Raises:
        OSError: it cannot be done.
    """
    new = path.with_name(f".{path.name}.new")  # hidden, so it is nobody's own file
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
    """Wait until the disk has the names in a folder, where the file system can do that."""
    with suppress(OSError):  # some network file systems cannot, and nothing better can be done there
        descriptor = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(descriptor)
        finally:
            os.close(descriptor)
