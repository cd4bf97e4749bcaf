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
    match pending:  # patterns with parts of the records would take three times as long
        case Turn() if isinstance(event, Played):
            if event.seat != pending.seat:
                raise WrongEvent(f"seat {event.seat} cannot move now: it is seat {pending.seat}'s turn")
            game.check(state, event.seat, event.move)
        case Secret() | Window() if isinstance(event, Answered):
            if len(event.moves) != len(pending.seats):
                raise WrongEvent(f"{len(pending.seats)} seats choose now, but {len(event.moves)} answers came")
            for seat, move in zip(pending.seats, event.moves, strict=True):
                game.check(state, seat, move)
        case Chance() if isinstance(event, Drawn):
            if not 0 <= event.value < pending.bound:
                raise WrongEvent(f"a draw is from 0 to {pending.bound - 1}, not {event.value}")
        case Over():
            raise WrongEvent("the game is over")
        case _:
            raise WrongEvent(f"{type(event).__name__} does not answer {type(pending).__name__}")
    return game.apply(state, event)
