"""The only way forward for a game: check an event, then apply it."""

from __future__ import annotations

from typing import TypeVar

from .errors import WrongEvent
from .events import Answered, Drawn, Event, Played
from .game import Game
from .pending import Chance, Over, Secret, Turn, Window

S = TypeVar("S")
M = TypeVar("M")


def step(game: Game[S, M], state: S, event: Event[M]) -> S:
    """The state after `event` has answered the pending step. The given state is not changed.

    Raises:
        WrongEvent: the event is no answer to this pending step.
        IllegalMove: the rules forbid the move here.
    """
    pending = game.pending(state)
    match pending, event:
        case Turn(seat), Played(by, move):
            if by != seat:
                raise WrongEvent(f"seat {by} cannot move now: it is seat {seat}'s turn")
            game.check(state, seat, move)
        case ((Secret(seats) | Window(seats)), Answered(moves)):
            if len(moves) != len(seats):
                raise WrongEvent(f"{len(seats)} seats choose now, but {len(moves)} answers came")
            for seat, move in zip(seats, moves, strict=True):
                game.check(state, seat, move)
        case Chance() as chance, Drawn(value):
            if not 0 <= value < chance.bound:
                raise WrongEvent(f"a draw is from 0 to {chance.bound - 1}, not {value}")
        case Over(), _:
            raise WrongEvent("the game is over")
        case _:
            raise WrongEvent(f"{type(event).__name__} does not answer {type(pending).__name__}")
    return game.apply(state, event)
