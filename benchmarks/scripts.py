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
from p2pgame.engine.events import Answered, Played
from p2pgame.engine.game import AnyGame, Rng
from p2pgame.engine.games import load
from p2pgame.engine.pending import Secret, Window
from p2pgame.protocol.contract.contract import Genesis
from p2pgame.protocol.table.ledger import Ledger, StepCompleted

from .signers import Seat, sign_slot


class Scripted:
    """A bot that makes these moves, one after the other."""

    level = "scripted"
    is_quick = True

    def __init__(self, moves: Iterable[Any]) -> None:
        self._moves: Iterator[Any] = iter(moves)

    def choose(self, game: AnyGame, state: Any, seat: int, rng: Rng, budget: Budget | None = None) -> Any:
        """The next move of the script."""
        return next(self._moves)


def played(start: Genesis) -> Iterator[StepCompleted]:
    """The steps of a whole game of random bots at that table."""
    ledger = Ledger(start, load(start.contract.game))
    players = [Seat(start, seat, BOTS["random"], Random(seat)) for seat, _ in enumerate(start.contract.seats)]
    while not ledger.now.closed:
        if step := sign_slot(ledger, players):
            yield step


def script(start: Genesis) -> list[list[Any]]:
    """The moves of that game, for each seat."""
    moves: list[list[Any]] = [[] for _ in start.contract.seats]
    for step in played(start):
        match step.pending, step.event:
            case _, Played(seat, move):
                moves[seat].append(move)
            case Secret(seats) | Window(seats), Answered(answers):
                for seat, move in zip(seats, answers, strict=True):
                    moves[seat].append(move)
    return moves
