"""Looking games up by their ids, for the protocol, which knows none of them."""

from __future__ import annotations

from p2pgame.engine.game import AnyGame
from p2pgame.engine.games import GAMES, load


def find_game(game_id: str) -> AnyGame | None:
    """The game of that id; None when this program does not know it."""
    return load(game_id) if game_id in GAMES else None
