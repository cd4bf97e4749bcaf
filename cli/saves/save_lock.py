"""The lock of a local game's file: only one window plays it, because another one would overwrite it.

`FILE.lock` is beside `FILE` meanwhile, because `FILE` itself is replaced with every step.
"""

from __future__ import annotations

import os
from contextlib import suppress
from pathlib import Path
from types import TracebackType
from typing import Self

from p2pgame.p2p.store import sidecar
from p2pgame.p2p.store.locks import lock

from ..system.exits import Misused
from ..words.paths import display_path


class SaveLock:
    """A file that no other window plays, until the block is left or the process ends."""

    def __init__(self, path: Path) -> None:
        """Lock it.

        Raises:
            Misused: another window has it.
        """
        self.path = path
        self._lock = path.parent / f"{path.name}.lock"
        self._descriptor = -1
        while not self._take():
            pass

    def _take(self) -> bool:
        """Lock the file; False if it was released meanwhile, and must be tried again.

        If no lock can be made, no game can be saved either, and the write says so.
        """
        try:
            descriptor = sidecar.open_file(self._lock, os.O_RDWR | os.O_CREAT)
        except (OSError, ValueError):
            return True
        if not lock(descriptor):
            os.close(descriptor)
            raise Misused(
                f"{display_path(self.path)} is open in another window. Continue there, or close it there first."
            )
        if not self._stands_there(descriptor):
            os.close(descriptor)
            return False
        self._descriptor = descriptor
        return True

    def _stands_there(self, descriptor: int) -> bool:
        """Whether the locked file is still the one at its path, not removed by its last holder."""
        try:
            return os.path.samestat(os.fstat(descriptor), os.stat(self._lock))
        except FileNotFoundError:
            return False

    def let_go(self) -> None:
        """Release the file."""
        if self._descriptor >= 0:
            sidecar.remove(self._lock)
            os.close(self._descriptor)
            self._descriptor = -1

    def renewed(self) -> Path:
        """The file for another game, after the one in it is over. If it cannot be removed, the next write says so."""
        with suppress(OSError):
            self.path.unlink(missing_ok=True)
        return self.path

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.let_go()
