"""The tests give the same results on every machine, for every user."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

ROOT = Path(__file__).parents[1]
TELLTALES = (
    "tests/cli/saves/test_game_file.py",
    "tests/cli/export/test_export.py::test_a_picture_has_the_names_spelled_out_and_a_drawing_as_they_are",
    "tests/cli/net/test_network.py::test_three_wrong_codes_are_enough",
    "tests/cli/words/test_paths.py",
    "tests/engine/test_clauses.py",
)
"""Tests that failed on one machine or another before the surroundings were settled."""

ODD = {
    "COLUMNS": "300",
    "LANG": "nowhere.ISO-8859-1",
    "LC_ALL": "C",
    "LINES": "4",
    "NO_COLOR": "1",
    "P2PGAME_CODE": "7-amber-otter",
    "P2PGAME_HOME": "/nowhere",
    "PYTHONCOERCECLOCALE": "0",
    "PYTHONUTF8": "0",
    "TERM": "dumb",
    "USER": "Zoë Ünü",
}


@pytest.mark.parametrize("letters", [1, 150], ids=lambda letters: f"a folder's name of {letters} letters")
def test_no_test_depends_on_paths_the_person_the_locale_or_the_terminal(letters: int) -> None:
    """Those that are known to have done so pass in the oddest surroundings, each time in an empty folder."""
    command = [sys.executable, "-m", "pytest", "-q", "-n", "0", "-p", "no:cacheprovider", *TELLTALES]
    with TemporaryDirectory(prefix="x" * letters) as folder:
        done = subprocess.run(
            [*command, f"--basetemp={folder}"],
            cwd=ROOT,
            env=os.environ | ODD,
            capture_output=True,
            encoding="utf-8",
            errors="replace",
            check=False,
        )
    assert done.returncode == 0, done.stdout + done.stderr
