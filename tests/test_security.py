"""`spec/security.md` is held to the tests: each row of its tables names one, and each that it names is there."""

from __future__ import annotations

from .named_tests import ROOT, check_rows, existing, named, tables

PAGE = (ROOT / "spec" / "security.md").read_text("utf-8")


def test_every_test_that_the_page_names_exists() -> None:
    """Of that very name, in some module of the tests."""
    assert named(PAGE) <= existing(), sorted(named(PAGE) - existing())


def test_each_row_of_each_table_of_the_page_names_a_test() -> None:
    """In the last column, and nothing else in it: a row that has lost its test, or a column, is found."""
    assert len(tables(PAGE)) >= 10
    check_rows(PAGE)
