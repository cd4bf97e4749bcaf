"""The keys that some aim may use: no choice beside an aim gets one of them."""

from __future__ import annotations

AIM_KEYS = frozenset("wasdrRzxfmpn123,.<>")
"""Letters, digits and signs; arrows, Tab and Backspace are no choice's key anyway."""
