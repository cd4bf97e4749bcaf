"""Locks on files: what one process plays from, no other writes."""

from __future__ import annotations

import sys

if sys.platform != "win32":
    import fcntl


def lock(descriptor: int) -> bool:
    """Have an open file for oneself until it is closed or the process ends; False if another has it.

    Where the system keeps nobody out, as some network file systems do not, everybody has it.
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
