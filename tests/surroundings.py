"""The environment that tests inherit from the shell: nothing that changes the program's output or its files.

A developer at another terminal, in another language or with an own profile gets the same results.
"""

from __future__ import annotations

import os
import stat
import tempfile
from collections.abc import Callable

_OURS = "P2PGAME_"
_SHOWN_BY = ("NO_COLOR", "FORCE_COLOR", "COLUMNS", "LINES", "TERM", "COLORTERM", "TERM_PROGRAM", "PAGER", "TZ")
_TEXTUAL = "TEXTUAL"
_PLAIN = {"PYTHONUTF8": "1", "LC_ALL": "C", "OPENBLAS_NUM_THREADS": "1"}
"""Programs that tests start write UTF-8 in every locale; those that try another encoding name it themselves. Bots that
tests ask keep to one core, as in the program."""


def settle() -> tempfile.TemporaryDirectory[str]:
    """Take out of the environment what people set for themselves, and give p2pgame an empty home.

    The caller removes the home at the end.
    """
    for name in list(os.environ):
        if name.startswith((_OURS, _TEXTUAL)) or name in _SHOWN_BY:
            del os.environ[name]
    home = tempfile.TemporaryDirectory(prefix="p2pgame-tests-")
    os.environ |= _PLAIN | {f"{_OURS}HOME": home.name}
    return home


def sync_device(sync: Callable[[int], None], file: int) -> None:
    """Sync a device, but do not wait for the disk to have a file or a folder: disks are slow, and no test cuts the
    power of the whole machine. In place of `os.fsync` and `os.fdatasync`."""
    kind = os.fstat(file).st_mode
    if not stat.S_ISREG(kind) and not stat.S_ISDIR(kind):
        sync(file)
