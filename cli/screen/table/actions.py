"""Keys of a table's screen with the same meaning in every game."""

from __future__ import annotations

from collections.abc import Mapping

ACTIONS = frozenset({"enter", "escape", ":", "/", "?", "q", "l", "v", "b", "e", "i", "t", "ctrl+z"})
"""Keys that no choice gets; the screen defines their effects."""

END_KEY = "e"
"""Means the score sheet once there is one; before, it is a letter like others."""

CURSOR_KEYS: Mapping[str, int] = {"left": -1, "up": -1, "right": 1, "down": 1, "tab": 1, "shift+tab": -1}
