"""Search in Tentricks: the end of the turn is foreseen, with every card that may come, and judged by networks.

Each move is followed to the ends of the turn (`lookahead`): all seats place pieces where the networks like them best,
and a seat cancels a token if it gains by that. The value of a move is the mean chance to win (`prospects`). The best
places for a piece are then judged again after one more piece of the same seat. A node is one move that is followed.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from ...bots.budget import Budget
from ...bots.search import Weighed
from ...game import Game, Rng
from ...records import replace
from .estimate import candidates
from .flow import cancelled
from .lookahead import Ending, after_use, endings, further, means
from .moves import Cancel, Choose, Move, Place, Relocate, Remove, Say, Swap, Take
from .prospects import WON
from .state import State, changed
from .turns import PlaceHand, PutDown

_RESERVE = 100
"""A token is used only if that raises the chance to win by more than one part in this number of its uncertainty."""

_CLOSE = WON // 12
"""A placement that is worse than the best by more than this is not judged again."""


class TentricksSearch:
    """The search that the module describes."""

    nodes: Mapping[str, int] = {"hard": 1, "expert": 8}

    def weigh(
        self, game: Game[State, Move], state: State, seat: int, rng: Rng, budget: Budget, also: Sequence[Move] = ()
    ) -> list[Weighed[Move]]:
        """Moves by the chance to win after them."""
        moves = [move for move in candidates(state, seat) if not _can_wait(state, seat, move)]
        moves += [move for move in also if move not in moves]
        outcomes = [_outcome(state, seat, move) for move in moves]
        values = [
            value - 4 * value * (WON - value) // (_RESERVE * WON) if _is_token(move) else value
            for move, value in zip(moves, means(outcomes, seat), strict=True)
        ]
        order = sorted(range(len(moves)), key=lambda place: -values[place])
        if isinstance(moves[order[0]], Place) and _on(state) == seat:
            close = [place for place in order if values[place] + _CLOSE >= values[order[0]]]
            _judge_again(seat, outcomes, values, _seconds(moves, close, budget.nodes, also))
        budget.spend(budget.nodes)
        order.sort(key=lambda place: -values[place])
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


def _on(state: State) -> int:
    """The seat whose board gets a piece now."""
    return state.puts[0].on if state.puts else state.mover


def _seconds(moves: Sequence[Move], order: Sequence[int], width: int, also: Sequence[Move]) -> list[int]:
    """The best placements of these, so many, and those of them that are asked about."""
    places = [place for place in order if isinstance(moves[place], Place)]
    return places[:width] + [place for place in places[width:] if moves[place] in also]


def _judge_again(seat: int, outcomes: Sequence[Sequence[Ending]], values: list[int], chosen: Sequence[int]) -> None:
    """Replace the values of the chosen moves by those after one more piece. The best of them keeps the highest value,
    and no other move is better than the worst of them."""
    chosen = [place for place in chosen if not outcomes[place][0].state.boards[seat].out]
    if len(chosen) < 2:
        return
    later = means(further([outcomes[place][0].state for place in chosen]), seat)
    rise = max(values) - max(later)
    least = max(0, min(later) + rise)
    for place in range(len(values)):
        values[place] = min(values[place], least)
    for place, value in zip(chosen, later, strict=True):
        values[place] = max(0, value + rise)


def _is_token(move: Move) -> bool:
    return not isinstance(move, Say | Choose | Place)


def _outcome(state: State, seat: int, move: Move) -> list[Ending]:
    match move:
        case Say():
            return endings(state)
        case Choose(kind):
            return endings(_chosen(state, seat, kind))
        case Place() if state.puts:
            return endings(PutDown().played(state, seat, move))
        case Place():
            return endings(PlaceHand().played(state, seat, move))
        case Cancel():
            return endings(cancelled(state, seat))
        case _:
            return after_use(state, seat, move)


def _chosen(state: State, seat: int, kind: int) -> State:
    """The state with the piece in hand at once: it will be placed next, and its use now shows its worth."""
    board = replace(state.boards[seat], standby=None)
    return state.on_board(seat, board, supply=changed(state.supply, kind, -1), bonus=False, hand=kind, steer=None)


SEARCH = TentricksSearch()
"""Moves by the chance to win at the end of the turn."""
