"""Moves as people type them: case and spaces are forgiven, and the game's own words respell the rest."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from typing import Any

from p2pgame.engine.errors import IllegalMove, NotAMove

from ..games import presentation_of
from .view import View

_LOOKED_AT = 20_000
"""Legal moves that are compared with the typed text, if no respelling makes it a move."""


def read_move(view: View, seat: int, text: str) -> Any:
    """The seat's legal move of that text; the seat must be asked.

    Raises:
        NotAMove: it does not look like a move of the game.
        IllegalMove: it is a move, but not allowed here; with the rule.
    """
    moves = list(_parsed(view, text)) or list(_alike(view, text))
    if not moves:
        raise NotAMove(text)
    refusals: list[IllegalMove] = []
    for move in moves:
        try:
            view.game.check(view.state, seat, move)
        except IllegalMove as refusal:
            refusals.append(refusal)
        else:
            return move
    raise refusals[0]


def is_move(view: View, text: str) -> bool:
    """Whether the text is a move of the game, legal or not."""
    return next(_parsed(view, text), None) is not None


def normalize(text: str) -> str:
    """The spelling without case and spaces."""
    return "".join(text.split()).casefold()


def _parsed(view: View, text: str) -> Iterator[Any]:
    """The moves that the text spells, as typed or respelled."""
    tidy = " ".join(text.split())
    for spelling in dict.fromkeys((tidy, presentation_of(view.game).phrases.respell(tidy), tidy.lower())):
        try:
            yield view.game.parse(spelling)
        except NotAMove:
            continue


def _alike(view: View, text: str) -> Iterator[Any]:
    """The legal moves whose spelling differs in case and spaces only; no game has two that are alike."""
    wanted = normalize(text)
    for move in islice(view.legal(), _LOOKED_AT):
        if normalize(view.game.format(move)) == wanted:
            yield move
