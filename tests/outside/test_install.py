"""A real installer builds and installs the package, and the laws, the fuzzer and the clause test run over its game."""

from __future__ import annotations

import os
import re
import shlex
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


def commands(source: Path) -> list[list[str]]:
    """The commands of `docs/new-game.md` that try a game, with this package in place of `my-game`."""
    page = (ROOT / "docs" / "new-game.md").read_text(encoding="utf-8")
    lines = re.findall(r"(?m)^    uv run (.* my-game .*)$", page)
    return [shlex.split(line.replace("../my-game", str(source)).replace("my-game", "nim-die")) for line in lines]


@pytest.mark.long
def test_an_installed_game_keeps_the_laws(tmp_path: Path) -> None:
    """By the commands of the page; nothing in this project says that there is such a game."""
    source, site = tmp_path / "source", tmp_path / "site"
    shutil.copytree(NIM_DIE, source)
    subprocess.run(["uv", "pip", "install", "--quiet", "--no-deps", "--target", site, source], check=True)
    assert "Nim with a die" in run("games", "nim-die", PYTHONPATH=str(site)).stdout
    (pytest_command, *tests), (python, module, fuzzer, *games) = commands(source)
    assert (pytest_command, python, module) == ("pytest", "python", "-m")
    assert " passed" in passes(site, "pytest", "-q", "-n0", *tests)
    assert "0 failed" in passes(site, fuzzer, *(word.replace("10000", "200") for word in games))
