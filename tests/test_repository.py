"""Files around the code agree everywhere: versions, license, checks, the form of commits."""

from __future__ import annotations

import re
import subprocess
import tomllib
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
CI = (ROOT / ".ci" / "run").read_text("utf-8")
WORKFLOW = (ROOT / ".github" / "workflows" / "ci.yml").read_text("utf-8")


def test_the_workflow_runs_all_checks_on_each_python_that_is_promised() -> None:
    """The oldest is the one that may install the package."""
    promised = re.findall(r"Python :: (3\.\d+)", " ".join(PROJECT["classifiers"]))
    assert PROJECT["requires-python"] == f">={promised[0]}"
    tried = re.search(r"python: \[(.*)\]", WORKFLOW)
    assert tried is not None
    assert re.findall(r'"(.*?)"', tried[1]) == promised
    assert "run: .ci/run\n" in WORKFLOW


def test_the_license_is_the_one_that_the_package_names() -> None:
    """And so is who gives it."""
    text = (ROOT / "LICENSE").read_text("utf-8")
    assert text.startswith(f"{PROJECT['license']} License")
    assert f" {PROJECT['authors'][0]['name']}\n" in text
    assert all((ROOT / name).exists() for name in PROJECT["license-files"])


def test_hooks_run_the_same_checks_as_ci() -> None:
    """By the same commands, and no hooks of other repositories."""
    hooks = (ROOT / ".pre-commit-config.yaml").read_text("utf-8")
    assert re.findall(r"repo: (.*)", hooks) == ["local"]
    for entry in re.findall(r"entry: (uv run (?:ruff|mypy).*)", hooks):
        assert entry in CI


def test_ci_needs_nothing_outside_of_the_repository() -> None:
    """No path in it leads out."""
    assert "../" not in CI.replace('cd "$(dirname "$0")/.."', "")


@pytest.mark.parametrize(
    ("message", "is_fine"),
    [
        ("A change\n", True),
        ("x" * 72, True),
        ("x" * 73, False),
        ("A change\n\nwhy " + "x" * 100 + "\n", True),
        ("A change\nthat goes on\n", False),
        ("A change\n# what git says\n", True),
    ],
)
def test_a_commits_first_line_is_short_and_stands_alone(message: str, is_fine: bool, tmp_path: Path) -> None:
    """A hook refuses others and says why."""
    path = tmp_path / "message"
    path.write_text(message, "utf-8")
    done = subprocess.run([ROOT / ".ci" / "commit-message", path], capture_output=True, encoding="utf-8", check=False)
    assert (done.returncode == 0, done.stderr == "") == (is_fine, is_fine)
