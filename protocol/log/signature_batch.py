"""Signatures that are checked many at a time.

A check of one signature takes longer after other work, because that has taken its place in the processor's caches.
Verification of a log is a tenth faster if it checks signatures together.
"""

from __future__ import annotations

from ..table.signing import Place, Statement, check_signature

SIZE = 512
"""Signatures that wait at the most: with their statements some 300 KiB."""


class SignatureBatch:
    """Takes signatures, and checks them when there are enough of them or at the end."""

    def __init__(self) -> None:
        self._waiting: list[tuple[bytes, Place, Statement]] = []
        self._size = SIZE

    def add(self, public: bytes, place: Place, statement: Statement) -> None:
        """Take a signature; the arguments are those of `check_signature`. After `finish` it is checked at once.

        Raises:
            RemoteError: this signature or an earlier one is not by its key.
        """
        self._waiting.append((public, place, statement))
        if len(self._waiting) >= self._size:
            self._check()

    def finish(self) -> None:
        """Check the rest.

        Raises:
            RemoteError: a signature is not by its key.
        """
        self._size = 1
        self._check()

    def _check(self) -> None:
        waiting, self._waiting = self._waiting, []
        for public, place, statement in waiting:
            check_signature(public, place, statement)
