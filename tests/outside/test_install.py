"""A real installer builds and installs the package, and the laws, the fuzzer and the clause test run over its game."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from ..cli.running import run
from . import NIM_DIE

ROOT = Path(__file__).parents[2]


def passes(site: Path, *words: str) -> str:
    """The output of a module that runs in this folder with that package installed; it must succeed."""
    environment = {**os.environ, "PYTHONPATH": str(site)}
    done = subprocess.run(
        [sys.executable, "-m", *words], cwd=ROOT, env=environment, capture_output=True, encoding="utf-8", check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


@pytest.mark.long
def test_an_installed_game_keeps_the_laws(tmp_path: Path) -> None:
    """Nothing in this project says that there is such a game."""
    source, site = tmp_path / "source", tmp_path / "site"
    shutil.copytree(NIM_DIE, source)
    subprocess.run(["uv", "pip", "install", "--quiet", "--no-deps", "--target", site, source], check=True)
    assert "Nim with a die" in run("games", "nim-die", PYTHONPATH=str(site)).stdout
    tried = ("tests/engine/test_laws.py", "tests/engine/test_clauses.py", "--game", "nim-die")
    assert " passed" in passes(site, "pytest", "-q", "-n0", *tried, "--game-tests", str(source / "tests"))
    assert "0 failed" in passes(site, "tests.fuzz", "nim-die", "--games", "200", "--deep")
