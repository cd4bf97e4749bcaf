"""Keys as data: their names, and the footer of a screen that shows them."""

from __future__ import annotations

from collections.abc import Mapping

from rich.text import Text
from textual import events

from ..profile.person import settings
from .drawing import style

_HJKL: Mapping[str, str] = {"h": "left", "j": "down", "k": "up", "l": "right", "L": "l"}
"""The keys that letters stand for, with `hjkl` in the settings. The log, otherwise on `l`, is on `L`."""

_WASD: Mapping[str, str] = {"a": "left", "s": "down", "w": "up", "d": "right"}
"""The keys that letters stand for without `hjkl`, while something is placed."""

LETTERS = frozenset(_HJKL) - {"L"}


def name_of(event: events.Key, moves: bool = True) -> str:
    """The name of a key in tables of keys: its character, or its name.

    With `moves`, letters that move have the names of arrows, by the person's settings.
    """
    if event.character is not None and event.is_printable and event.character != " ":
        return meaning(event.character) if moves else event.character
    return event.key


def meaning(character: str) -> str:
    """The key for a character, by the person's settings."""
    return _HJKL.get(character, character) if settings().keys == "hjkl" else character


def placing(key: str) -> str:
    """The meaning of a key where something is placed: letters that move by the person's settings are arrows there."""
    return key if settings().keys == "hjkl" else _WASD.get(key, key)


def moving() -> frozenset[str]:
    """The letters that move a piece by the settings, in addition to those of every move builder. No choice gets one of
    them."""
    return LETTERS if settings().keys == "hjkl" else frozenset()


def shown(key: str) -> str:
    """The name of a key on the screen."""
    return "L" if key == "l" and settings().keys == "hjkl" else key


_KEPT = frozenset({"?", "q", "esc", "esc q", "enter"})
"""The keys that a footer shows before all others: the main action, the way out, and the help."""

_GAP = "  "

_HELP, _MORE = "?", "more"
"""The key of the help, and its effect where a footer has no room for every key: the help lists them."""


def foot(keys: Mapping[str, str], width: int) -> Text:
    """Keys with their effects, on one line of that many characters.

    If the line is too short, the important keys stay, and the key of the help says that there are more.
    """
    labels = {key: _labelled(key, label) for key, label in keys.items()}
    kept = _kept(labels, width)
    if len(kept) < len(labels) and _HELP in labels:
        labels[_HELP] = _labelled(_HELP, _MORE)
        kept = _kept(labels, width)
    return Text(_GAP).join(text for key, text in labels.items() if key in kept)


def _kept(labels: Mapping[str, Text], width: int) -> set[str]:
    """The keys for which there is room."""
    room, kept = width + len(_GAP), set()
    for key in sorted(labels, key=lambda each: each not in _KEPT):
        needed = labels[key].cell_len + len(_GAP)
        if needed <= room:
            room -= needed
            kept.add(key)
    return kept


def _labelled(key: str, label: str) -> Text:
    return Text.assemble((shown(key), style("strong")), (f" {label}", style("faint")))
