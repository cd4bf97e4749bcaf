"""Hints: the move of the hard bot, with its reason."""

from __future__ import annotations

from functools import cache

from ..games import presentation_of
from ..games.reasons import reason
from ..thinking.apart import Apart
from ..words.addressing import addressed
from .view import View

LEVEL = "hard"


def hint_for(view: View) -> str | None:
    """The hard bot's move; None if the seat is not asked. Takes up to a second."""
    if view.asked is None:
        return None
    return view.game.format(_bot().choose(view.game, view.state, view.asked, view.rng))


def describe_hint(view: View, spelled: str) -> str:
    """A hint as a sentence: the move in words and in notation, and the reason."""
    if view.asked is None:
        return ""
    names = addressed(view.names, view.asked)
    words = presentation_of(view.game).phrases.describe(view.state, view.asked, spelled, names)
    why = reason(view.game, view.state, view.asked, view.game.parse(spelled), view.names)
    move = f"`{spelled}`" if words == spelled else f"{words} (`{spelled}`)"
    return f"The {LEVEL} bot would play: {move}.{f' It {why}.' if why else ''}"


@cache
def _bot() -> Apart:
    """One bot for all hints of the program, so that only the first hint waits for a process."""
    return Apart(LEVEL)
