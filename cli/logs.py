"""Logs as arguments of commands."""

from __future__ import annotations

from pathlib import Path

from .exits import Misused

LOG_BYTES = 1 << 26
"""64 MiB: a hundred times the longest log that a table can write. A larger file is something else."""


def read_log(path: Path) -> bytes:
    """The bytes of a file that should be a log.

    Raises:
        Misused: it cannot be read, or is too large to be one.
    """
    try:
        with path.open("rb") as file:
            data = file.read(LOG_BYTES + 1)
    except OSError as error:
        raise Misused(f"{path} cannot be read: {error.strerror}.") from error
    if len(data) > LOG_BYTES:
        raise Misused(f"{path} is larger than any log can be.")
    return data
