"""Parts that a game may have beside its rules: a module each in the folder of the game's class.

`search` is for bots that look ahead, `coding` for the adapters. The rules need none of them, so they are imported on
first use, and there is no list of them.
"""

from __future__ import annotations

from importlib import import_module
from importlib.util import find_spec
from typing import Any

from .game import AnyGame


def part_of(game: AnyGame, module: str, name: str) -> Any | None:
    """The object of that name in that module beside the game's; None without the module or the name."""
    folder = type(game).__module__.rpartition(".")[0]
    beside = f"{folder}.{module}"
    if not folder or find_spec(beside) is None:
        return None
    return getattr(import_module(beside), name, None)
