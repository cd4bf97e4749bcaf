"""Locks on files: while one process plays from a file, no other writes it."""

from __future__ import annotations

import sys

if sys.platform != "win32":
    import fcntl


def lock(descriptor: int) -> bool:
    """Lock an open file until it is closed or the process ends; False if another process has it.

    On a system without locks, such as some network file systems, every process succeeds.
    """
    if sys.platform == "win32":
        return True
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    except OSError:
        pass
    return True
