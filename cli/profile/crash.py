"""A fault of the program itself: shown as one sentence, and saved with its traceback in the file of bug reports."""

from __future__ import annotations

import os
import traceback
from datetime import UTC, datetime
from pathlib import Path

from p2pgame.p2p.store.ownership import make_folder

from ..system.exits import Failed
from ..words.paths import display_path
from .bug_report import MOST_BYTES, NAME
from .person import home

CRASHED = "p2pgame has crashed"
"""How the sentence about a crash begins."""

_KEPT = "Logs and saved games are complete up to the last step."


def describe_crash(error: BaseException) -> Failed:
    """The refusal for an unexpected error. Its stack goes to the profile's folder, if possible."""
    what = f"{type(error).__name__}: {error}" if str(error) else type(error).__name__
    try:
        path = home().folder / NAME
        make_folder(path.parent)
        _add(path, "".join(traceback.format_exception(error)))
    except (OSError, Failed):
        return Failed(f"{CRASHED} ({what}). {_KEPT}")
    return Failed(f"{CRASHED} ({what}): please report it, with {display_path(path)}. {_KEPT}")


def _add(path: Path, report: str) -> None:
    """Add a report to the file while it is short.

    Raises:
        OSError: it cannot be written.
    """
    descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_APPEND | getattr(os, "O_NOFOLLOW", 0), 0o600)
    with os.fdopen(descriptor, "ab") as file:
        if file.tell() < MOST_BYTES:
            moment = datetime.now(UTC).astimezone()
            file.write(f"{moment:%Y-%m-%d %H:%M:%S} the program has failed\n{report}".encode(errors="replace"))
