"""Players of the arena: our bots, and somebody else's programs."""

from __future__ import annotations

import random
from contextlib import AbstractContextManager
from typing import Any, Protocol, Self

from p2pgame.engine.bots import BOTS
from p2pgame.engine.game import AnyGame

from .program import COMMAND, Program


class Player(Protocol):
    """A player for one game."""

    def choose(self, game: AnyGame, state: Any, seat: int, rng: random.Random) -> Any:
        """A legal move for a seat that is asked.

        Raises:
            Fault: the player has no move to offer, and loses the game.
        """


class OwnBot(AbstractContextManager["OwnBot"]):
    """A bot of a level. It never loses by a fault: its fault is a fault of this program, and ends the match."""

    def __init__(self, level: str) -> None:
        self._bot = BOTS[level]

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None: ...

    def choose(self, game: AnyGame, state: Any, seat: int, rng: random.Random) -> Any:
        """The bot's move."""
        return self._bot.choose(game, state, seat, rng)


def player(entrant: str, patience: float) -> AbstractContextManager[Player]:
    """The player of an entrant, for one game; enter it before the game and leave it afterwards."""
    if entrant.startswith(COMMAND):
        return Program(entrant.removeprefix(COMMAND), patience)
    return OwnBot(entrant)
