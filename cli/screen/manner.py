"""How a screen tells a table, by the person's settings."""

from __future__ import annotations

from dataclasses import replace

from ..profile.person import settings
from ..table.narration import SCREEN, Manner


def manner() -> Manner:
    """As of screens; with the notation of moves if the person wants it."""
    return replace(SCREEN, notation=settings().notation)
