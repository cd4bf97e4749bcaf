"""Hints: the move of the hard bot, with its reason."""

from __future__ import annotations

from functools import cache

from ..games.reasons import reason
from ..thinking.apart import Apart
from .score import describe_deed
from .view import View

LEVEL = "hard"


def hinted(view: View) -> str | None:
    """The hard bot's move; None if the seat is not asked. Takes up to a second."""
    if view.asked is None:
        return None
    return view.game.format(_bot().choose(view.game, view.state, view.asked, view.rng))


def idea_told(view: View, spelled: str) -> str:
    """A hint as a sentence: the move, its effect if the spelling does not show it, and the reason."""
    if view.asked is None:
        return ""
    does = describe_deed(view.game, view.state, view.asked, spelled, view.names)
    why = reason(view.game, view.state, view.asked, view.game.parse(spelled), view.names)
    deed, because = f" ({does})" if does else "", f": it {why}" if why else ""
    return f"The {LEVEL} bot would play `{spelled}`{deed}{because}."


@cache
def _bot() -> Apart:
    """One bot for all hints of the program, so that only the first has to wait for a process."""
    return Apart(LEVEL)
