"""Frozen records that are copied often."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, TypeVar

R = TypeVar("R")

if TYPE_CHECKING:
    from dataclasses import replace as replace  # noqa: PLC0414 - exported
else:

    def replace(record: R, /, **changes: Any) -> R:
        """A copy with some fields changed: `dataclasses.replace` for classes without slots and `__post_init__`.

        Copies the dictionary of fields at once instead of calling `__init__`, four times as fast for a large class;
        a step of a game makes several copies.

        Raises:
            TypeError: the record has no such field.
        """
        copy = object.__new__(type(record))
        fields = copy.__dict__
        fields |= record.__dict__
        known = len(fields)
        fields |= changes
        if len(fields) != known:
            raise TypeError(f"{type(record).__name__} has no field {changes.keys() - record.__dict__.keys()}")
        return copy
