"""Suggestions for mistyped words."""

from __future__ import annotations

from collections.abc import Iterable
from difflib import get_close_matches


def hint(word: str, known: Iterable[str]) -> str:
    """A sentence that offers the nearest known word, with a space before it; empty if none is near."""
    near = get_close_matches(word.lower(), list(known), 1)
    return f" Did you mean {near[0]}?" if near else ""
