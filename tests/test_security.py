"""`spec/security.md` is held to the tests: each row of its tables names one, and each that it names is there."""

from __future__ import annotations

import re

from .named_tests import ROOT, check_rows, existing, named, tables
from .sim.attacks import ATTACKS

PAGE = (ROOT / "spec" / "security.md").read_text("utf-8")


def test_every_test_that_the_page_names_exists() -> None:
    """Of that very name, in some module of the tests."""
    assert named(PAGE) <= existing(), sorted(named(PAGE) - existing())


def test_each_row_of_each_table_of_the_page_names_a_test() -> None:
    """In the last column, and nothing else in it: a row that has lost its test, or a column, is found."""
    assert len(tables(PAGE)) >= 10
    check_rows(PAGE)


def test_every_attack_that_the_page_names_is_made() -> None:
    """In brackets, behind the test that makes it."""
    assert set(re.findall(r"\[([a-z-]+)\]`", PAGE)) <= set(ATTACKS)


def test_no_row_names_the_general_test_alone() -> None:
    """A row whose test shows everything shows nothing: it names the attack, or a test of its own."""
    general = {"test_every_invariant_holds_under_each_attack", "test_every_invariant_holds_under_each_fault"}
    rows = [row for _, _, *rows in tables(PAGE) for row in rows]
    assert [row for row in rows if "[" not in row.split("|")[-2] and named(row) <= general] == []
