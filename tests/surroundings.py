"""The environment that tests inherit from the shell: nothing that changes the program's output or its files.

A developer at another terminal, in another language or with an own profile gets the same results.
"""

from __future__ import annotations

import os
import tempfile

_OURS = "P2PGAME_"
_SHOWN_BY = ("NO_COLOR", "FORCE_COLOR", "COLUMNS", "LINES", "TERM", "COLORTERM", "TERM_PROGRAM", "PAGER", "TZ")
_TEXTUAL = "TEXTUAL"
_PLAIN = {"PYTHONUTF8": "1", "LC_ALL": "C"}
"""Programs that tests start write UTF-8 in every locale; those that try another encoding name it themselves."""


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
