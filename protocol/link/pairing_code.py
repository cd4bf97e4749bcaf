"""The code of a table as people say it: `7-amber-otter`. 524,288 of them, all alike likely."""

from __future__ import annotations

import re
from collections.abc import Iterable
from difflib import get_close_matches

from p2pgame.engine.errors import quoted

from ..wire.errors import LocalError
from .wordlist import ADJECTIVES, NOUNS

DIGITS = "23456789"
"""Without 0 and 1, which are misread as letters."""
CODES = len(DIGITS) * len(ADJECTIVES) * len(NOUNS)
FRESH_BYTES = 3
"""Random bytes that a code is made from; they have more bits than the 19 that are used."""
LONGEST = 100
"""Characters typed at most; more are no slip."""


def spell(fresh: bytes) -> str:
    """The code that random bytes stand for, uniform if they are.

    Raises:
        LocalError: there are fewer than three of them.
    """
    if len(fresh) < FRESH_BYTES:
        raise LocalError(f"a code is made from {FRESH_BYTES} random bytes, not {len(fresh)}")
    number = int.from_bytes(fresh[:FRESH_BYTES], "big") % CODES  # a power of two below 2**24, so without bias
    number, noun = divmod(number, len(NOUNS))
    digit, adjective = divmod(number, len(ADJECTIVES))
    return f"{DIGITS[digit]}-{ADJECTIVES[adjective]}-{NOUNS[noun]}"


def parse(text: str) -> str:
    """A typed code in its one spelling. Case, order and whatever stands between the words do not matter.

    Raises:
        LocalError: no code is like that; says which word is wrong and which is meant, so that no guess is spent.
    """
    parts = re.findall(r"[^\W\d_]+|\d+", text[:LONGEST].lower())
    if len(parts) != 3:
        raise LocalError(f"a code is a digit and two words, such as 7-amber-otter, not {_counted(len(parts))}")
    digit = _only(parts, DIGITS, "a digit from 2 to 9")
    adjective = _only(parts, ADJECTIVES, "a first word, such as amber")
    noun = _only(parts, NOUNS, "a second word, such as otter")
    return f"{digit}-{adjective}-{noun}"


def _counted(parts: int) -> str:
    return f"{parts} {'part' if parts == 1 else 'parts'}"


def _only(parts: Iterable[str], known: Iterable[str], what: str) -> str:
    """The one of the parts that is known."""
    found = [part for part in parts if part in known]
    if not found:
        raise LocalError(_unknown(parts) or f"{what} is missing from the code")
    return found[0]


def _unknown(parts: Iterable[str]) -> str | None:
    """What to say of the first part that no code has."""
    words = [*DIGITS, *ADJECTIVES, *NOUNS]
    for part in parts:
        if part not in words:
            near = get_close_matches(part, words, 1)
            return f"no code has {quoted(part)} in it" + (f": is it {near[0]!r}?" if near else "")
    return None
