"""Logs as arguments of commands."""

from __future__ import annotations

import os
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
            is_larger = os.fstat(file.fileno()).st_size > LOG_BYTES  # of a pipe it is 0
            data = b"" if is_larger else file.read(LOG_BYTES + 1)
    except OSError as error:
        raise Misused(f"{path} cannot be read: {error.strerror}.") from error
    if is_larger or len(data) > LOG_BYTES:
        raise Misused(f"{path} is larger than any log can be.")
    return data
