"""What holds for all tests."""

from __future__ import annotations

import gc
import os
import signal
import sys
from pathlib import Path

from hypothesis import settings

BYTECODE = Path(__file__).parents[1] / ".pytest_cache" / "bytecode"

settings.register_profile("untimed", deadline=None)
settings.load_profile("untimed")
"""No test fails for taking long: the machine may be busy. What hangs is ended by `pytest-timeout`."""


def pytest_configure() -> None:
    """Let whatever tests start keep bytecode, in pytest's own folder, where Python is told to write none: compiling all
    of its modules takes each program longer than what it is started for.

    And let Ctrl-C be heard by them: whatever a shell starts in the background ignores it, and its children with it."""
    if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
        signal.signal(signal.SIGINT, signal.default_int_handler)
    if sys.dont_write_bytecode:
        sys.dont_write_bytecode = False
        sys.pycache_prefix = os.environ["PYTHONPYCACHEPREFIX"] = str(BYTECODE)
        os.environ.pop("PYTHONDONTWRITEBYTECODE", None)


def pytest_xdist_auto_num_workers() -> int:
    """One process more than there are processors: while tests wait for other programs, a disk or a network, another
    one computes."""
    return (os.cpu_count() or 1) + 1


def pytest_collection_finish() -> None:
    """Let the collector of garbage pass over all that was imported and collected, and stays to the end."""
    gc.collect()
    gc.freeze()
