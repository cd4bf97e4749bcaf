"""Objects of other packages: their code runs on import, and may do anything."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

LONGEST = 200
"""Letters of an error that are shown; a package may put any text into one."""


class BrokenEntryPoint(Exception):
    """An object that cannot be imported; the text says why."""


def object_of(point: EntryPoint) -> object:
    """The object that an entry point names.

    Raises:
        BrokenEntryPoint: the import fails, or would end the program.
    """
    try:
        return point.load()
    except (Exception, SystemExit) as error:
        words = " ".join(str(error).split())
        raise BrokenEntryPoint(f"{type(error).__name__}: {words[:LONGEST]}") from error


def package_of(point: EntryPoint) -> str:
    """The name of the package that brings it."""
    return point.dist.name if point.dist else point.module
