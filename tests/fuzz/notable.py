"""Counts of a run beside results: events that show whether a game's sizes play well."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any


def _in_ten(before: Any, after: Any) -> str | None:
    """A turn that takes its reward, or that busts (ten 4, 5.3): of a seat, or of JEN."""
    if before.phase not in ("draw", "choose") or before.active is None or not before.row:
        return None
    active = before.active
    who = "jen's " if before.jen_is_active else ""
    if after.phase == "bust" or after.players[active].bust > before.players[active].bust:
        return f"{who}busts"
    return f"{who}rewards" if not after.row else None


def _in_tetris(before: Any, after: Any) -> str | None:
    """A seat that can place its piece no more."""
    return "outs" if sum(t.out for t in after.towers) > sum(t.out for t in before.towers) else None


NOTABLE: dict[str, Callable[[Any, Any], str | None]] = {"ten": _in_ten, "tetris": _in_tetris}
"""The event between two states, by the id of the game; None for nothing worth counting."""
