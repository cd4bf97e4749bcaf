"""Fixtures for all tests."""

from __future__ import annotations

import gc
import os
import signal
import sys
from collections.abc import Generator
from functools import partial

import pytest
from hypothesis import settings
from xdist.remote import Producer

from .scheduling import FileScheduling, longest_first
from .surroundings import settle, sync_device

settings.register_profile("untimed", deadline=None)
settings.load_profile("untimed")
"""No test fails for taking long: the machine may be busy. `pytest-timeout` ends a test that hangs."""


def pytest_addoption(parser: pytest.Parser) -> None:
    """Games of other packages can be tried, too (`tests/engine/conftest.py`)."""
    parser.addoption("--game", metavar="ID", help="run the laws and the clause test over this game alone")
    parser.addoption("--game-tests", metavar="FOLDER", help="where the tests of that game's clauses are")


def pytest_configure(config: pytest.Config) -> None:
    """Start tests from the same surroundings on every machine.

    Bytecode is written even if the environment says otherwise: for a program that a test starts, it takes longer to
    compile all modules than to do its work.

    Programs also obey Ctrl-C: a program that a shell starts in the background ignores it, and so do its children.
    """
    config.add_cleanup(settle().cleanup)
    for name in ("fsync", "fdatasync"):
        if hasattr(os, name):
            setattr(os, name, partial(sync_device, getattr(os, name)))
    if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
        signal.signal(signal.SIGINT, signal.default_int_handler)
    sys.dont_write_bytecode = False
    os.environ.pop("PYTHONDONTWRITEBYTECODE", None)


def pytest_xdist_auto_num_workers() -> int:
    """Three processes for each processor: while tests wait for other programs, a disk or a network, others compute.
    Measured on two processors: 146 s with six processes, 159 s with four. `pyproject.toml` allows six at most."""
    return 3 * (os.cpu_count() or 1)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Run the longest tests first."""
    items[:] = longest_first(items)


def pytest_xdist_make_scheduler(config: pytest.Config, log: Producer) -> FileScheduling | None:
    """Give the processes whole files, in their order, unless another way is asked for."""
    if config.getvalue("dist") != "loadfile":
        return None
    config.option.loadscopereorder = False
    return FileScheduling(config, log)


@pytest.hookimpl(wrapper=True)
def pytest_collection() -> Generator[None, object, object]:
    """Look for no garbage while tests are collected, never again among the modules and tests, which stay, and for that
    of tests less often than usual: to look for it took a tenth of their time."""
    gc.disable()
    try:
        return (yield)
    finally:
        gc.freeze()
        gc.set_threshold(50_000, 20, 20)
        gc.enable()
