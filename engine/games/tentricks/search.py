"""Search in Tentricks: the end of the turn is foreseen, with every card that may come, and judged by networks.

Each move is followed to the ends of the turn (`lookahead`): all seats place pieces where the networks like them best,
and a seat cancels a token if it gains by that. The value of a move is the mean chance to win. With one node each seat
is judged alone; with more, two seats that are left are judged together (`judges`).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from ...bots.budget import Budget
from ...bots.search import Weighed
from ...game import Game, Rng
from ...records import replace
from .estimate import candidates
from .flow import cancelled
from .judges import ALONE, TOGETHER
from .lookahead import Ending, Lookahead
from .moves import Cancel, Choose, Move, Place, Relocate, Remove, Say, Swap, Take
from .odds import WON
from .state import State, changed
from .turns import PlaceHand, PutDown

_RESERVE = 100
"""A token is used only if that raises the chance to win by more than one part in this number of its uncertainty."""

_ALONE, _TOGETHER = Lookahead(ALONE), Lookahead(TOGETHER)


class TentricksSearch:
    """The search that the module describes."""

    nodes: Mapping[str, int] = {"hard": 2, "expert": 2}
    """The levels are the same here: nothing that thinks longer was found to play better."""

    def weigh(
        self, game: Game[State, Move], state: State, seat: int, rng: Rng, budget: Budget, also: Sequence[Move] = ()
    ) -> list[Weighed[Move]]:
        """Moves by the chance to win after them."""
        moves = [move for move in candidates(state, seat) if not _can_wait(state, seat, move)]
        moves += [move for move in also if move not in moves]
        lookahead = _ALONE if budget.nodes == 1 else _TOGETHER
        outcomes = [_outcome(lookahead, state, seat, move) for move in moves]
        values = [
            value - 4 * value * (WON - value) // (_RESERVE * WON) if _is_token(move) else value
            for move, value in zip(moves, lookahead.means(outcomes, seat), strict=True)
        ]
        budget.spend(budget.nodes)
        order = sorted(range(len(moves)), key=lambda place: -values[place])
        return [Weighed(moves[place], values[place]) for place in order]


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
