"""The states in which a turn may end if from now on all place their pieces well, and nobody uses a token."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from ...records import replace
from .cards import turned_up
from .effects import take_effect, without_token
from .flow import CANCEL, end_turn, resolved, without_choice
from .moves import Steer, Token
from .prospects import Due, best_places, chances
from .state import State
from .turns import PlaceHand, PutDown


class Ending(NamedTuple):
    """A possible end of the turn."""

    state: State
    weight: int
    """Chances have these proportions."""


def endings(state: State) -> list[Ending]:
    """The ends of the turn, or of the other turn that the active seat has to take."""
    while state.stack:
        state = resolved(state)
    state = with_puts(state)
    if state.boards[state.mover].out:
        return [Ending(state, 1)]
    if state.hand is not None:
        return [Ending(_hand_placed([state])[0], 1)]
    if state.phase == "start":
        return _after_cards([without_choice(state)])[0]
    if state.phase == "card":
        return _after_cards([state])[0]
    return _after_cards([_another(state)])[0] if state.again else [Ending(state, 1)]


def further(states: Sequence[State]) -> list[list[Ending]]:
    """For each end of a turn, the ends of another turn that its seat takes at once. A seat that has a steer makes the
    piece overlap the bar if it can and nobody can cancel that."""
    return _after_cards([_another(state) for state in states], steered=True)


def _another(state: State) -> State:
    """The beginning of another turn of the active seat: a card is to be drawn, or its standby piece is in hand."""
    after = end_turn(replace(state, again=True))
    return without_choice(after) if after.phase == "start" else after


def with_puts(state: State) -> State:
    """The state after the best placements of all pieces that are due because of a token."""
    while state.puts:
        put = state.puts[0]
        ways = []
        for kind in sorted(set(put.types)):
            place = best_places([Due(state, put.on, put.by, kind, put.by == put.on)])[0]
            if place is None:
                continue
            way = PutDown().played(state, put.by, place)
            ways.append(with_puts(way) if len(put.types) > 1 else way)
        if not ways:
            return replace(state, puts=state.puts[1:])
        state = ways[0] if len(ways) == 1 else max(zip(chances(ways, put.by), ways, strict=True), key=_first)[1]
    return state


def _first(pair: tuple[int, State]) -> int:
    return pair[0]


def _hand_placed(states: Sequence[State]) -> list[State]:
    """The states after the best placement of the piece in hand, in the view of the seat that decides."""
    due = []
    for state in states:
        if state.hand is None:
            raise ValueError("no piece is in hand")
        by = state.mover if state.steer is None else state.steer
        due.append(Due(state, state.mover, by, state.hand))
    places = best_places(due)
    return [
        PlaceHand().played(state, state.mover, place)
        for state, place in zip(states, places, strict=True)
        if place is not None
    ]


def _after_cards(states: Sequence[State], *, steered: bool = False) -> list[list[Ending]]:
    """The ends of turns that have begun with a card that is still to be drawn, or with a piece in hand, or are over."""
    found: list[list[Ending]] = [[] for _ in states]
    with_piece = list[tuple[int, Ending]]()
    for place, state in enumerate(states):
        for ending in _drawn(state):
            if ending.state.hand is None:
                found[place].append(ending)
            else:
                with_piece.append((place, ending))
    placed = _hand_placed([_steered(ending.state) if steered else ending.state for _, ending in with_piece])
    for (place, ending), after in zip(with_piece, placed, strict=True):
        found[place].append(Ending(after, ending.weight))
    return found


def _steered(state: State) -> State:
    """The state in which another seat steers the piece in hand, if that puts the active seat out."""
    if state.hand is None or state.hand_from != "card" or CANCEL in state.boards[state.mover].tokens:
        return state
    able = [seat for seat in state.left if seat != state.active and Steer.token in state.boards[seat].tokens]
    if able and Due(state, state.mover, state.mover, state.hand).spots.over:
        return replace(state, steer=able[0])
    return state


def _drawn(state: State) -> list[Ending]:
    """The state after each card that may come, if one is due."""
    if state.phase != "card":
        return [Ending(state, 1)]
    return [Ending(turned_up(state, kind), number) for kind, number in enumerate(state.unseen) if number]


def means(outcomes: Sequence[Sequence[Ending]], seat: int) -> list[int]:
    """The seat's mean chance to win over each of these sets of endings."""
    every = chances([ending.state for those in outcomes for ending in those], seat)
    found, first = [], 0
    for those in outcomes:
        values = every[first : first + len(those)]
        first += len(those)
        total = sum(ending.weight for ending in those)
        found.append(sum(value * ending.weight for value, ending in zip(values, those, strict=True)) // total)
    return found


def after_use(state: State, seat: int, use: Token) -> list[Ending]:
    """The endings if the seat uses a token; if another seat can cancel that and gains by it, with the cancel."""
    spent = state.on_board(seat, without_token(state.boards[seat], use.token))
    done = endings(take_effect(spent, seat, use))
    for other in state.left:
        board = spent.boards[other]
        if other == seat or CANCEL not in board.tokens:
            continue
        undone = endings(spent.on_board(other, without_token(board, CANCEL)))
        with_it, without = means((done, undone), other)
        if without > with_it:
            own_with, own_without = means((done, undone), seat)
            if own_without < own_with:
                done = undone
    return done
