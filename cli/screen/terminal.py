"""The terminal of the full screen. Its loss is noticed, and ends nothing."""

from __future__ import annotations

import select
import sys
from typing import Any, cast

from textual.drivers.linux_driver import LinuxDriver


class Terminal(LinuxDriver):
    """Textual's terminal, with one difference: if the terminal is gone, output is lost without an error or a wait.

    Textual's own writer would end with an error, and the next drawing would wait for it for ever.
    """

    def __init__(self, *arguments: Any, **named: Any) -> None:
        super().__init__(*arguments, **named)
        self._file = cast("Any", _Borne(self._file))


class _Borne:
    """A file that accepts everything, whether or not it can be written."""

    def __init__(self, file: Any) -> None:
        self._inner = file

    def write(self, text: str) -> int:
        """Write if possible."""
        try:
            written: int = self._inner.write(text)
        except (OSError, ValueError):
            return len(text)
        return written

    def flush(self) -> None:
        """Flush if possible."""
        try:
            self._inner.flush()
        except (OSError, ValueError):
            return

    def __getattr__(self, name: str) -> Any:
        return getattr(self._inner, name)


def is_gone() -> bool:
    """Whether the terminal at standard input has been closed: a signal says so, but some programs ignore that one."""
    poll = select.poll()
    poll.register(sys.__stdin__ or 0, 0)  # a hang-up is reported with any mask
    return any(events & select.POLLHUP for _, events in poll.poll(0))
