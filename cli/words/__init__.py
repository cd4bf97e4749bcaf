"""Each game in words: what a seat is asked, what a draw means, why a game ended, and what people type for its moves.

Nothing is decided here. The sentences are made from a position (`Game.position`), for any screen that wants them.
What a reader may type stands in `backquotes`. A game without words of its own gets general ones.
"""

from __future__ import annotations

from collections.abc import Mapping
from importlib import import_module

from p2pgame.engine.game import AnyGame

from .words import Words

_MODULES: Mapping[str, str] = {
    "tentricks": "tentricks",
    "tink": "tink",
    "ten": "ten",
    "te-trix": "te_trix",
    "tetris": "tetris",
}
"""Game id to the module here that has its words."""


def words_of(game: AnyGame) -> Words:
    """The words of a game."""
    if game.id not in _MODULES:
        return Words()
    words: Words = import_module(f".{_MODULES[game.id]}", __name__).WORDS
    return words
