"""Keys of a table's screen that mean the same whatever is being played."""

from __future__ import annotations

from collections.abc import Mapping

ACTIONS: Mapping[str, str] = {
    "enter": "enter",
    "escape": "step_back",
    ":": "type_line",
    "/": "type_line",
    "?": "help",
    "q": "leave",
    "l": "show_whole_log",
    "v": "show_trust",
    "b": "show_rules",
    "e": "show_end",
    "i": "hint",
    "t": "talk",
    "ctrl+z": "undo",
}
"""Key to the method that it calls, whatever is being played."""

END_KEY = "e"
"""Means the score sheet once there is one; before, it is a letter like others."""

CURSOR_KEYS: Mapping[str, int] = {"left": -1, "up": -1, "right": 1, "down": 1, "tab": 1, "shift+tab": -1}
