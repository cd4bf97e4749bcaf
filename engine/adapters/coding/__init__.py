"""For each game, the ids of its moves and the numbers that tell of a state; a game from elsewhere has general ones."""

from __future__ import annotations

from functools import cache
from importlib import import_module
from typing import Any, Protocol

from ...game import AnyGame
from ...games import GAMES
from .actions import Coding
from .general import General


class Features(Protocol):
    """What a seat sees of a table, in numbers."""

    def __call__(self, state: Any, seat: int) -> list[int]:
        """As many numbers for each state of a table of so many seats; the seat itself comes first of all."""


class CodedGame(Protocol):
    """How one game is coded."""

    @property
    def actions(self) -> Coding:
        """The ids of its moves."""

    @property
    def features(self) -> Features:
        """The numbers of a state."""


@cache
def coded(game: AnyGame) -> CodedGame:
    """The coding of a game."""
    if game.id not in GAMES:
        return General(game)
    found: CodedGame = import_module(f".{GAMES[game.id]}", __name__)
    return found
