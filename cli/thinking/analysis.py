"""Analysis of a finished game: the moves that cost their player most, by the judgement of the expert bot."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from heapq import nlargest
from typing import Any

from p2pgame.engine.bots.searcher import only_move
from p2pgame.engine.events import Answered, Played
from p2pgame.engine.game import AnyGame
from p2pgame.engine.pending import asked

from ..games import presentation_of
from ..games.reasons import reason
from .apart import Apart
from .worker import Weighed

LEVEL = "expert"

MARKED = 8
"""Moves that are marked, at most."""

Weigh = Callable[[AnyGame, Any, int, str], Sequence[Weighed]]
"""The moves of a seat, best first, with the one that was made among them."""


@dataclass(frozen=True, slots=True)
class Decision:
    """A seat's choice in a game, and its decision."""

    step: int
    state: Any
    """Before the step."""
    seat: int
    move: str


@dataclass(frozen=True, slots=True)
class Loss:
    """A decision that was not the best, and the better move."""

    decision: Decision
    better: str
    value: int
    """The difference; comparable within a game."""


def decisions(game: AnyGame, steps: Iterable[tuple[int, Any, Any]]) -> Iterator[Decision]:
    """The choices in steps of a game, each given as its number, the state before it and the event; without forced
    moves."""
    for number, state, event in steps:
        moves: tuple[Any, ...]
        match event:
            case Played(_, move):
                moves = (move,)
            case Answered(answers):
                moves = answers
            case _:
                continue
        for seat, move in zip(asked(game.pending(state)), moves, strict=True):
            if only_move(game, state, seat) is None:
                yield Decision(number, state, seat, game.format(move))


def losses(game: AnyGame, made: Iterable[Decision], weigh: Weigh) -> list[Loss]:
    """The decisions that lost most, in the order of play."""
    found = []
    for decision in made:
        weighed = weigh(game, decision.state, decision.seat, decision.move)
        value = next(value for move, value in weighed if move == decision.move)
        best = max(weighed, key=lambda each: each.value)
        if best.value > value:
            found.append(Loss(decision, best.move, best.value - value))
    worst = nlargest(MARKED, found, key=lambda loss: loss.value)
    return sorted(worst, key=lambda loss: (loss.decision.step, loss.decision.seat))


def describe_loss(game: AnyGame, loss: Loss, names: Sequence[str]) -> str:
    """One line: the step, the player, the move and the better one in words and notation, and the reason."""
    decision = loss.decision
    why = reason(game, decision.state, decision.seat, game.parse(loss.better), names)
    because = f": it {why}" if why else ""

    def in_words(move: str) -> str:
        words = presentation_of(game).phrases.describe(decision.state, decision.seat, move, names)
        return f"{words} (`{move}`)"

    made, better = in_words(decision.move), in_words(loss.better)
    return f"{decision.step}. {names[decision.seat]}: {made}. Better: {better}{because}."


def expert() -> Weigh:
    """The judgement of the expert bot, which takes up to three seconds a decision; the same for the same log."""
    bot, rng = Apart(LEVEL), random.Random(0)  # noqa: S311 - repeatable, not secret

    def weigh(game: AnyGame, state: Any, seat: int, move: str) -> Sequence[Weighed]:
        return bot.weigh(game, state, seat, rng, also=[move])

    return weigh
