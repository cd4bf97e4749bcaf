"""Whether two spellings are the same name, as a person sees it."""

from __future__ import annotations

import unicodedata

_QUOTES = str.maketrans(
    dict.fromkeys("\u2018\u2019\u02bc\u02b9\u2032`\u00b4", "'") | dict.fromkeys("\u201c\u201d", '"')
)
"""Quotation marks of phones and word processors, and those of a keyboard."""


def name_key(name: str) -> str:
    """Equal for names that look alike: small and capital letters, accents as one character or two, wide letters,
    different quotation marks, and different spaces are the same."""
    plain = unicodedata.normalize("NFKC", name).translate(_QUOTES).casefold()
    return " ".join(unicodedata.normalize("NFKC", plain).split())
