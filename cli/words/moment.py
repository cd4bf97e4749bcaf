"""Moments in a form for people."""

from __future__ import annotations

from datetime import datetime
from pathlib import Path


def format_moment(seconds: float) -> str:
    """The local time of a moment, in seconds of the epoch, such as `2026-11-28 20:15`.

    Empty for a moment in a year that no calendar has: a disk may report any time.
    """
    try:
        return f"{datetime.fromtimestamp(seconds).astimezone():%Y-%m-%d %H:%M}"
    except (OverflowError, ValueError, OSError):
        return ""


def day_of(file: Path) -> str:
    """The local day on which a file was last written to, such as `2026-11-28`; empty if it is unknown."""
    try:
        return format_moment(file.stat().st_mtime).partition(" ")[0]
    except OSError:
        return ""
