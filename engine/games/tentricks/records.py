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
        a step of the game makes several copies.
        """
        copy = object.__new__(type(record))
        copy.__dict__.update(record.__dict__, **changes)
        if len(copy.__dict__) != len(record.__dict__):
            raise TypeError(f"{type(record).__name__} has no field {changes.keys() - record.__dict__.keys()}")
        return copy
