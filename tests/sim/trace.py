"""The events of a run, line by line: hashed, so that two runs can be compared, and shown on demand."""

from __future__ import annotations

from hashlib import sha256

from .clock import Clock


class Trace:
    """The lines of one run."""

    def __init__(self, clock: Clock, *, show: bool = False) -> None:
        self._clock = clock
        self._added = bytearray()
        """All lines, hashed together in the end: small pieces one by one take twice as long."""
        self._show = show
        self.lines = 0

    def add(self, what: str, data: bytes = b"") -> None:
        """Something happened now; `data` counts for the hash alone."""
        self.lines += 1
        self._added += f"{self._clock.now} {what} {len(data)}\n".encode()
        self._added += data
        if self._show:
            print(f"{self._clock.now / 1000:9.3f}  {what}")

    @property
    def digest(self) -> str:
        """The hash of all lines so far, in hex."""
        return sha256(self._added).hexdigest()
