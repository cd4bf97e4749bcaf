"""A search for any game: the best-looking moves are tried, and normal bots play the game on.

They play to the end, or for a number of steps if the game can evaluate the state then. Luck is sampled; all moves are
tried under the same luck, so that fewer samples tell them apart. After each round the worse half of them is dropped
(sequential halving: Karnin, Koren and Somekh 2013). Another move than the best-looking one must prove itself: its gain
must be larger than chance explains. Simultaneous choices of others are those of normal bots, which see only public
facts.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Generic, TypeVar

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

Standing = Callable[[Any, int], int]
"""How good a state is for a seat: higher is better."""

_WIN = 1_000
_POINT = 10
"""Value of a point more than the best other seat, in a game with points."""
_FAR_AHEAD = 40
"""Points above which a lead is not worth more."""
_ENDLESS = 1 << 30
_NODES: Mapping[str, int] = {"hard": 1_000, "expert": 4_000}
_BOTS = (Normal(),) * 8
"""One for each seat that a game may have."""


@dataclass(slots=True)
class _Trial(Generic[M]):
    """A move with the results of its playouts. The n-th playout has the same luck for all moves."""

    move: M
    found: list[int] = field(default_factory=list)

    @property
    def value(self) -> int:
        """The mean."""
        return sum(self.found) // max(1, len(self.found))

    def is_better_than(self, other: _Trial[M]) -> bool:
        """Whether its gain under the same luck is more than twice its standard error, which is seldom chance alone."""
        gains = [own - theirs for own, theirs in zip(self.found, other.found, strict=False)]
        number, total = len(gains), sum(gains)
        spread = sum(gain * gain for gain in gains) * number - total * total
        return total > 0 and number > 1 and total * total * (number - 1) > 4 * spread


class Playouts:
    """A search that plays the game on after each move. A node is a step."""

    def __init__(
        self,
        width: int = 8,
        steps: int = _ENDLESS,
        standing: Standing | None = None,
        nodes: Mapping[str, int] = _NODES,
    ) -> None:
        """At most `width` moves are tried, each for that many steps; then `standing` evaluates the state."""
        self.nodes = nodes
        self._width = width
        self._steps = steps
        self._standing = standing

    def weigh(
        self, game: Game[S, M], state: S, seat: int, rng: Rng, budget: Budget, also: Sequence[M] = ()
    ) -> list[Weighed[M]]:
        """Moves by their results: by `standing`, otherwise a thousand for a win and a little for points."""
        trials = [_Trial(move) for move in looked_at(game, state, seat, self._width, also)]
        first, alive, seed, number = trials[0], trials, rng.randrange(1 << 62), 0
        rounds = max(1, (len(trials) - 1).bit_length())
        for round_ in range(1, rounds + 1):
            while not number or (not budget.is_spent and budget.spent * rounds < budget.nodes * round_):
                for trial in alive:
                    if budget.is_spent and first.found:
                        break
                    trial.found.append(self._try(game, state, seat, trial.move, Stream(seed + number), budget))
                number += 1
            best = sorted(alive, key=lambda trial: -trial.value)
            alive = [
                trial
                for place, trial in enumerate(best)
                if 2 * place < len(best) or trial is first or trial.move in also
            ]
        return _ranked(trials)

    def _try(self, game: Game[S, M], state: S, seat: int, move: M, rng: Rng, budget: Budget) -> int:
        """The result for the seat if it makes the move and normal bots play on."""
        event: Event[M] | None = _event(game, state, seat, move, rng)
        steps = 0
        while event is not None and steps < self._steps:
            state = game.apply(state, event)
            steps += 1
            event = answer(game, state, _BOTS, rng)
        budget.spend(steps)
        if self._standing is not None:
            return self._standing(state, seat)
        pending = game.pending(state)
        assert isinstance(pending, Over)
        return _worth(pending.result, seat)


def _ranked(trials: Sequence[_Trial[M]]) -> list[Weighed[M]]:
    """Best first: the best that has proved itself, otherwise the best-looking one; moves dropped early come last."""
    first, *others = trials
    proved = [trial for trial in others if trial.is_better_than(first)]
    best = max(proved, key=lambda trial: (len(trial.found), trial.value), default=first)
    rest = sorted((trial for trial in trials if trial is not best), key=lambda trial: (-len(trial.found), -trial.value))
    ranked, lowest = list[Weighed[M]](), best.value
    for trial in (best, *rest):
        lowest = min(lowest, trial.value)
        ranked.append(Weighed(trial.move, lowest))
    return ranked


def _event(game: Game[S, M], state: S, seat: int, move: M, rng: Rng) -> Event[M]:
    """The seat's move, with normal bots' answers for the other asked seats."""
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
