"""For each game, the ids of its moves and the numbers of a state; general ones for a game from elsewhere."""

from __future__ import annotations

from functools import cache
from importlib import import_module
from typing import Any, Protocol

from ...game import AnyGame
from ...games import GAMES
from .actions import Coding
from .general import General


class Features(Protocol):
    """A seat's view of a table, in numbers."""

    def __call__(self, state: Any, seat: int) -> list[int]:
        """The same number of values for each state of a table of so many seats; the observing seat comes first."""


class CodedGame(Protocol):
    """The coding of one game."""

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
