"""Players whose moves are fixed in advance, so that a benchmark of turns has no thinking in it.

The script of a table is one game of random bots on that very table, played in memory. The keys decide its draws, so
they come again when whole peers play it, and every move of the script is legal.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from random import Random
from typing import Any

from p2pgame.engine.bots import BOTS
from p2pgame.engine.bots.budget import Budget
from p2pgame.engine.game import AnyGame, Rng
from p2pgame.engine.games import load
from p2pgame.protocol.contract.contract import Genesis
from p2pgame.protocol.table.ledger import Ledger

from .signers import Seat, signed_record


class Scripted:
    """A bot that makes these moves, one after the other."""

    level = "scripted"
    is_quick = True

    def __init__(self, moves: Iterable[Any]) -> None:
        self._moves: Iterator[Any] = iter(moves)

    def choose(self, game: AnyGame, state: Any, seat: int, rng: Rng, budget: Budget | None = None) -> Any:
        """The next move of the script."""
        return next(self._moves)


class _Writer:
    """A random bot that writes down the moves that it makes."""

    level = "random"
    is_quick = True

    def __init__(self) -> None:
        self.moves: list[Any] = []

    def choose(self, game: AnyGame, state: Any, seat: int, rng: Rng, budget: Budget | None = None) -> Any:
        """A random move."""
        move = BOTS["random"].choose(game, state, seat, rng, budget)
        self.moves.append(move)
        return move


def script(start: Genesis) -> list[list[Any]]:
    """The moves of a whole game at that table, for each seat."""
    ledger = Ledger(start, load(start.contract.game))
    writers = [_Writer() for _ in start.contract.seats]
    players = [Seat(start, seat, writer, Random(seat)) for seat, writer in enumerate(writers)]
    while not ledger.now.closed:
        signed_record(ledger, players)
    return [writer.moves for writer in writers]
