"""A file of the profile with reports of this program's faults, for its authors."""

from __future__ import annotations

import logging
from pathlib import Path

from p2pgame.p2p.link.containment import LOGGER

NAME = "bug-report.txt"

MOST_BYTES = 1 << 18
"""Bytes of the file: some hundred reports. A peer that causes one after the other cannot fill the disk."""


class _Report(logging.FileHandler):
    """Appends to a file while it is short; a failed write is ignored."""

    def emit(self, record: logging.LogRecord) -> None:
        """Write one report."""
        try:
            size = Path(self.baseFilename).stat().st_size
        except FileNotFoundError:
            size = 0
        except OSError:
            return
        if size < MOST_BYTES:
            super().emit(record)

    def handleError(self, record: logging.LogRecord) -> None:  # noqa: N802 - the base class's name
        """Ignore the error: a full disk must not print a traceback over the board."""


def report_bugs_to(folder: Path) -> None:
    """Report faults of this program in that folder from now on, and nowhere else."""
    for handler in list(LOGGER.handlers):
        LOGGER.removeHandler(handler)
        handler.close()
    handler = _Report(folder / NAME, encoding="utf-8", delay=True)
    handler.setFormatter(logging.Formatter("%(asctime)s %(message)s"))
    LOGGER.addHandler(handler)
    LOGGER.propagate = False
