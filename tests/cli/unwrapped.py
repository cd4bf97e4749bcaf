"""The text of a screen or of a command's output, with broken lines joined."""

from __future__ import annotations

_SIDE = "│"
"""The sides of a box on each line."""


def unwrapped(text: str) -> str:
    """The text as one line, with one space for each run of spaces, sides of boxes and ends of lines.

    A sentence is found in it beside a path of any length, and on a screen of any width.
    """
    return " ".join(text.replace(_SIDE, " ").split())
