"""A finding, and the advice about it."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum


class Level(StrEnum):
    """The weight of a finding."""

    OK = "ok"
    NOTE = "note"
    """It may matter; a person has to judge."""
    BAD = "bad"
    """It prevents something from working."""


@dataclass(frozen=True, slots=True)
class Finding:
    """The result of one check."""

    subject: str
    level: Level
    found: str
    """The finding, as a sentence."""
    advice: str = ""
    """Advice in a sentence; empty if nothing needs to be done."""


def ok(subject: str, found: str) -> Finding:
    """A finding that all is well."""
    return Finding(subject, Level.OK, found)


def note(subject: str, found: str, advice: str = "") -> Finding:
    """A finding that may matter."""
    return Finding(subject, Level.NOTE, found, advice)


def bad(subject: str, found: str, advice: str) -> Finding:
    """A finding that something does not work."""
    return Finding(subject, Level.BAD, found, advice)
