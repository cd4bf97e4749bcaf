"""Labels for several people: nobody can pass for somebody else."""

from __future__ import annotations

import unicodedata
from collections import Counter
from collections.abc import Sequence

_MISLEADING = "():<>"
"""Characters that could make a name look like another name with a fingerprint, or like a line of chat."""


def labels(people: Sequence[tuple[str, str]]) -> tuple[str, ...]:
    """A label for each person, given as a clean name and a short fingerprint; both are empty for nobody.

    The label has the fingerprint if names look equal, or if a name could pass for a label.
    """
    counted = Counter(_looks(name) for name, _ in people)

    def label(name: str, key: str) -> str:
        alone = counted[_looks(name)] == 1 and not any(letter in _MISLEADING for letter in name)
        return name if alone or not key else f"{name} ({key})"

    return tuple(label(name, key) for name, key in people)


def _looks(name: str) -> str:
    return unicodedata.normalize("NFKC", name).casefold()
