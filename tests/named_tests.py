"""Pages whose tables name tests: what is in them, and which tests there are."""

from __future__ import annotations

import re
from functools import cache
from itertools import groupby
from pathlib import Path

ROOT = Path(__file__).parent.parent

_TEST = r"`test_[a-z0-9_]+(?:\[[a-z-]+\])?`"
_CELL = re.compile(f"{_TEST}(?:, {_TEST})*")


def tables(page: str) -> list[list[str]]:
    """The tables of a page: each its head, the line below it, and its rows."""
    blocks = groupby(page.splitlines(), key=lambda line: line.startswith("|"))
    return [list(lines) for is_table, lines in blocks if is_table]


def named(text: str) -> set[str]:
    """The tests that are named there."""
    return set(re.findall(r"`(test_[a-z0-9_]+)(?:\[[a-z-]+\])?`", text))


@cache
def existing() -> frozenset[str]:
    """The names of all tests, in all modules."""
    return frozenset(
        name
        for path in (ROOT / "tests").rglob("test_*.py")
        for name in re.findall(r"^(?:async )?def (test_[a-z0-9_]+)\(", path.read_text("utf-8"), re.MULTILINE)
    )


def check_rows(page: str) -> None:
    """Fail unless each row of each table has tests in its last column, and as many columns as its head."""
    for head, _, *rows in tables(page):
        assert head.endswith("| test |"), head
        for row in rows:
            assert row.count("|") == head.count("|"), row
            assert _CELL.fullmatch(row.split("|")[-2].strip()), row
