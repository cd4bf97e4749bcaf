"""Games between bots of given levels."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Any

from p2pgame.engine.bots import BOTS
from p2pgame.engine.bots.selfplay import answer
from p2pgame.engine.events import Drawn
from p2pgame.engine.game import AnyGame
from p2pgame.engine.games import load
from p2pgame.engine.options import Options
from p2pgame.engine.pending import Chance, Over, Result
from p2pgame.engine.play import step


def played(game: AnyGame, levels: Sequence[str], seed: int, options: Options | None = None) -> Result:
    """The result of a game with a bot of each level, in the order of their seats."""
    rng = random.Random(seed)
    state = game.begin(len(levels), options)
    while (event := answer(game, state, [BOTS[level] for level in levels], rng)) is not None:
        state = step(game, state, event)
    pending = game.pending(state)
    assert isinstance(pending, Over)
    return pending.result


def share(game: AnyGame, level: str, other: str, games: int) -> float:
    """The part of two-seat games that a level wins against another one, seats changing; a shared win counts half."""
    won = 0.0
    for number in range(games):
        seat = number % 2
        winners = played(game, (level, other) if seat == 0 else (other, level), number).winners
        won += (seat in winners) / max(1, len(winners))
    return won / games


def begun(name: str, seats: int = 2) -> tuple[AnyGame, Any]:
    """A game, and its first state in which somebody chooses, all draws being 0."""
    game = load(name)
    state = game.begin(seats)
    while isinstance(game.pending(state), Chance):
        state = step(game, state, Drawn(0))
    return game, state
