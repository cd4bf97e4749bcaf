"""How much memory this process has held."""

from __future__ import annotations

import resource
import sys


def peak_memory() -> int:
    """Bytes of memory that this process has held at most."""
    most = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return most if sys.platform == "darwin" else most * 1024
