"""Search in Tentricks: the end of the turn is foreseen, with every card that may come, and judged by networks.

Each move is followed to the ends of the turn (`lookahead`): all seats place pieces where the networks like them best,
and a seat cancels a token if it gains by that. The value of a move is the mean chance to win. `hard` judges each seat
alone, and saves its tokens; `expert` judges two seats that are left together (`judges`).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

import numpy as np

from ...bots.budget import Budget
from ...bots.search import Weighed
from ...game import Game, Rng
from ...records import replace
from .estimate import candidates
from .flow import cancelled
from .judges import ALONE, TOGETHER, Open
from .lookahead import Ending, Lookahead
from .moves import Cancel, Choose, Move, Place, Relocate, Remove, Say, Swap, Take
from .odds import WON, chances_of_pairs, leads_of
from .prospects import Due
from .state import State, changed
from .turns import PlaceHand, PutDown


class Level(NamedTuple):
    """How a level judges the end of a turn, and how much it saves its tokens."""

    lookahead: Lookahead
    reserve: int
    """A token is used only if that raises the chance to win by more than one part in this number of its uncertainty."""


_HARD = Level(Lookahead(ALONE), reserve=20)
"""It saves its tokens too long, as many people do. With a reserve of 100 it plays better."""
_EXPERT = Level(Lookahead(TOGETHER), reserve=100)


class TentricksSearch:
    """The search that the module describes."""

    nodes: Mapping[str, int] = {"hard": 1, "expert": 2}
    """One node is a judge that looks at each seat alone, more a judge of duels."""

    def weigh(
        self, game: Game[State, Move], state: State, seat: int, rng: Rng, budget: Budget, also: Sequence[Move] = ()
    ) -> list[Weighed[Move]]:
        """Moves by the chance to win after them."""
        moves = [move for move in candidates(state, seat) if not _can_wait(state, seat, move)]
        moves += [move for move in also if move not in moves]
        values = _values(_HARD if budget.nodes == 1 else _EXPERT, state, seat, moves)
        budget.spend(budget.nodes)
        return sorted((Weighed(move, values[move]) for move in moves), key=_falling)


def _falling(weighed: Weighed[Move]) -> int:
    return -weighed.value


def _values(level: Level, state: State, seat: int, moves: Sequence[Move]) -> dict[Move, int]:
    """The chance to win after each move; after a token, less the worth of keeping it."""
    values = dict[Move, int]()
    for kind in sorted({move.kind for move in moves if isinstance(move, Place)}):
        values |= _after_placements(level.lookahead, state, seat, kind)
    others = [move for move in moves if not isinstance(move, Place)]
    outcomes = [_outcome(level.lookahead, state, seat, move) for move in others]
    for move, value in zip(others, level.lookahead.means(outcomes, seat), strict=True):
        uncertainty = 4 * value * (WON - value) // WON
        values[move] = value - uncertainty // level.reserve if _is_token(move) else value
    return values


def _after_placements(lookahead: Lookahead, state: State, seat: int, kind: int) -> dict[Move, int]:
    """The chance to win after each placement of a piece that is due.

    The best place under the bar is judged as the end of a turn. The others differ from it as the worths of places do,
    by which all pieces are placed that the lookahead foresees.
    """
    due = _due(state, seat, kind)
    spots, found = due.spots, dict[Move, int]()
    if spots.over:
        found |= dict.fromkeys(spots.over, _chance(lookahead, state, seat, spots.over[0]))
    if spots.below:
        worths = lookahead.judge.worths([Open(due, spots)])[0] * (1 if due.by == due.on else -1)
        best = int(worths.argmax())
        leads = leads_of(np.array(_chance(lookahead, state, seat, spots.below[best]))) + worths - worths[best]
        found |= zip(spots.below, chances_of_pairs(leads, np.zeros_like(leads)).tolist(), strict=True)
    return found


def _due(state: State, seat: int, kind: int) -> Due:
    """The piece that the seat is to place."""
    if not state.puts:
        return Due(state, state.mover, seat, kind)
    on = state.puts[0].on
    return Due(state, on, seat, kind, seat == on)


def _chance(lookahead: Lookahead, state: State, seat: int, move: Move) -> int:
    (chance,) = lookahead.means([_outcome(lookahead, state, seat, move)], seat)
    return chance


def _can_wait(state: State, seat: int, move: Move) -> bool:
    """Whether the token may be used later in the turn just as well, when more is known."""
    match move:
        case Take():
            return state.phase in {"start", "react", "place"}
        case Swap():
            return state.phase == "start" or _waits_for_its_turn(state, seat)
        case Remove() | Relocate():
            # Before a bar falls is the last time to make room.
            return (state.phase == "start" and state.before_level > 0) or _waits_for_its_turn(state, seat)
        case _:
            return False


def _waits_for_its_turn(state: State, seat: int) -> bool:
    """Whether the seat is going to place the piece in hand, to which the others may react now."""
    return state.phase == "react" and seat == state.active and state.steer is None


def _is_token(move: Move) -> bool:
    return not isinstance(move, Say | Choose | Place)


def _outcome(lookahead: Lookahead, state: State, seat: int, move: Move) -> list[Ending]:
    match move:
        case Say():
            return lookahead.endings(state)
        case Choose(kind):
            return lookahead.endings(_chosen(state, seat, kind))
        case Place() if state.puts:
            return lookahead.endings(PutDown().played(state, seat, move))
        case Place():
            return lookahead.endings(PlaceHand().played(state, seat, move))
        case Cancel():
            return lookahead.endings(cancelled(state, seat))
        case _:
            return lookahead.after_use(state, seat, move)


def _chosen(state: State, seat: int, kind: int) -> State:
    """The state with the piece in hand at once: it will be placed next, and its use now shows its worth."""
    board = replace(state.boards[seat], standby=None)
    return state.on_board(seat, board, supply=changed(state.supply, kind, -1), bonus=False, hand=kind, steer=None)


SEARCH = TentricksSearch()
"""Moves by the chance to win at the end of the turn."""
