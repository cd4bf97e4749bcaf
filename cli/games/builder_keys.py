"""The keys that a move builder may use: no choice beside it gets one of them."""

from __future__ import annotations

BUILDER_KEYS = frozenset("wasdrRzxfmpn123,.<>")
"""Letters, digits and signs; arrows, Tab and Backspace are no choice's key anyway."""
