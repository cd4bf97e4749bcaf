"""Moves picked word by word: `use`, then `4`, then `c1` ... from the legal ones, whatever the game."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

Words = tuple[str, ...]


def next_words(spellings: Iterable[str], typed: Words) -> tuple[str, ...]:
    """The words that may follow those typed, in the order of the legal moves, once each."""
    following: dict[str, None] = {}
    for spelling in spellings:
        words = tuple(spelling.split(" "))
        if len(words) > len(typed) and words[: len(typed)] == typed:
            following[words[len(typed)]] = None
    return tuple(following)


def unfold(spellings: Sequence[str], typed: Words) -> Words:
    """The words typed, and those after them that are no choice."""
    while len(following := next_words(spellings, typed)) == 1 and " ".join(typed) not in spellings:
        typed = (*typed, following[0])
    return typed
