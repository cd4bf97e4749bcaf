"""The games of this repository, in an explicit table: an import registers nothing."""

from __future__ import annotations

from collections.abc import Mapping
from importlib import import_module

from ..game import AnyGame

GAMES: Mapping[str, str] = {
    "tentricks": "tentricks",
    "tink": "tink",
    "ten": "ten",
    "te-trix": "te_trix",
    "tetris": "tetris",
}
"""Game id to the name of its folder here. A game's rules are imported when it is first asked for."""


def load(game_id: str) -> AnyGame:
    """The game of that id.

    Raises:
        KeyError: there is no such game.
    """
    game: AnyGame = import_module(f".{GAMES[game_id]}.game", __name__).GAME
    return game
