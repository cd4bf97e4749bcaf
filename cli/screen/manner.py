"""The style of narration on screens, by the person's settings."""

from __future__ import annotations

from dataclasses import replace

from ..profile.person import settings
from ..table.narration import SCREEN, Manner


def manner() -> Manner:
    """The style on screens; with the notation of moves if the settings want it."""
    return replace(SCREEN, notation=settings().notation)
