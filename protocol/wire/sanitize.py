"""Other people's names and chat, made safe for a terminal. Pure and repeatable: clean text stays as it is.

Removed: control and escape bytes, direction overrides, zero-width and other invisible characters, private and
unassigned ones, heaps of accents. Kept: every script, each accent that a language stacks, emoji without joiners. Only
displayed text is cleaned; signed and hashed text stays as it was sent (`spec/identity-and-link.md`).
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator

from .limits import REFUSAL_BYTES, SOFTWARE_BYTES

NAME_CHARACTERS = 24
"""Characters of a name: readable at a glance, with room beside it on a line of 80 columns."""
NAME_BYTES = 96
"""Bytes of a name in UTF-8: 24 characters of the widest kind."""
CHAT_CHARACTERS = 400
"""Characters of one line of chat: five lines of a terminal."""
CHAT_BYTES = 1200
"""Bytes of one line of chat in UTF-8: 400 characters of any script of the basic plane."""
MARKS = 3
"""Combining marks on one letter: as many as Vietnamese and pointed Hebrew stack, and no tower over other lines."""

_INVISIBLE = frozenset("\u034f\u115f\u1160\u17b4\u17b5\u180b\u180c\u180d\u180f\u2800\u3164\uffa0\U0001d159")
"""Letters and marks that draw nothing, though their category says otherwise (Default_Ignorable, and blank Braille)."""
_GONE = frozenset({"Cc", "Cf", "Cs", "Co", "Cn"})
_SPACES = frozenset({"Zs", "Zl", "Zp"})
_CONTROL_SPACES = "\t\n\v\f\r\x85"
"""Controls between words: they become spaces, so that the words stay apart."""


def clean_name(text: str) -> str:
    """A name fit to show: one line of at most 24 characters; empty if nothing is left of it."""
    return _clean(text, NAME_CHARACTERS, NAME_BYTES)


def clean_chat(text: str) -> str:
    """A line of chat fit to show: one line of at most 400 characters; empty if nothing is left of it."""
    return _clean(text, CHAT_CHARACTERS, CHAT_BYTES)


def clean_software(text: str) -> str:
    """The name and version of a peer's program, fit to show."""
    return _clean(text, SOFTWARE_BYTES, SOFTWARE_BYTES)


def clean_refusal(text: str) -> str:
    """The sentence with which a peer hangs up, fit to show; or ours, fit to send."""
    return _clean(text, REFUSAL_BYTES, REFUSAL_BYTES)


def _clean(text: str, characters: int, size: int) -> str:
    safe = "".join(_few_marks(_visible(text)))
    composed = unicodedata.normalize("NFC", safe)
    # Composing takes some characters apart for good, which may bring back marks.
    limited = "".join(_few_marks(composed))[:characters]
    return _at_most(" ".join(limited.split()), size)


def _visible(text: str) -> Iterator[str]:
    """The visible characters; every kind of space as a plain one."""
    for character in text:
        category = unicodedata.category(character)
        if category in _SPACES or character in _CONTROL_SPACES:
            yield " "
        elif category not in _GONE and character not in _INVISIBLE:
            yield character


def _few_marks(text: Iterator[str] | str) -> Iterator[str]:
    """The text with at most `MARKS` marks on a letter, and no mark without a letter."""
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
