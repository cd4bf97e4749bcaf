"""What tests inherit from the shell that starts pytest: nothing that changes what the program shows or where it looks.

Whoever sits at another terminal, speaks another language or plays p2pgame every evening gets the same results.
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
