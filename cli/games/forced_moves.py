"""Forced moves, which the program makes for the person."""

from __future__ import annotations

from itertools import islice
from typing import Any

from p2pgame.engine.game import AnyGame

from . import presentation_of


def no_choice(game: AnyGame, state: Any, seat: int) -> Any | None:
    """The only legal move of an asked seat, if it is one of those that are made automatically; otherwise None."""
    moves = list(islice(game.legal(state, seat), 2))
    if len(moves) == 1 and game.format(moves[0]).split(" ")[0] in presentation_of(game).phrases.forced:
        return moves[0]
    return None
