"""Bots playing a game among themselves: one seat each, chance from the same source."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeVar

from ..events import Answered, Drawn, Event, Played
from ..game import Game, Rng
from ..pending import Chance, Over, Secret, Turn, Window
from .bot import Bot

S = TypeVar("S")
M = TypeVar("M")


def answer(game: Game[S, M], state: S, bots: Sequence[Bot], rng: Rng) -> Event[M] | None:
    """The answer to the waiting step if `bots[seat]` plays each seat; None when the game is over."""
    match game.pending(state):
        case Chance() as chance:
            return Drawn(rng.randrange(chance.bound))
        case Turn(seat):
            return Played(seat, bots[seat].choose(game, state, seat, rng))
        case Secret(seats) | Window(seats):
            return Answered(tuple(bots[seat].choose(game, state, seat, rng) for seat in seats))
        case Over():
            return None
