"""Words of moves as buttons: their labels and inks."""

from __future__ import annotations

from p2pgame.engine.picture import Picture

from ..games import presentation_of
from ..games.palette import INKS
from ..games.phrases import Names
from .pending_move import PendingMove


def label_words(move: PendingMove, picture: Picture, names: Names) -> list[tuple[str, str, str]]:
    """(word, label, ink) for each word that may come next."""
    seat = move.seat
    if seat is None:
        return []
    presentation = presentation_of(move.game)

    def label(word: str) -> str:
        so_far = (*move.typed, word)
        said = presentation.buttons.get(" ".join(so_far)) or presentation.phrases.label(move.state, seat, so_far, names)
        return said or word

    return [(word, label(word), _ink(picture, word)) for word in move.following]


def _ink(picture: Picture, word: str) -> str:
    known = word if word in INKS else word.rstrip("123456789#")
    if known in INKS:
        return known
    return next((chip.ink for shelf in picture.shelves for chip in shelf.chips if chip.word == word), "open")
