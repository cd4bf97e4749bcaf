"""The code of a table as people say it: `7-amber-otter`, or `7-amber-otter-river` after many wrong guesses.

A code of two words is one of 2^19, a code of three words one of 2^27; all codes of one length are equally likely.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from difflib import get_close_matches

from p2pgame.engine.errors import quoted

from ..wire.errors import LocalError
from .wordlist import ADJECTIVES, NOUNS

DIGITS = "23456789"
"""Without 0 and 1, which are misread as letters."""
SHORT, LONG = 2, 3
"""Words of a code."""
FRESH_BYTES = 4
"""Random bytes that a code is made from; they have more bits than the 27 of the longest code."""
LONGEST = 100
"""Characters typed, at most; a slip is not longer."""


def codes(words: int) -> int:
    """The number of codes of that many words."""
    rest: int = len(NOUNS) ** (words - 1)
    return len(DIGITS) * len(ADJECTIVES) * rest


def spell(fresh: bytes, words: int = SHORT) -> str:
    """The code of that many words made from random bytes; uniform if the bytes are.

    Raises:
        LocalError: there are fewer than four of them.
    """
    if len(fresh) < FRESH_BYTES:
        raise LocalError(f"a code is made from {FRESH_BYTES} random bytes, not {len(fresh)}")
    number = int.from_bytes(fresh[:FRESH_BYTES], "big") % codes(words)  # a power of two below 2**32, so without bias
    nouns: list[str] = []
    for _ in range(words - 1):
        number, noun = divmod(number, len(NOUNS))
        nouns.insert(0, NOUNS[noun])
    digit, adjective = divmod(number, len(ADJECTIVES))
    return "-".join((DIGITS[digit], ADJECTIVES[adjective], *nouns))


def parse(text: str) -> str:
    """A typed code in its one spelling. Case and separators do not matter; nor does order, except that of two nouns.

    Raises:
        LocalError: no code is like that; names the wrong word and the likely one, so that no guess is spent.
    """
    parts = re.findall(r"[^\W\d_]+|\d+", text[:LONGEST].lower())
    words = len(parts) - 1
    if words not in (SHORT, LONG):
        raise LocalError(f"a code has three or four parts, such as 7-amber-otter, not {_counted(len(parts))}")
    digit = _only(parts, DIGITS, "a digit from 2 to 9")
    adjective = _only(parts, ADJECTIVES, "a first word, such as amber")
    nouns = [part for part in parts if part in NOUNS]
    if len(nouns) != words - 1:
        raise LocalError(_unknown(parts) or "a word such as otter is missing from the code")
    return "-".join((digit, adjective, *nouns))


def _counted(parts: int) -> str:
    return f"{parts} {'part' if parts == 1 else 'parts'}"


def _only(parts: Iterable[str], known: Iterable[str], what: str) -> str:
    """The only known one of the parts."""
    found = [part for part in parts if part in known]
    if not found:
        raise LocalError(_unknown(parts) or f"{what} is missing from the code")
    return found[0]


def _unknown(parts: Iterable[str]) -> str | None:
    """The sentence about the first part that no code has."""
    words = [*DIGITS, *ADJECTIVES, *NOUNS]
    for part in parts:
        if part not in words:
            near = get_close_matches(part, words, 1)
            return f"no code contains {quoted(part)}" + (f": did you mean {near[0]!r}?" if near else "")
    return None
