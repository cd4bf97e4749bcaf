"""The arithmetic of a bot takes one core, and leaves the others to the rest of the program."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest
from p2pgame.cli.system.one_core import keep_arrays_on_one_core

MULTIPLIED = """
from contextlib import suppress
from pathlib import Path
from p2pgame.cli.main import main

with suppress(SystemExit):
    main()

import numpy as np

square = np.ones((500, 500))
square @ square
print("threads", len(list(Path("/proc/self/task").iterdir())))
"""


def threads() -> int:
    """The threads of a process that has run a command, and multiplies two matrices."""
    environment = {name: value for name, value in os.environ.items() if name != "OPENBLAS_NUM_THREADS"}
    done = subprocess.run(
        [sys.executable, "-c", MULTIPLIED, "--version"],
        env=environment,
        capture_output=True,
        check=True,
        encoding="utf-8",
    )
    return int(done.stdout.split()[-1])


@pytest.mark.skipif(sys.platform != "linux", reason="threads are counted in /proc")
def test_numpy_starts_no_threads_in_a_command() -> None:
    assert threads() == 1


def test_a_user_may_ask_for_threads(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OPENBLAS_NUM_THREADS", "3")
    keep_arrays_on_one_core()
    assert os.environ["OPENBLAS_NUM_THREADS"] == "3"
