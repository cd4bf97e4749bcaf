"""The states in which a turn may end if from now on all place their pieces well, and nobody uses a token.

A judge says where pieces lie well (`asking`).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from ...records import replace
from .asking import Thought, best_place, chances, together
from .cards import turned_up
from .effects import take_effect, without_token
from .flow import CANCEL, end_turn, resolved, without_choice
from .judges import View
from .moves import Token
from .prospects import Due
from .state import Put, State
from .turns import PlaceHand, PutDown


class Ending(NamedTuple):
    """A possible end of the turn."""

    state: State
    weight: int
    """Chances have these proportions."""


def endings(state: State) -> Thought[list[Ending]]:
    """The ends of the turn, or of the other turn that the active seat has to take."""
    while state.stack:
        state = resolved(state)
    state = yield from _with_puts(state)
    if state.boards[state.mover].out:
        return [Ending(state, 1)]
    if state.hand is not None:
        return [Ending((yield from _hand_placed(state)), 1)]
    if state.phase == "start":
        return (yield from _after_card(without_choice(state)))
    if state.phase == "card":
        return (yield from _after_card(state))
    return (yield from _after_card(_another(state))) if state.again else [Ending(state, 1)]


def mean(ends: Sequence[Ending], seat: int) -> Thought[int]:
    """The seat's mean chance to win over these ends."""
    found = yield from chances([View(end.state, seat) for end in ends])
    total = sum(end.weight for end in ends)
    return sum(end.weight * chance for end, chance in zip(ends, found, strict=True)) // total


def after_uses(state: State, seat: int, uses: Sequence[Token]) -> Thought[list[list[Ending]]]:
    """The ends for each of several uses of one token; with a cancel, if another seat has one and gains by it."""
    spent = state.on_board(seat, without_token(state.boards[seat], uses[0].token))
    every = yield from together(endings(take_effect(spent, seat, use)) for use in uses)
    for other in state.left:
        board = spent.boards[other]
        if other != seat and CANCEL in board.tokens:
            undone = yield from endings(spent.on_board(other, without_token(board, CANCEL)))
            theirs, own = yield from together(_means([undone, *every], viewer) for viewer in (other, seat))
            pairs = zip(every, theirs[1:], own[1:], strict=True)
            every = [undone if theirs[0] > their and own[0] < my else done for done, their, my in pairs]
    return every


def _means(those: Sequence[Sequence[Ending]], seat: int) -> Thought[list[int]]:
    return together(mean(ends, seat) for ends in those)


def _with_puts(state: State) -> Thought[State]:
    """The state after the best placements of all pieces that are due because of a token."""
    while state.puts:
        put = state.puts[0]
        every = yield from together(_put(state, put, kind) for kind in sorted(set(put.types)))
        ways = [way for way in every if way is not None]
        if len(ways) > 1:
            found = yield from chances([View(way, put.by) for way in ways])
            state = ways[found.index(max(found))]
        else:
            state = ways[0] if ways else replace(state, puts=state.puts[1:])
    return state


def _put(state: State, put: Put, kind: int) -> Thought[State | None]:
    """The state after the best placement of a piece of that type, and of the other one if two are due."""
    place = yield from best_place(Due(state, put.on, put.by, kind, put.by == put.on))
    if place is None:
        return None
    after = PutDown().played(state, put.by, place)
    return (yield from _with_puts(after)) if len(put.types) > 1 else after


def _hand_placed(state: State) -> Thought[State]:
    """The state after the best placement of the piece in hand, in the view of the seat that decides."""
    if state.hand is None:
        raise ValueError("no piece is in hand")
    by = state.mover if state.steer is None else state.steer
    place = yield from best_place(Due(state, state.mover, by, state.hand))
    if place is None:
        raise ValueError("a piece in hand has a place (2.8)")
    return PlaceHand().played(state, by, place)


def _after_card(state: State) -> Thought[list[Ending]]:
    """The ends of a turn that has begun with a card that is still to be drawn, or with a piece in hand, or is over."""
    return (yield from together(_placed(ending) for ending in _drawn(state)))


def _placed(ending: Ending) -> Thought[Ending]:
    """The end after the piece in hand, if there is one."""
    if ending.state.hand is None:
        return ending
    return Ending((yield from _hand_placed(ending.state)), ending.weight)


def _another(state: State) -> State:
    """The beginning of another turn of the active seat: a card is to be drawn, or its standby piece is in hand."""
    after = end_turn(replace(state, again=True))
    return without_choice(after) if after.phase == "start" else after


def _drawn(state: State) -> list[Ending]:
    """The state after each card that may come, if one is due."""
    if state.phase != "card":
        return [Ending(state, 1)]
    return [Ending(turned_up(state, kind), number) for kind, number in enumerate(state.unseen) if number]
