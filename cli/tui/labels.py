"""Words of moves as buttons: what they are called, and in which ink."""

from __future__ import annotations

from collections.abc import Mapping

from ..pictures.inks import INKS
from ..pictures.picture import Picture
from ..words import words_of
from ..words.words import Names, named
from .hand import Hand

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
    "take": "take ...",
    "end": "end the turn",
}
"""Words of moves so far to what the button says, where the word alone does not say it."""


def labelled(hand: Hand, picture: Picture, names: Names) -> list[tuple[str, str, str]]:
    """(word, label, ink) for each word that may come next."""
    seat = hand.seat
    if seat is None:
        return []
    words, position = words_of(hand.game), hand.game.position(hand.state)

    def label(word: str) -> str:
        so_far = (*hand.typed, word)
        said = _SAID.get(" ".join(so_far)) or words.label(position, seat, so_far)
        return named(said, names) if said else word

    return [(word, label(word), _ink(picture, word)) for word in hand.following]


def _ink(picture: Picture, word: str) -> str:
    known = word if word in INKS else word.rstrip("123456789#")
    if known in INKS:
        return known
    return next((chip.ink for shelf in picture.shelves for chip in shelf.chips if chip.word == word), "open")
