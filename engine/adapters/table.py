"""A table that is played by ids of actions. Draws in between are made here."""

from __future__ import annotations

import random
from collections.abc import Sequence
from copy import deepcopy
from itertools import islice
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..coding import CodedGame
from ..events import Answered, Drawn, Event, Played
from ..game import AnyGame
from ..options import Options
from ..pending import Chance, Over, Pending, Result, Turn, asked
from ..play import step
from .coding import coded
from .general import ACTIONS

Mask = NDArray[np.int8]
Observation = NDArray[np.int32]


class IllegalAction(Exception):
    """An id that is not a legal move of the seat at present."""


class Table:
    """One game. Answers to a step that asks several seats are kept until all have answered; until then no seat sees
    them."""

    def __init__(self, game: AnyGame, seats: int, options: Options | None = None) -> None:
        """Begin with the first question to a seat, chance drawn from seed 0.

        Raises:
            BadOption: the game has no such number of seats, or no such option.
        """
        self.game = game
        self.seats = seats
        self._first = game.begin(seats, options)
        self.actions = coded(game).actions.size or ACTIONS
        """The number of ids."""
        self.begin(random.Random(0))  # noqa: S311 - repeatable, not secret

    def begin(self, rng: random.Random | None) -> None:
        """Begin again. Without a source of chance, the caller makes the draws (`draw`)."""
        self._rng = rng
        self.state: Any = self._first
        self._answers: dict[int, Any] = {}
        self._draw_all()

    def __deepcopy__(self, memo: dict[int, Any]) -> Table:
        other = Table.__new__(Table)
        other.__dict__.update(self.__dict__, _rng=deepcopy(self._rng, memo), _answers=dict(self._answers))
        return other

    @property
    def _coding(self) -> CodedGame:
        return coded(self.game)

    @property
    def pending(self) -> Pending:
        """The pending step."""
        return self.game.pending(self.state)

    @property
    def waiting(self) -> tuple[int, ...]:
        """The seats whose action is due, rising; none when the game is over."""
        return tuple(seat for seat in asked(self.pending) if seat not in self._answers)

    @property
    def result(self) -> Result | None:
        """The result of a finished game; None before."""
        pending = self.pending
        return pending.result if isinstance(pending, Over) else None

    def legal(self, seat: int) -> dict[int, Any]:
        """Ids and moves of a seat whose action is due; empty for others."""
        if seat not in self.waiting:
            return {}
        moves = self.game.legal(self.state, seat)
        if not self._coding.actions.size:
            return dict(enumerate(islice(moves, ACTIONS)))
        numbered = ((self._coding.actions.number(move), move) for move in moves)
        return {number: move for number, move in numbered if number is not None}

    def default(self, seat: int) -> int:
        """The id of the default move; -1 for a seat that is not asked."""
        if seat not in self.waiting:
            return -1
        default = self.game.default(self.state, seat)
        return next(number for number, move in self.legal(seat).items() if move == default)

    def mask(self, seat: int, ids: int) -> Mask:
        """A mask of that many ids: 1 for each legal id, 0 for the others."""
        mask = np.zeros(ids, dtype=np.int8)
        mask[list(self.legal(seat))] = 1
        return mask

    def observation(self, seat: int) -> Observation:
        """The seat's view, itself first."""
        return np.array(self._coding.features(self.state, seat), dtype=np.int32)

    def act(self, seat: int, action: int) -> None:
        """The seat's action; when all asked seats have acted, the game continues.

        Raises: IllegalAction: the seat may not do that now.
        """
        move = self.legal(seat).get(int(action))
        if move is None:
            raise IllegalAction(f"action {action} of seat {seat} is not legal here")
        pending = self.pending
        if isinstance(pending, Turn):
            return self._step(Played(seat, move))
        self._answers[seat] = move
        if not self.waiting:
            self._step(Answered(tuple(self._answers[each] for each in asked(pending))))
        return None

    def draw(self, value: int) -> None:
        """The outcome of a draw."""
        self._step(Drawn(value))

    def rewards(self) -> Sequence[int]:
        """For each seat 1 for a win and -1 if another seat wins; 0 before the end, and for everybody if all win or
        nobody wins."""
        result = self.result
        if result is None or len(result.winners) in (0, self.seats):
            return (0,) * self.seats
        return tuple(1 if seat in result.winners else -1 for seat in range(self.seats))

    def spell(self, seat: int, action: int) -> str:
        """An action in notation."""
        move = self.legal(seat).get(action)
        if move is None and self._coding.actions.size:
            move = self._coding.actions.move(action)
        return str(action) if move is None else self.game.format(move)

    def _step(self, event: Event[Any]) -> None:
        self._answers = {}
        self.state = step(self.game, self.state, event)
        self._draw_all()

    def _draw_all(self) -> None:
        while self._rng is not None and isinstance(chance := self.pending, Chance):
            self.state = step(self.game, self.state, Drawn(self._rng.randrange(chance.bound)))
