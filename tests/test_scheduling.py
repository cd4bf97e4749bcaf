"""The order of the tests, and the processes that run them."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

from .imports import ROOT
from .scheduling import LONGEST, MULTICAST, SOURCE, shared_by

_TESTS = """
import os

def test_one():
    print("process", os.getpid(), __file__)

def test_other():
    print("process", os.getpid(), __file__)
"""


def test_every_file_that_has_a_place_exists() -> None:
    """No name is left over of a file that has moved."""
    assert [file for file in (*LONGEST, *MULTICAST, *SOURCE) if not (ROOT / file).is_file()] == []


def test_files_that_share_something_share_a_process() -> None:
    """All tests of such files are one piece of work; those of other files are one for each file."""
    pieces = [{shared_by(f"{file}::test_one[x::y]") for file in files} for files in (MULTICAST, SOURCE)]
    assert [len(names) for names in pieces] == [1, 1]
    assert not pieces[0] & pieces[1]
    assert shared_by("tests/sim/test_sim.py::test_one") == shared_by("tests/sim/test_sim.py::test_other")
    assert shared_by("tests/sim/test_sim.py::test_one") != shared_by("tests/sim/test_judge.py::test_one")


def test_one_process_runs_all_tests_of_a_file(tmp_path: Path) -> None:
    """With the conftest of these tests, the options of `pyproject.toml`, and two processes."""
    for name in ("test_a.py", "test_b.py"):
        (tmp_path / name).write_text(_TESTS, "utf-8")
    words = ["-rP", "-n", "2", "-p", "no:cacheprovider", "-p", "tests.conftest", f"--rootdir={ROOT}"]
    done = subprocess.run(
        [sys.executable, "-m", "pytest", "-c", str(ROOT / "pyproject.toml"), *words, str(tmp_path)],
        cwd=ROOT,
        env={name: value for name, value in os.environ.items() if not name.startswith("PYTEST")},
        capture_output=True,
        encoding="utf-8",
        check=False,
    )
    places = [line for line in done.stdout.splitlines() if line.startswith("process ")]
    assert done.returncode == 0, done.stdout + done.stderr
    assert len(places) == 4
    assert len(set(places)) == 2, "a process and a file, each twice"
