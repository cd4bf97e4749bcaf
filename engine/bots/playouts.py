"""A search for any game: the best-looking moves are tried, and the game is played on to its end by normal bots.

Luck is sampled; all moves are tried under the same luck, so that less of it is needed to tell them apart. After each
round the worse half of them is left (sequential halving: Karnin, Koren and Somekh 2013). Choices that others make at
the same time are those of normal bots, which see what everybody sees.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Generic, TypeVar

from ..events import Answered, Event, Played
from ..game import Game, Rng
from ..pending import Over, Result, Turn, asked
from .budget import Budget
from .chance import Stream
from .normal import Normal
from .search import Weighed, looked_at
from .selfplay import answer

S = TypeVar("S")
M = TypeVar("M")

_WIN = 1_000
_POINT = 10
"""Worth of a point more than the best other seat, where a game has points."""
_FAR_AHEAD = 40
"""Points beyond which more do not count."""
_BOTS = (Normal(),) * 8
"""One for each seat that a game may have."""


@dataclass(slots=True)
class _Trial(Generic[M]):
    """A move, the games that were played on from it, and the sum of what they came to."""

    move: M
    games: int = 0
    total: int = 0

    @property
    def value(self) -> int:
        """What a game came to."""
        return self.total // max(1, self.games)


class Playouts:
    """Plays on to the end of the game from each move. A node is a step."""

    def __init__(self, width: int = 8) -> None:
        """At most `width` moves are tried."""
        self.width = width

    def weigh(
        self, game: Game[S, M], state: S, seat: int, rng: Rng, budget: Budget, also: Sequence[M] = ()
    ) -> list[Weighed[M]]:
        """Moves by what they came to: a thousand for a win, and a little for points."""
        trials = [_Trial(move) for move in looked_at(game, state, seat, self.width, also)]
        alive, seed, number = trials, rng.randrange(1 << 62), 0
        rounds = max(1, (len(trials) - 1).bit_length())
        for round_ in range(1, rounds + 1):
            while not number or (not budget.is_spent and budget.spent * rounds < budget.nodes * round_):
                for trial in alive:
                    if budget.is_spent and trials[0].games:
                        break
                    trial.total += _played_on(game, state, seat, trial.move, Stream(seed + number), budget)
                    trial.games += 1
                number += 1
            best = sorted(alive, key=lambda trial: -trial.value)
            alive = [trial for place, trial in enumerate(best) if 2 * place < len(best) or trial.move in also]
        trials.sort(key=lambda trial: (-trial.games, -trial.value))
        return [Weighed(trial.move, trial.value) for trial in trials]


def _played_on(game: Game[S, M], state: S, seat: int, move: M, rng: Rng, budget: Budget) -> int:
    """What the game comes to for the seat when it makes the move and everybody then plays as normal bots do."""
    event: Event[M] | None = _event(game, state, seat, move, rng)
    steps = 0
    while event is not None:
        state = game.apply(state, event)
        steps += 1
        event = answer(game, state, _BOTS, rng)
    budget.spend(steps)
    pending = game.pending(state)
    assert isinstance(pending, Over)
    return _worth(pending.result, seat)


def _event(game: Game[S, M], state: S, seat: int, move: M, rng: Rng) -> Event[M]:
    """The seat makes the move; whoever chooses at the same time does what a normal bot does."""
    pending = game.pending(state)
    if isinstance(pending, Turn):
        return Played(seat, move)
    bot = _BOTS[0]
    return Answered(tuple(move if other == seat else bot.choose(game, state, other, rng) for other in asked(pending)))


def _worth(result: Result, seat: int) -> int:
    won = _WIN // len(result.winners) if seat in result.winners else 0
    others = [points for other, points in enumerate(result.scores) if other != seat and points is not None]
    own = result.scores[seat]
    if own is None:
        return won
    ahead = own - max(others, default=0)
    return won + _POINT * max(-_FAR_AHEAD, min(_FAR_AHEAD, ahead))


SEARCH = Playouts()
