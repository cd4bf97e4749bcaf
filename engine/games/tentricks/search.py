"""Search in Tentricks: the end of the turn is foreseen, with every card that may come, and judged by networks.

`hard` judges each seat alone, and saves its tokens. `expert` judges two seats that are left together (`judges`), and
then plays on for three turns after the moves that look best, and once more after the better half of these (`rollouts`;
sequential halving: Karnin, Koren and Somekh 2013).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from typing import NamedTuple

from ...bots.budget import Budget
from ...bots.search import Weighed
from ...game import Game, Rng
from .asking import Stopped, answered, together
from .components import TYPES
from .judges import Alone, Judge, Together
from .lookahead import mean
from .moves import Move
from .odds import WON
from .rollouts import Rollouts
from .state import State
from .weighing import THRIFTY, falling, kept, sensible, weighed


class Level(NamedTuple):
    """How a level judges the end of a turn, and how much it saves its tokens."""

    judge: Callable[[], Judge]
    reserve: int
    """A token is used only if that raises the chance to win by more than one part in this number of its uncertainty."""


_HARD = Level(Alone, THRIFTY)
"""It saves its tokens too long. With a reserve of 100 it plays better."""
_EXPERT = Level(Together, reserve=100)
_GAP = WON * 8 // 100
"""A move that looks worse than the best by more than this is not played on."""
_TURNS = 3
"""Turns that are played on, the rest of this one among them."""
_ROUNDS = 2
"""Rounds in which moves are played on; after each the better half is left."""
_TOGETHER = 3
"""Moves that are played on side by side: more take less time for each, but it shows only after all of them."""
_QUESTIONS = 200
"""Questions to a judge that cost a node. Few rollouts ask more: those in which many tokens may be used."""
_DUEL = 2


class TentricksSearch:
    """The search that the module describes."""

    nodes: Mapping[str, int] = {"hard": 1, "expert": 90}
    """One node is a judge that looks at each seat alone, more a judge of duels. Then a node is a rollout. A move needs
    one for each type of the next card, so with 90 nodes six moves are played on, and then three of them once more."""

    def weigh(
        self, game: Game[State, Move], state: State, seat: int, rng: Rng, budget: Budget, also: Sequence[Move] = ()
    ) -> list[Weighed[Move]]:
        """Moves by the chance to win after them."""
        level = _HARD if budget.nodes == 1 else _EXPERT
        moves = sensible(state, seat)
        moves += [move for move in also if move not in moves]
        judge = level.judge()
        found = answered(judge, weighed(state, seat, moves, level.reserve))
        width = 2 * budget.nodes // (3 * len(TYPES))
        tried = _promising(found, width, also) if len(state.left) == _DUEL else []
        if not budget.spend(1) or len(tried) < 2:
            return found
        return _Halving(state, seat, level.reserve, judge, found, budget).ranked(tried, rng)


class _Halving:
    """Moves that are played on. The value of each is the mean of the judge's own and that of the rollouts."""

    def __init__(
        self, state: State, seat: int, reserve: int, judge: Judge, found: Sequence[Weighed[Move]], budget: Budget
    ) -> None:
        self._state, self._seat, self._reserve = state, seat, reserve
        self._judge, self._policy = judge, Alone()
        self._at_once = {each.move: each.value for each in found}
        self._played = dict[Move, list[int]]()
        self._budget, self._asked = budget, 0

    def ranked(self, moves: Sequence[Move], rng: Rng) -> list[Weighed[Move]]:
        """All moves, best first. The best is one of those that were played on most often: the others are less sure."""
        with suppress(Stopped):
            for _ in range(_ROUNDS):
                self._play_all_on(moves, rng.randrange(1 << 62))
                if len(moves) <= 2:
                    break
                moves = sorted(moves, key=self._value, reverse=True)[: (len(moves) + 1) // 2]
        return self._ranking()

    def _play_all_on(self, moves: Sequence[Move], seed: int) -> None:
        rollouts = Rollouts(self._state, self._seat, self._reserve, _TURNS, seed)
        for first in range(0, len(moves), _TOGETHER):
            some = moves[first : first + _TOGETHER]
            self._asked = 0
            ends = answered(self._policy, together(map(rollouts.ends, some)), self._may_ask)
            chances = answered(self._judge, together(mean(each, self._seat) for each in ends))
            for move, chance in zip(some, chances, strict=True):
                self._played.setdefault(move, []).append(kept(chance, move, self._reserve))
            if not self._budget.spend(max(len(TYPES) * len(some), self._asked // _QUESTIONS)):
                raise Stopped

    def _may_ask(self, questions: int) -> bool:
        self._asked += questions
        return self._budget.spend(0)  # nodes are counted when all is asked, but time may be over

    def _ranking(self) -> list[Weighed[Move]]:
        often = max(map(len, self._played.values()), default=0)
        finalists = [move for move in self._at_once if len(self._played.get(move, ())) == often]
        most = max(map(self._value, finalists))
        others = [move for move in self._at_once if move not in finalists]
        return sorted([Weighed(move, min(most, self._value(move))) for move in (*finalists, *others)], key=falling)

    def _value(self, move: Move) -> int:
        at_once, played = self._at_once[move], self._played.get(move)
        return (at_once + sum(played) // len(played)) // 2 if played else at_once


def _promising(found: Sequence[Weighed[Move]], width: int, also: Sequence[Move]) -> list[Move]:
    """The moves that are played on, at most `width` and those that are asked about."""
    best = found[0].value
    near = [each.move for each in found[:width] if best - each.value <= _GAP]
    return near + [move for move in also if move not in near] if width else []


SEARCH = TentricksSearch()
"""Moves by the chance to win at the end of the turn."""
