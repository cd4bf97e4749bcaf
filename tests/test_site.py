"""The pages make a site: every link between them leads somewhere."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]

pytestmark = pytest.mark.skipif(find_spec("mkdocs") is None, reason="needs `uv sync --group docs`, as .ci/run has it")


def built(config: Path, site: Path) -> subprocess.CompletedProcess[str]:
    """Build the site strictly: a link that leads nowhere ends it."""
    command = [
        sys.executable,
        "-m",
        "mkdocs",
        "build",
        "--strict",
        "--config-file",
        str(config),
        "--site-dir",
        str(site),
    ]
    return subprocess.run(
        command,
        capture_output=True,
        encoding="utf-8",
        env=os.environ | {"NO_MKDOCS_2_WARNING": "1"},
        check=False,
    )


def copied(to: Path) -> Path:
    """A copy of all sources of the site; its configuration."""
    for folder in ("benchmarks", "docs", "spec"):
        shutil.copytree(ROOT / folder, to / folder, ignore=shutil.ignore_patterns("__pycache__"))
    for path in (*ROOT.glob("*.md"), ROOT / "mkdocs.yml"):
        shutil.copy(path, to)
    for path in (ROOT / "LICENSE", ROOT / "cli" / "export" / "fonts" / "LICENSE"):
        (to / path.relative_to(ROOT)).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(path, to / path.relative_to(ROOT))
    return to / "mkdocs.yml"


def test_the_site_is_built_of_all_pages_and_fetches_nothing(tmp_path: Path) -> None:
    """Each page of the repository is a page of the site, and no page loads anything from another host."""
    done = built(ROOT / "mkdocs.yml", tmp_path)
    assert done.returncode == 0, done.stderr
    pages = [path.relative_to(ROOT) for folder in ("docs", "spec") for path in (ROOT / folder).rglob("*.md")]
    assert [page for page in pages if not _html(tmp_path / page).exists()] == []
    start = (tmp_path / "index.html").read_text("utf-8")
    assert re.findall(r'(?:src|<link[^>]* href)="https?://[^"]*"', start) == []


def test_a_link_that_leads_nowhere_stops_the_site(tmp_path: Path) -> None:
    """To a page or a heading that is not there."""
    for link in ("spec/nowhere.md", "spec/table.md#nowhere", "nowhere/"):
        folder = tmp_path / link.replace("/", " ").replace("#", " ")
        config = copied(folder)
        with (folder / "README.md").open("a", encoding="utf-8") as page:
            page.write(f"\n[broken]({link})\n")
        done = built(config, folder / "site")
        assert done.returncode != 0
        assert link in done.stderr


def _html(page: Path) -> Path:
    return page.with_name("index.html") if page.name == "README.md" else page.with_suffix(".html")
