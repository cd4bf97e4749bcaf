"""`spec/security.md` is held to the tests: each row of its tables names one, and each that it names is there."""

from __future__ import annotations

import re
from itertools import groupby
from pathlib import Path

ROOT = Path(__file__).parent.parent
PAGE = (ROOT / "spec" / "security.md").read_text("utf-8")


def tables() -> list[list[str]]:
    """The tables of the page: each its head, the line below it, and its rows."""
    blocks = groupby(PAGE.splitlines(), key=lambda line: line.startswith("|"))
    return [list(lines) for is_table, lines in blocks if is_table]


def named(text: str) -> set[str]:
    """The tests that are named there."""
    return set(re.findall(r"`(test_[a-z0-9_]+)`", text))


def test_every_test_that_the_page_names_exists() -> None:
    """Of that very name, in some module of the tests."""
    there = {
        name
        for path in (ROOT / "tests").rglob("test_*.py")
        for name in re.findall(r"^(?:async )?def (test_[a-z0-9_]+)\(", path.read_text("utf-8"), re.MULTILINE)
    }
    assert named(PAGE) <= there, sorted(named(PAGE) - there)


def test_each_row_of_each_table_of_the_page_names_a_test() -> None:
    """In the last column, and nothing else in it: a row that has lost its test, or a column, is found."""
    assert len(tables()) >= 10
    for head, _, *rows in tables():
        assert head.endswith("| test |"), head
        for row in rows:
            assert row.count("|") == head.count("|"), row
            assert re.fullmatch(r"`test_[a-z0-9_]+`(, `test_[a-z0-9_]+`)*", row.split("|")[-2].strip()), row
