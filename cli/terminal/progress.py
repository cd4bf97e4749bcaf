"""A bar on standard error that tells how far something has come."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Sequence
from typing import TypeVar

from .output import Output

T = TypeVar("T")


def with_progress(things: Sequence[T], plain: bool) -> Iterable[T]:
    """The things, a bar telling how many of them are done; without one where nobody sees it."""
    if not Output.of(plain, sys.stderr).screen:
        return things
    from rich import console, progress  # noqa: PLC0415 - heavy, and of no use where there is no screen

    stderr = console.Console(stderr=True)
    return progress.track(things, "Thinking", console=stderr, transient=True)
