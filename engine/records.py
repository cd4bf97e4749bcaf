"""Frozen records that are copied often."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, TypeVar

R = TypeVar("R")

Changes = dict[str, Any]
"""New values of some fields, by name."""

_new, _set = object.__new__, object.__setattr__


def updated(record: R, changes: Changes) -> R:
    """A copy with some fields changed: `dataclasses.replace` for classes without slots and `__post_init__`.

    Copies the dictionary of fields at once instead of calling `__init__`, many times as fast for a large class; a step
    of a game makes several copies.

    Raises:
        TypeError: the record has no such field.
    """
    known = record.__dict__
    # Not `known | changes`: that may share its keys with other records, and then CPython 3.11 reads fields slowly.
    fields = {**known, **changes}
    if len(fields) != len(known):
        raise TypeError(f"{type(record).__name__} has no field {changes.keys() - known.keys()}")
    copy = _new(type(record))
    _set(copy, "__dict__", fields)
    return copy


def copied(record: R) -> R:
    """An equal record like those of `updated`. CPython 3.11 reads fields faster if all records of a class are alike."""
    return updated(record, {})


if TYPE_CHECKING:
    from dataclasses import replace as replace  # noqa: PLC0414 - exported
else:

    def replace(record: R, /, **changes: Any) -> R:
        """`updated` for fields that a type checker can see."""
        return updated(record, changes)
