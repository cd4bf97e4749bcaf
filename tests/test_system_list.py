"""`tests/system.md` is held to the tests: each row names one, and each that it names is there."""

from __future__ import annotations

from .named_tests import ROOT, check_rows, existing, named, tables

PAGE = (ROOT / "tests" / "system.md").read_text("utf-8")


def test_every_test_that_the_list_names_exists() -> None:
    """Of that very name, in some module of the tests."""
    assert named(PAGE) <= existing(), sorted(named(PAGE) - existing())


def test_each_row_of_the_list_names_a_test() -> None:
    """In the last column, and nothing else in it."""
    assert len(tables(PAGE)) >= 7
    check_rows(PAGE)
