"""Why a move is good, in words of its game: what a hint and an analysis say beside it.

Each game has a module `reasons` in its folder, with `reasons(state, seat, move, names)`: verbs that go on from "it",
the weightiest first; none where there is nothing to say. They tell the effect of the move by the rules, whether a
person or a bot thought of it.
"""

from __future__ import annotations

from collections.abc import Sequence
from importlib import import_module
from typing import Any

from p2pgame.engine.game import AnyGame

from ..words.grammar import and_list
from . import folder_of

_MOST = 3
"""More reasons than that are no help."""


def reason(game: AnyGame, state: Any, seat: int, move: Any, names: Sequence[str]) -> str:
    """Such as `completes row 4 and leaves no hole`; empty if there is nothing to say, or the game is not from here."""
    folder = folder_of(game)
    if folder is None:
        return ""
    found: list[str] = import_module(f"{folder}.reasons").reasons(state, seat, move, names)
    return and_list(found[:_MOST]) if found else ""
