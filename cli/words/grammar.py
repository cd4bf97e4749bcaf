"""Lists and counts, as people write them."""

from __future__ import annotations

from collections.abc import Sequence


def count(number: int, thing: str) -> str:
    """`1 step`, `2 steps`."""
    return f"{number} {thing}" if number == 1 else f"{number} {thing}s"


def and_list(words: Sequence[str]) -> str:
    """`a`, `a and b`, `a, b and c`."""
    return _list(words, "and")


def either(words: Sequence[str]) -> str:
    """`a`, `a or b`, `a, b or c`."""
    return _list(words, "or")


def or_list(moves: Sequence[str]) -> str:
    """Moves in backquotes, the last after `or`."""
    return either([f"`{move}`" for move in moves])


def _list(words: Sequence[str], last: str) -> str:
    *first, end = words
    return f"{', '.join(first)} {last} {end}" if first else end
