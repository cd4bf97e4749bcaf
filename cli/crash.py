"""A fault of the program itself: told in a sentence, and kept whole in a file for whoever mends it."""

from __future__ import annotations

import traceback

from p2pgame.p2p.store import atomic_write, ownership

from .exits import Failed
from .paths import path_told
from .person import home

_KEPT = "Logs and saved games are whole up to the last step."


def crashed(error: BaseException) -> Failed:
    """What is said of an error that nobody expected; its stack is kept in the profile's folder if that can be."""
    what = f"{type(error).__name__}: {error}" if str(error) else type(error).__name__
    try:
        path = home().folder / "crash.txt"
        ownership.make_folder(path.parent)
        atomic_write.replace(path, "".join(traceback.format_exception(error)).encode(errors="replace"))
    except (OSError, Failed):
        return Failed(f"The program has failed ({what}). {_KEPT}")
    return Failed(f"The program has failed ({what}): please report it, with {path_told(path)}. {_KEPT}")
