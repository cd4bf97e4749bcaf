"""A replay written into a file with a name of its own: the export by one key."""

from __future__ import annotations

import os
from collections.abc import Callable
from itertools import count
from pathlib import Path

from ..system.exits import Failed
from ..system.whole_file import write_shared
from ..table.replay import ReplayTable
from ..words.moment import day_of
from .files import film_of, page_of, picture_of

KINDS = {"html": "page", "png": "picture", "gif": "film"}
"""Endings of the files that can be written, with their names in words."""


def export_beside(table: ReplayTable, log: Path, kind: str, progress: Callable[[int, int], None]) -> Path:
    """Write the replay: all of it as a page or a film, or the displayed step as a picture. Returns the new file. It is
    in the working folder, or beside the log if that folder cannot be written to. No file is replaced. `progress` is
    called while a film is made, with the numbers of finished and of all drawings. Raises: Failed: it cannot be written
    in either place.
    """
    if kind == "html":
        data = page_of(table.recording, table.frames, table.names, day_of(log))
    elif kind == "png":
        data = picture_of(table.game, table.frames[table.at], table.names)
    else:
        data = film_of(table.game, table.frames, table.names, progress)
    stem = f"{log.stem}-step-{table.step}" if kind == "png" else log.stem
    return _written(stem, kind, data, log.parent)


def _written(stem: str, kind: str, data: bytes, otherwise: Path) -> Path:
    for folder in (_working_folder() or otherwise, otherwise):
        path = _free(folder, stem, kind)
        try:
            write_shared(path, data)
        except Failed as error:
            problem = error
        else:
            return path
    raise problem


def _working_folder() -> Path | None:
    try:
        return Path(os.getcwd())
    except OSError:  # it has been removed
        return None


def _free(folder: Path, stem: str, kind: str) -> Path:
    """A free path in the folder."""
    names = (f"{stem}.{kind}" if number == 1 else f"{stem}-{number}.{kind}" for number in count(1))
    return next(path for name in names if not os.path.lexists(path := folder / name))
