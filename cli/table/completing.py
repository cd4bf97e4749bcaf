"""Completions for Tab: the legal moves and the commands that continue the typed text."""

from __future__ import annotations

from itertools import chain, islice

from .answer import COMMANDS
from .spelling import normalize
from .view import View

OFFERED = 100
_LOOKED_AT = 2_000
"""Legal moves that are compared; Tab has to answer at once."""


def completions(view: View, typed: str) -> list[str]:
    """At most OFFERED lines with that beginning, case and spaces aside: moves in their order, then commands."""
    beginning = normalize(typed)
    moves = map(view.game.format, islice(view.legal(), _LOOKED_AT))
    commands = (name for name in COMMANDS if name not in view.refused)
    own = (words.split()[0] for words in view.more)
    fitting = (each for each in chain(moves, commands, own) if normalize(each).startswith(beginning))
    return list(islice(fitting, OFFERED))
