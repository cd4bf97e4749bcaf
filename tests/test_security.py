"""`spec/security.md` is held to the tests: each that it names is there."""

from __future__ import annotations

import re
from pathlib import Path

ROOT = Path(__file__).parent.parent


def test_every_test_that_the_page_names_exists() -> None:
    """And no row is without one."""
    page = (ROOT / "spec" / "security.md").read_text()
    named = set(re.findall(r"`(test_[a-z0-9_]+)`", page))
    there = {
        name
        for path in (ROOT / "tests").rglob("test_*.py")
        for name in re.findall(r"def (test_[a-z0-9_]+)\(", path.read_text())
    }
    assert len(named) > 40
    assert named <= there, sorted(named - there)
