"""The reasons for a move, in words of its game, for hints and analyses."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from p2pgame.engine.game import AnyGame

from ..words.grammar import and_list
from . import presentation_of

_MOST = 3
"""The number of reasons shown, at most: more do not help."""


def reason(game: AnyGame, state: Any, seat: int, move: Any, names: Sequence[str]) -> str:
    """Such as `completes row 4 and leaves no hole`; empty if there is nothing to say."""
    found = presentation_of(game).reasons(state, seat, move, names)
    return and_list(found[:_MOST]) if found else ""
