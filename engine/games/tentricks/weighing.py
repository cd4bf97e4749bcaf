"""The chance to win after each move of a decision.

Each move is followed to the ends of the turn (`lookahead`): all seats place pieces where a judge likes them best, and a
seat cancels a token if it gains by that. The value of a move is the mean chance to win there.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np

from ...bots.search import Weighed
from ...records import replace
from .asking import Thought, best_place, together, worths
from .estimate import candidates
from .flow import cancelled
from .lookahead import after_uses, endings, mean
from .moves import Cancel, Choose, Move, Place, Relocate, Remove, Say, Swap, Take, Token
from .odds import WON, chances_of_pairs, leads_of
from .prospects import Due, Open
from .state import State, changed
from .turns import PlaceHand, PutDown

THRIFTY = 18
"""The reserve of a player who saves its tokens, as many people do (`kept`)."""


def sensible(state: State, seat: int) -> list[Move]:
    """The moves of an asked seat that are worth a thought."""
    return [move for move in candidates(state, seat) if not _can_wait(state, seat, move)]


def best(state: State, seat: int, moves: Sequence[Move], reserve: int) -> Thought[Move]:
    """The move with the highest value."""
    if len(moves) == 1:
        return moves[0]
    kinds = {move.kind for move in moves if isinstance(move, Place)}
    if len(kinds) == 1 and all(isinstance(move, Place) for move in moves):
        place = yield from best_place(_due(state, seat, *kinds))
        if place is not None:
            return place
    return (yield from weighed(state, seat, moves, reserve))[0].move


def weighed(state: State, seat: int, moves: Sequence[Move], reserve: int) -> Thought[list[Weighed[Move]]]:
    """The moves with their values, best first; after a token, less the worth of keeping it (`kept`)."""
    values = dict[Move, int]()
    for part in (yield from together(_parts(state, seat, moves))):
        values |= part
    return sorted((Weighed(move, kept(values[move], move, reserve)) for move in moves), key=falling)


def falling(each: Weighed[Move]) -> int:
    """The order by value, best first."""
    return -each.value


def kept(value: int, move: Move, reserve: int) -> int:
    """The value of a move that may use a token: such a use has to raise the chance to win by more than one part in
    `reserve` of its uncertainty."""
    return value if isinstance(move, Say | Choose | Place) else value - 4 * value * (WON - value) // WON // reserve


def _parts(state: State, seat: int, moves: Sequence[Move]) -> Iterator[Thought[dict[Move, int]]]:
    """The values of the moves, those of a like kind together."""
    for kind in sorted({move.kind for move in moves if isinstance(move, Place)}):
        yield _after_placements(state, seat, kind)
    uses = [move for move in moves if not isinstance(move, Say | Choose | Place | Cancel)]
    for token in sorted({use.token for use in uses}):
        yield _after_uses(state, seat, [use for use in uses if use.token == token])
    for move in moves:
        match move:
            case Say():
                yield _value(seat, move, state)
            case Choose(kind):
                yield _value(seat, move, _chosen(state, seat, kind))
            case Cancel():
                yield _value(seat, move, cancelled(state, seat))


def _value(seat: int, move: Move, after: State) -> Thought[dict[Move, int]]:
    return {move: (yield from mean((yield from endings(after)), seat))}


def _after_uses(state: State, seat: int, uses: Sequence[Token]) -> Thought[dict[Move, int]]:
    every = yield from after_uses(state, seat, uses)
    return dict(zip(uses, (yield from together(mean(ends, seat) for ends in every)), strict=True))


def _after_placements(state: State, seat: int, kind: int) -> Thought[dict[Move, int]]:
    """The value of each placement of a piece that is due.

    The best place under the bar is judged as the end of a turn. The others differ from it as the worths of places do,
    by which all pieces are placed that the lookahead foresees.
    """
    due = _due(state, seat, kind)
    spots, found = due.spots, dict[Move, int]()
    if spots.over:
        found |= dict.fromkeys(spots.over, (yield from _chance(state, seat, spots.over[0])))
    if spots.below:
        numbers = (yield from worths(Open.of(due, spots))) * (1 if due.by == due.on else -1)
        first = int(numbers.argmax())
        chance = yield from _chance(state, seat, spots.below[first])
        leads = leads_of(np.array(chance)) + numbers - numbers[first]
        found |= zip(spots.below, chances_of_pairs(leads, np.zeros_like(leads)).tolist(), strict=True)
    return found


def _due(state: State, seat: int, kind: int) -> Due:
    """The piece that the seat is to place."""
    if not state.puts:
        return Due(state, state.mover, seat, kind)
    on = state.puts[0].on
    return Due(state, on, seat, kind, seat == on)


def _chance(state: State, seat: int, place: Place) -> Thought[int]:
    """The chance to win after a placement."""
    wait = PutDown() if state.puts else PlaceHand()
    return (yield from mean((yield from endings(wait.played(state, seat, place))), seat))


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


def _chosen(state: State, seat: int, kind: int) -> State:
    """The state with the piece in hand at once: it will be placed next, and its use now shows its worth."""
    board = replace(state.boards[seat], standby=None)
    return state.on_board(seat, board, supply=changed(state.supply, kind, -1), bonus=False, hand=kind, steer=None)
