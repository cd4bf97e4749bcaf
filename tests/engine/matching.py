"""Whether an answer of the line protocol contains what a case expects of it."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any


def differences(wanted: Any, found: Any, place: str = "answer") -> Iterator[str]:
    """Each place where the answer lacks what is wanted, and how.

    An object is contained in another that has its keys with values that contain its own. Lists and plain values must
    be equal, and of the same type. Three objects stand for a list: `{"$sorted": [...]}` in any order,
    `{"$has": value}` with an element that contains the value, and `{"$len": number}`.
    """
    match wanted:
        case {"$sorted": values}:
            if not isinstance(found, list) or _in_order(found) != _in_order(values):
                yield f"{place}: not {values!r} in any order, but {found!r}"
        case {"$has": value}:
            if not isinstance(found, list) or all(any(differences(value, each)) for each in found):
                yield f"{place}: nothing like {value!r} in {found!r}"
        case {"$len": number}:
            if not isinstance(found, list) or len(found) != number:
                yield f"{place}: not {number} elements, but {found!r}"
        case dict():
            yield from _missing(wanted, found, place)
        case list() if isinstance(found, list) and len(found) == len(wanted):
            for number, (one, other) in enumerate(zip(wanted, found, strict=True)):
                yield from differences(one, other, f"{place}[{number}]")
        case _:
            if wanted != found or type(wanted) is not type(found):
                yield f"{place}: not {wanted!r}, but {found!r}"


def _missing(wanted: dict[str, Any], found: Any, place: str) -> Iterator[str]:
    if not isinstance(found, dict):
        yield f"{place}: not an object, but {found!r}"
        return
    for key, value in wanted.items():
        if key in found:
            yield from differences(value, found[key], f"{place}.{key}")
        else:
            yield f"{place}.{key}: missing"


def _in_order(values: list[Any]) -> list[str]:
    return sorted(map(json.dumps, values))
