"""Clauses of errors, made into sentences."""

from __future__ import annotations

import re

_WORD = re.compile(r"[a-z]+('[a-z]+)?[,:;]?")
"""A word in small letters; neither a file such as `evening.p2plog` nor an address."""


def sentence(clause: str) -> str:
    """The clause with a capital letter and a full stop, unless it is a question.

    A file name or an address at the beginning stays unchanged.
    """
    first, space, rest = clause.partition(" ")
    if _WORD.fullmatch(first):
        first = first[0].upper() + first[1:]
    return f"{first}{space}{rest}{'' if clause.endswith(('?', '.', '!')) else '.'}"
