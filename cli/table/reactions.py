"""Reactions: one word to the others, shown for a few seconds and kept nowhere.

A reaction travels as a line of chat such as `:clap`, so a program that does not know it shows that.
"""

from __future__ import annotations

from collections.abc import Mapping

SECONDS = 4.0
"""Seconds for which a reaction is shown."""

_VERBS: Mapping[str, tuple[str, str]] = {
    "clap": ("clap", "claps"),
    "laugh": ("laugh", "laughs"),
    "wow": ("say wow", "says wow"),
    "thanks": ("say thanks", "says thanks"),
    "sorry": ("are sorry", "is sorry"),
}
"""Words to the verb for oneself, and the verb for another."""

REACTIONS = tuple(_VERBS)

COMMANDS = {"clap": f"show a reaction for a few seconds; also {', '.join(REACTIONS[1:])}"} | dict.fromkeys(
    REACTIONS[1:], ""
)
"""The words as commands; only the first has a line of help."""


def spelled(word: str) -> str:
    """A reaction as it is sent."""
    return f":{word}"


def reaction_in(text: str) -> str | None:
    """The word of a reaction that was sent; None for other chat."""
    word = text.removeprefix(":")
    return word if text.startswith(":") and word in _VERBS else None


def by_me(word: str) -> str:
    """The reaction of the person at this screen, in words."""
    return f"You {_VERBS[word][0]}."


def by(name: str, word: str) -> str:
    """The reaction of another, in words."""
    return f"{name} {_VERBS[word][1]}."
