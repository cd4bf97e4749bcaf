"""Search in Tentricks: the end of the turn is foreseen, with every card that may come, and judged by networks.

`hard` judges each seat alone, and saves its tokens. `expert` judges two seats that are left together (`judges`), and
then plays on for three turns after the moves that look best (`rollouts`).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple

from ...bots.budget import Budget
from ...bots.search import Weighed
from ...game import Game, Rng
from .asking import answered
from .components import TYPES
from .judges import Alone, Judge, Together
from .lookahead import mean
from .moves import Move
from .odds import WON
from .rollouts import Rollouts
from .state import State
from .weighing import falling, kept, sensible, weighed


class Level(NamedTuple):
    """How a level judges the end of a turn, and how much it saves its tokens."""

    judge: Callable[[], Judge]
    reserve: int
    """A token is used only if that raises the chance to win by more than one part in this number of its uncertainty."""


_HARD = Level(Alone, reserve=18)
"""It saves its tokens too long, as many people do. With a reserve of 100 it plays better."""
_EXPERT = Level(Together, reserve=100)
_GAP = WON * 6 // 100
"""A move that looks worse than the best by more than this is not played on."""
_TURNS = 3
"""Turns that are played on, the rest of this one among them."""
_DUEL = 2


class TentricksSearch:
    """The search that the module describes."""

    nodes: Mapping[str, int] = {"hard": 1, "expert": 40}
    """One node is a judge that looks at each seat alone, more a judge of duels. Then a node is a rollout, and each move
    needs one for each type of the next card."""

    def weigh(
        self, game: Game[State, Move], state: State, seat: int, rng: Rng, budget: Budget, also: Sequence[Move] = ()
    ) -> list[Weighed[Move]]:
        """Moves by the chance to win after them."""
        level = _HARD if budget.nodes == 1 else _EXPERT
        moves = sensible(state, seat)
        moves += [move for move in also if move not in moves]
        judge = level.judge()
        found = answered(judge, weighed(state, seat, moves, level.reserve))
        goes_on = budget.spend(1)
        tried = _promising(found, budget.nodes // len(TYPES), also) if len(state.left) == _DUEL else []
        if not goes_on or len(tried) < 2:
            return found
        rollouts, policy = Rollouts(state, seat, level.reserve, _TURNS, rng.randrange(1 << 62)), Alone()
        played = list[Weighed[Move]]()
        for move, value in tried:
            ends = answered(policy, rollouts.ends(move))
            after = kept(answered(judge, mean(ends, seat)), move, level.reserve)
            played.append(Weighed(move, (value + after) // 2))
            if not budget.spend(len(TYPES)):
                break
        return _ranked(played, found) if len(played) > 1 else found


def _promising(found: Sequence[Weighed[Move]], width: int, also: Sequence[Move]) -> list[Weighed[Move]]:
    """The moves that are played on, at most `width` and those that are asked about."""
    best = found[0].value
    near = [each for each in found[:width] if best - each.value <= _GAP]
    return near + [each for each in found if each.move in also and each not in near] if width else []


def _ranked(played: Sequence[Weighed[Move]], found: Sequence[Weighed[Move]]) -> list[Weighed[Move]]:
    """All moves, best first. The best is one of those that were played on: a value without that is less sure."""
    known = {each.move for each in played}
    most = max(each.value for each in played)
    others = [Weighed(each.move, min(most, each.value)) for each in found if each.move not in known]
    return sorted([*played, *others], key=falling)


SEARCH = TentricksSearch()
"""Moves by the chance to win at the end of the turn."""
