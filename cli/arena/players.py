"""Who plays a seat in the arena: a bot of ours, or a program of somebody else."""

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
            Fault: the player has none to offer, and loses the game.
        """


class OwnBot(AbstractContextManager["OwnBot"]):
    """A bot of a level. It has no faults that it may lose by: a fault of ours ends the match."""

    def __init__(self, level: str) -> None:
        self._bot = BOTS[level]

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        """Nothing is open."""

    def choose(self, game: AnyGame, state: Any, seat: int, rng: random.Random) -> Any:
        """The bot's move."""
        return self._bot.choose(game, state, seat, rng)


def player(entrant: str, patience: float) -> AbstractContextManager[Player]:
    """The player of an entrant, for one game; to be entered before and left after it."""
    if entrant.startswith(COMMAND):
        return Program(entrant.removeprefix(COMMAND), patience)
    return OwnBot(entrant)
