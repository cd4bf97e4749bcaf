"""What others call themselves and say, made safe for a terminal. Pure and repeatable: clean text stays as it is.

Goes: control and escape bytes, direction overrides, zero-width and other invisible characters, private and
unassigned ones, heaps of accents. Stays: every script, each accent that a language stacks, emoji without joiners.
Only what is shown is cleaned; what is signed or hashed stays as it was sent (`spec/identity-and-link.md`).
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator

from .limits import REFUSAL_BYTES, SOFTWARE_BYTES

NAME_CHARACTERS = 24
"""Of a name: what a person reads at a glance, and what leaves room beside it on a line of 80 columns."""
NAME_BYTES = 96
"""Of a name in UTF-8: 24 characters of the widest kind."""
CHAT_CHARACTERS = 400
"""Of one line of chat: five lines of a terminal."""
CHAT_BYTES = 1200
"""Of one line of chat in UTF-8: 400 characters of any script of the basic plane."""
MARKS = 3
"""Combining marks on one letter: as many as Vietnamese and pointed Hebrew stack, and no tower over other lines."""

_INVISIBLE = frozenset("\u034f\u115f\u1160\u17b4\u17b5\u180b\u180c\u180d\u180f\u2800\u3164\uffa0\U0001d159")
"""Letters and marks that draw nothing, though their category says otherwise (Default_Ignorable, and blank Braille)."""
_GONE = frozenset({"Cc", "Cf", "Cs", "Co", "Cn"})
_SPACES = frozenset({"Zs", "Zl", "Zp"})
_CONTROL_SPACES = "\t\n\v\f\r\x85"
"""Controls that stand between words: they become spaces rather than gluing the words together."""


def clean_name(text: str) -> str:
    """A name as it may be shown: one line of at most 24 characters; empty when nothing is left of it."""
    return _clean(text, NAME_CHARACTERS, NAME_BYTES)


def clean_chat(text: str) -> str:
    """A line of chat as it may be shown: one line of at most 400 characters; empty when nothing is left of it."""
    return _clean(text, CHAT_CHARACTERS, CHAT_BYTES)


def clean_software(text: str) -> str:
    """The name and version of a peer's program as it may be shown."""
    return _clean(text, SOFTWARE_BYTES, SOFTWARE_BYTES)


def clean_refusal(text: str) -> str:
    """The sentence with which a peer hangs up, as it may be shown; ours, as it may be sent."""
    return _clean(text, REFUSAL_BYTES, REFUSAL_BYTES)


def _clean(text: str, characters: int, size: int) -> str:
    safe = "".join(_few_marks(_visible(text)))
    composed = unicodedata.normalize("NFC", safe)
    # Composing takes some characters apart for good, which may bring back marks.
    limited = "".join(_few_marks(composed))[:characters]
    return _at_most(" ".join(limited.split()), size)


def _visible(text: str) -> Iterator[str]:
    """The characters that draw something; every kind of space as a plain one."""
    for character in text:
        category = unicodedata.category(character)
        if category in _SPACES or character in _CONTROL_SPACES:
            yield " "
        elif category not in _GONE and character not in _INVISIBLE:
            yield character


def _few_marks(text: Iterator[str] | str) -> Iterator[str]:
    """The text with at most `MARKS` marks on a letter, and none that has no letter."""
    room = 0
    for character in text:
        if not unicodedata.category(character).startswith("M"):
            room = MARKS if character != " " else 0
            yield character
        elif room:
            room -= 1
            yield character


def _at_most(text: str, size: int) -> str:
    return text.encode()[:size].decode(errors="ignore").rstrip()
