"""Refusals that name their clause of `spec/games/tentricks.md`."""

from __future__ import annotations

from ...errors import IllegalMove


def illegal(reason: str, clause: str) -> IllegalMove:
    """The refusal of a move for that clause."""
    return IllegalMove(reason, f"tentricks {clause}")
