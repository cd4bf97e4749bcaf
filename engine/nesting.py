"""How deep lists and objects are nested in a value that was read from a text."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any


def is_shallow(value: Any, depth: int) -> bool:
    """Whether containers are nested at most so deep in the value; checked level by level."""
    level = [value]
    for _ in range(depth):
        level = [inner for outer in level for inner in _inside(outer)]
    return not any(isinstance(each, list | Mapping) for each in level)


def _inside(value: Any) -> Iterable[Any]:
    if isinstance(value, Mapping):
        return value.values()
    return value if isinstance(value, list) else ()
