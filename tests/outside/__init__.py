"""Packages outside of this project, and the files that their installation leaves."""

from __future__ import annotations

import shutil
import tomllib
from pathlib import Path

NIM_DIE = Path(__file__).parent / "nim_die"


def install(package: Path, site: Path) -> None:
    """Put a package into a folder as an installer does: its modules, and the folder with its entry points.

    No builder runs, so this works without a network; `test_install.py` runs a real installer.
    """
    project = tomllib.loads((package / "pyproject.toml").read_text("utf-8"))["project"]
    shutil.copytree(package / "src", site, dirs_exist_ok=True, ignore=shutil.ignore_patterns("__pycache__"))
    about = site / f"{project['name'].replace('-', '_')}-{project['version']}.dist-info"
    about.mkdir()
    about.joinpath("METADATA").write_text(
        f"Metadata-Version: 2.1\nName: {project['name']}\nVersion: {project['version']}\n", "utf-8"
    )
    lines = [
        line
        for group, points in project["entry-points"].items()
        for line in (f"[{group}]", *(f"{name} = {value}" for name, value in points.items()))
    ]
    about.joinpath("entry_points.txt").write_text("\n".join(lines) + "\n", "utf-8")
