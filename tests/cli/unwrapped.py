"""What a person reads on a screen or in a command's output, wherever its lines happen to be broken."""

from __future__ import annotations

_SIDE = "│"
"""What a box has on the left and on the right of each line."""


def unwrapped(text: str) -> str:
    """The text as one line, with one space for each run of spaces, sides of boxes and ends of lines.

    A sentence is found in it however long the path beside it is, and however wide the screen.
    """
    return " ".join(text.replace(_SIDE, " ").split())
