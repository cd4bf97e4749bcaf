"""What outlasts a power cut: files that the disk itself has, not only the operating system."""

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


def sync_folder(folder: Path) -> None:
    """Wait until the disk has the names in a folder, where the system can say so."""
    with suppress(OSError):  # Windows opens no folder, and has its names on the disk without being asked
        descriptor = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(descriptor)
        finally:
            os.close(descriptor)
