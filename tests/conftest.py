"""Fixtures for all tests."""

from __future__ import annotations

import gc
import os
import signal
import sys
from pathlib import Path

import pytest
from hypothesis import settings

from .surroundings import settle

BYTECODE = Path(__file__).parents[1] / ".pytest_cache" / "bytecode"

settings.register_profile("untimed", deadline=None)
settings.load_profile("untimed")
"""No test fails for taking long: the machine may be busy. `pytest-timeout` ends a test that hangs."""


def pytest_addoption(parser: pytest.Parser) -> None:
    """Games of other packages can be tried, too (`tests/engine/conftest.py`)."""
    parser.addoption("--game", metavar="ID", help="run the laws and the clause test over this game alone")
    parser.addoption("--game-tests", metavar="FOLDER", help="where the tests of that game's clauses are")


def pytest_configure(config: pytest.Config) -> None:
    """Start tests from the same surroundings on every machine.

    If Python must write no bytecode, programs that tests start keep theirs in pytest's own folder: to compile all
    modules takes a program longer than its actual work.

    They also hear Ctrl-C: a program that a shell starts in the background ignores it, and so do its children.
    """
    config.add_cleanup(settle().cleanup)
    if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
        signal.signal(signal.SIGINT, signal.default_int_handler)
    if sys.dont_write_bytecode:
        sys.dont_write_bytecode = False
        sys.pycache_prefix = os.environ["PYTHONPYCACHEPREFIX"] = str(BYTECODE)
        os.environ.pop("PYTHONDONTWRITEBYTECODE", None)


def pytest_xdist_auto_num_workers() -> int:
    """Two processes for each processor, and one more: while tests wait for other programs, a disk or a network, others
    compute. Measured on two processors: 197 s with five processes, 211 s with three."""
    return 2 * (os.cpu_count() or 1) + 1


def pytest_collection_finish() -> None:
    """Exclude everything imported and collected so far from garbage collection, because it stays to the end."""
    gc.collect()
    gc.freeze()
