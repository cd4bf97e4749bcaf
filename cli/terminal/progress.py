"""A progress bar on standard error."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Sequence
from typing import TypeVar

from .output import Output

T = TypeVar("T")


def with_progress(things: Sequence[T], plain: bool) -> Iterable[T]:
    """The things, with a bar that counts them; without one if nobody sees it."""
    if not Output.of(plain, sys.stderr).screen:
        return things
    from rich import console, progress  # noqa: PLC0415 - heavy, and not needed without a screen

    stderr = console.Console(stderr=True)
    return progress.track(things, "Thinking", console=stderr, transient=True)
