"""Keys as data: what they are called, and the line at the foot of a screen that tells them."""

from __future__ import annotations

from collections.abc import Mapping

from rich.text import Text
from textual import events

from .drawing import style


def name_of(event: events.Key) -> str:
    """How tables of keys call a key: the character it makes, else its name."""
    if event.character is not None and event.is_printable and event.character != " ":
        return event.character
    return event.key


def foot(keys: Mapping[str, str]) -> Text:
    """Keys and what they do, on one line."""
    return Text("  ").join(
        Text.assemble((key, style("strong")), (f" {label}", style("faint"))) for key, label in keys.items()
    )
