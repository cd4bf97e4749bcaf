"""The text of a screen or of a command's output, with broken lines joined."""

from __future__ import annotations

_SIDE = "│"
"""The sides of a box on each line."""


def unwrapped(text: str) -> str:
    """The text as one line, with one space for each run of spaces, sides of boxes and ends of lines.

    A sentence is found in it however long the path beside it is, and however wide the screen.
    """
    return " ".join(text.replace(_SIDE, " ").split())
