"""Keys reserved for a move builder: no choice beside it gets one of them."""

from __future__ import annotations

BUILDER_KEYS = frozenset("wasdrRzxfmpn123,.<>")
"""Letters, digits and signs; arrows, Tab and Backspace are never a choice's key."""
