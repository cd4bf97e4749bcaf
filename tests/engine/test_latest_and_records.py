"""Answers that are kept for one state, and copies of records."""

from __future__ import annotations

from dataclasses import dataclass

import pytest
from p2pgame.engine.latest import for_latest
from p2pgame.engine.records import replace


@dataclass(frozen=True)
class Record:
    """Two fields."""

    one: int
    other: str = "b"


def test_an_answer_is_kept_for_the_latest_state_alone() -> None:
    """An equal state that is another object is asked about again; the answers never mix."""
    asked: list[int] = []

    @for_latest
    def doubled(record: Record) -> int:
        asked.append(record.one)
        return 2 * record.one

    first, second, equal = Record(1), Record(2), Record(1)
    assert [doubled(each) for each in (first, first, second, second, equal, first)] == [2, 2, 4, 4, 2, 2]
    assert asked == [1, 2, 1, 1]


def test_a_question_that_fails_is_asked_again() -> None:
    """Its failure is not kept."""

    @for_latest
    def inverse(record: Record) -> int:
        return 6 // record.one

    nothing = Record(0)
    for _ in range(2):
        with pytest.raises(ZeroDivisionError):
            inverse(nothing)
    assert inverse(Record(3)) == 2


def test_a_copy_has_the_changes_and_leaves_the_record_alone() -> None:
    """It is a record like any other."""
    record = Record(1)
    copy = replace(record, other="c")
    assert (copy, record) == (Record(1, "c"), Record(1, "b"))
    assert hash(copy) == hash(Record(1, "c"))


def test_a_copy_has_no_other_fields() -> None:
    """A slip of the pen is an error."""
    with pytest.raises(TypeError, match="Record has no field"):
        replace(Record(1), anther="c")  # type: ignore[call-arg]
