"""Files that are written at once: whole or not at all, and a sentence if that fails.

All of `cli` writes so: saved games, settings, places in lessons, exports. Logs, results of the arena and bug reports
grow line by line, and have writers of their own.
"""

from __future__ import annotations

from pathlib import Path

from p2pgame.p2p.store import atomic_write, ownership, small_file

from ..words.paths import display_path
from .exits import Failed

_PRIVATE, _SHARED = 0o600, 0o644


def unwritten(path: Path, error: OSError | ValueError, what: str = "") -> Failed:
    """The failure to write a file, which has `what`, such as `The game`, if that is not plain from its name."""
    where = display_path(path)
    subject = f"{what} cannot be saved in {where}" if what else f"{where} cannot be written"
    return Failed(f"{subject}: {small_file.reason(error)}.")


def write_shared(path: Path, data: bytes, what: str = "") -> None:
    """Replace a file that others may read.

    Raises:
        Failed: it cannot be written; `what` as in `unwritten`.
    """
    _write(path, data, what, _SHARED)


def write_private(path: Path, data: bytes, what: str = "") -> None:
    """Replace a file of the profile, whose folder is made if it is missing. Both are the person's alone.

    Raises:
        Failed: it cannot be written; `what` as in `unwritten`.
    """
    try:
        ownership.make_folder(path.parent)
    except OSError as error:
        raise unwritten(path, error, what) from error
    _write(path, data, what, _PRIVATE)


def _write(path: Path, data: bytes, what: str, mode: int) -> None:
    try:
        atomic_write.replace(path, data, mode)
    except (OSError, ValueError) as error:
        raise unwritten(path, error, what) from error
