"""Where line mode's lines go while the screen shows the same in its own way."""

from __future__ import annotations

import io

from ...output import Output


def nowhere() -> Output:
    """An output that nobody reads."""
    return Output(io.StringIO(), screen=False, colour=False, wraps=False)
