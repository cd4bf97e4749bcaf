"""The memory that this process has held."""

from __future__ import annotations

import re
import resource
import sys
from pathlib import Path


def peak_memory() -> int:
    """Bytes of memory that this process has held at most, since its program began.

    Linux counts what a large process held that started this one in `getrusage`, and not in `VmHWM` (proc(5)).
    """
    status = Path("/proc/self/status")
    if status.exists() and (
        found := re.search(r"^VmHWM:\s+(\d+) kB$", status.read_text("ascii", "replace"), re.MULTILINE)
    ):
        return int(found[1]) * 1024
    most = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return most if sys.platform == "darwin" else most * 1024
