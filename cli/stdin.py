"""Standard input as text, whatever bytes come."""

from __future__ import annotations

import io
import sys
from typing import TextIO


def forgiving() -> TextIO:
    """Standard input; bytes that are no text become U+FFFD instead of an error."""
    if isinstance(sys.stdin, io.TextIOWrapper):
        sys.stdin.reconfigure(errors="replace")
    return sys.stdin
