"""Words of moves as buttons: what they are called, and in which ink."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from p2pgame.engine.game import AnyGame

from ..pictures.inks import INKS
from ..pictures.picture import Picture
from ..words import words_of

_SAID: Mapping[str, str] = {
    "take numbers": "take the numbers",
    "take coins": "take the coins",
    "pay coin": "a coin",
    "pay bust": "a bust token",
    "hold": "hold, once a game",
    "up": "upright",
    "down": "upside down",
    "token": "take the bust token",
    "standby": "place the standby piece",
    "reveal": "reveal a card",
    "use": "use a token ...",
    "buy": "buy ...",
    "bid": "bid ...",
    "end": "end the turn",
}
"""Words of moves so far to what the button says, where the word alone does not say it."""


def labelled(
    game: AnyGame, picture: Picture, typed: Sequence[str], following: Sequence[str]
) -> list[tuple[str, str, str]]:
    """(word, label, ink) for each word that may come next."""
    return [(word, _label(game, (*typed, word)), _ink(picture, word)) for word in following]


def _label(game: AnyGame, words: Sequence[str]) -> str:
    spelled = " ".join(words)
    gloss = words_of(game).gloss(spelled)
    named = f"{words[-1]} {gloss}" if gloss and len(words) == 2 else words[-1]
    return _SAID.get(spelled, named)


def _ink(picture: Picture, word: str) -> str:
    known = word if word in INKS else word.rstrip("123456789#")
    if known in INKS:
        return known
    return next((chip.ink for shelf in picture.shelves for chip in shelf.chips if chip.word == word), "open")
