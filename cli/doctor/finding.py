"""A finding, and the advice about it."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum


class Level(StrEnum):
    """How bad it is."""

    OK = "ok"
    NOTE = "note"
    """It may matter; people have to judge."""
    BAD = "bad"
    """It keeps something from working."""


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing that was looked at."""

    subject: str
    level: Level
    found: str
    """A sentence."""
    advice: str = ""
    """Advice in a sentence; empty where nothing needs to be done."""


def ok(subject: str, found: str) -> Finding:
    """All is well."""
    return Finding(subject, Level.OK, found)


def note(subject: str, found: str, advice: str = "") -> Finding:
    """Worth knowing."""
    return Finding(subject, Level.NOTE, found, advice)


def bad(subject: str, found: str, advice: str) -> Finding:
    """Something does not work."""
    return Finding(subject, Level.BAD, found, advice)
