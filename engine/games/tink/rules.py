"""Legal moves and their effects. Clause numbers are those of `spec/games/tink.md`."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache, reduce
from operator import or_
from typing import TypeVar

from ...bag import outcomes
from ...errors import IllegalMove
from ...latest import for_latest
from ...pending import Chance, Over, Pending, Result, Turn, asked
from ...records import replace
from . import geometry
from .geometry import INTERIOR, NEIGHBOURS, SIDE, SQUARES, members, near_pairs
from .moves import PASS, Move, Pass, Place, Size
from .state import STASH, State, Stones, stash, stash_is_empty

T = TypeVar("T")

PLACED_LIMIT = 100
"""Stones placed a seat after which the game is a draw (6.5, ours): spending stones could continue for ever."""

_SIZE_NAMES = {"s": "small", "m": "medium", "l": "large"}
_FREE_SMALLS = tuple(Place("s", square) for square in SQUARES)
_FREE_IN_COLUMN = tuple(
    tuple(
        tuple(_FREE_SMALLS[SIDE * column + row] for row in range(SIDE) if rows >> row & 1) for rows in range(1 << SIDE)
    )
    for column in range(SIDE)
)
"""For each column and each set of its squares: the free smalls there. Listing them is most of the work of `legal`."""


@for_latest
def pending(state: State) -> Pending:
    """The pending step of a state."""
    result = _result(state)
    if result is not None:
        return Over(result)
    if state.turn is None:
        return Chance(outcomes(map(str, state.alive), [1] * len(state.alive)))
    return Turn(state.turn)


def legal(state: State, seat: int) -> Iterator[Move]:
    """Free smalls by square, then paid stones by spent pair, square and size; `pass` if there is neither."""
    stones = state.stones[seat]
    empty = state.empty
    moves: list[Move] = [*_free(stones, INTERIOR if state.first else empty), *_paid_for(stones, empty)]
    return iter(moves or (PASS,))


def default(state: State, seat: int) -> Move:
    """The default move of the seat whose turn it is (6.7): one that does not help it to a line, if possible."""
    own = state.stones[seat].all
    free = (move for move in legal(state, seat) if isinstance(move, Place) and move.spent is None)
    apart = (move for move in free if not NEIGHBOURS[move.square] & own)
    return next(apart, None) or next(legal(state, seat))


def _free(stones: Stones, squares: int) -> list[Place]:
    """The smalls that the owner of these stones can place on these squares without paying."""
    if not stash(stones, "s"):
        return []
    moves: list[Place] = []
    for by_rows, rows in zip(_FREE_IN_COLUMN, squares.to_bytes(SIDE, "little"), strict=True):
        moves += by_rows[rows]
    return moves


def _paid_for(stones: Stones, empty: int) -> Iterator[Place]:
    """The placements that the owner of these stones can pay for with two of them, on empty squares (4.2, 4.5)."""
    smalls, mediums = stones.s | stones.l, stones.m | stones.l
    ways: tuple[tuple[Size, int, int], ...] = (
        ("m", stones.m, smalls),
        ("s", stones.s, mediums),
        ("l", stones.l, mediums),
    )
    for size, own, payers in ways:
        left = own.bit_count() < STASH[size]
        for pair in near_pairs(payers):
            first, second = pair
            if left or own >> first & 1 or own >> second & 1:
                yield from [place for square, place in _paid_by(size, pair) if square & empty]


@cache  # at most 3 x 546 different ones
def _paid_by(size: Size, pair: tuple[int, int]) -> tuple[tuple[int, Place], ...]:
    """The purchases by two stones on these squares of an empty board: each square, as a set, with the move."""
    first, second = pair
    return tuple((1 << square, Place(size, square, pair)) for square in members(NEIGHBOURS[first] & NEIGHBOURS[second]))


def check(state: State, seat: int, move: Move) -> None:
    """Return if the seat may move so.

    Raises:
        IllegalMove: it may not.
    """
    if seat not in asked(pending(state)):
        raise IllegalMove(f"seat {seat} cannot move now", "tink 2.3")
    stones = state.stones[seat]
    if isinstance(move, Pass):
        if can_place(state, seat):
            raise IllegalMove("you may pass only when you can place no stone", "tink 5.1")
        return
    if state.first and (move.spent or move.size != "s" or not INTERIOR >> move.square & 1):
        raise IllegalMove("the first stone is a small one, on one of the squares c3 to f6", "tink 3.1")
    if not state.empty >> move.square & 1:
        raise IllegalMove(f"{geometry.name(move.square)} is taken", "tink 4.1")
    if move.spent is None:
        _check_free(stones, move)
    else:
        _check_paid(stones, move, move.spent)


def place(state: State, seat: int, move: Move) -> State:
    """The state after a checked move: with the stones moved, passes counted, and the next seat's turn."""
    if isinstance(move, Pass):
        passes = _with(state.passes, seat, state.passes[seat] + 1)
        lost = (*state.lost, seat) if passes[seat] == 2 else state.lost
        return hand_on(replace(state, passes=passes, lost=tuple(sorted(lost))), seat)
    stones = _placed(state.stones[seat], move)
    return hand_on(
        replace(
            state,
            stones=_with(state.stones, seat, stones),
            turn=seat,
            passes=_with(state.passes, seat, 0) if state.passes[seat] else state.passes,
            placed=state.placed + 1,
            first=False,
        ),
        seat,
    )


def hand_on(state: State, seat: int) -> State:
    """The state with the turn of the next seat clockwise from `seat` that has not lost (2.3). A seat without a move and
    without a stone loses (5.3). A finished game keeps its turn.
    """
    seat = (seat + 1) % state.seats
    while _result(following := replace(state, turn=seat)) is None:
        if seat not in state.lost:
            if not stash_is_empty(state.stones[seat]) or can_place(state, seat):
                return following
            state = replace(state, lost=tuple(sorted((*state.lost, seat))))
        seat = (seat + 1) % state.seats
    return state


def can_place(state: State, seat: int) -> bool:
    """Whether the seat has any move but `pass`."""
    stones = state.stones[seat]
    # a square is always free: all stones of four seats leave 24
    return stones.s.bit_count() < STASH["s"] or next(_paid_for(stones, state.empty), None) is not None


def drop(state: State, seat: int) -> State:
    """The seat left: it loses, its stones stay (6.6)."""
    if seat in state.dropped or _result(state) is not None:
        return state
    state = replace(
        state,
        lost=tuple(sorted({*state.lost, seat})),
        dropped=tuple(sorted((*state.dropped, seat))),
    )
    return hand_on(state, seat) if state.turn == seat else state


def has_line(stones: Stones) -> bool:
    """Whether four stones of one size stand in a row, a large counting as either (6.1)."""
    return geometry.has_line(stones.s | stones.l) or geometry.has_line(stones.m | stones.l)


def winning_squares(stones: Stones) -> int:
    """The squares of all lines of four that a seat has; none before it has won."""
    if not has_line(stones):
        return 0
    kinds = (stones.s | stones.l, stones.m | stones.l)
    return reduce(or_, (line for line in geometry.LINES if any(line & kind == line for kind in kinds)), 0)


@for_latest  # needed when the turn passes on, and again for the pending step
def _result(state: State) -> Result | None:
    for seat, stones in enumerate(state.stones):
        if has_line(stones):
            return _ended(state, (seat,), "line")
    if len(state.lost) == state.seats - 1:
        return _ended(state, state.alive, "default" if len(state.dropped) == state.seats - 1 else "last")
    if state.placed >= PLACED_LIMIT * state.seats:
        return _ended(state, (), "limit")
    return _ended(state, (), "stuck") if _is_stuck(state) else None


def _is_stuck(state: State) -> bool:
    for seat in range(state.seats):  # noqa: SIM110 - in each step; `any` costs more than the loop
        if seat not in state.lost and can_place(state, seat):
            return False
    return True


def _ended(state: State, winners: tuple[int, ...], reason: str) -> Result:
    return Result(winners, (None,) * state.seats, ((),) * state.seats, reason)


def _check_free(stones: Stones, move: Place) -> None:
    if move.size != "s":
        raise IllegalMove(f"a {_SIZE_NAMES[move.size]} stone costs two stones that touch its square", "tink 4.2")
    if not stash(stones, "s"):
        raise IllegalMove("you have no small stone left in your stash", "tink 4.5")


def _check_paid(stones: Stones, move: Place, spent: tuple[int, int]) -> None:
    for square in spent:
        if not stones.all >> square & 1:
            raise IllegalMove(f"you have no stone on {geometry.name(square)}", "tink 4.2")
        if not NEIGHBOURS[move.square] >> square & 1:
            raise IllegalMove(f"{geometry.name(square)} does not touch {geometry.name(move.square)}", "tink 4.3")
    mask = 1 << spent[0] | 1 << spent[1]
    paying: Size = "s" if move.size == "m" else "m"
    if mask & ~(stones.of(paying) | stones.l):
        raise IllegalMove(
            f"a {_SIZE_NAMES[move.size]} stone costs two {_SIZE_NAMES[paying]} ones; the large counts as either size",
            "tink 4.2",
        )
    if not _stash_after_spending(stones, move.size, mask):
        raise IllegalMove(f"you have no {_SIZE_NAMES[move.size]} stone left in your stash", "tink 4.5")


def _stash_after_spending(stones: Stones, size: Size, spent: int) -> bool:
    return (stones.of(size) & ~spent).bit_count() < STASH[size]


def _placed(stones: Stones, move: Place) -> Stones:
    kept = ~(1 << move.spent[0] | 1 << move.spent[1]) if move.spent else -1
    new = 1 << move.square
    return Stones(
        stones.s & kept | (new if move.size == "s" else 0),
        stones.m & kept | (new if move.size == "m" else 0),
        stones.l & kept | (new if move.size == "l" else 0),
    )


def _with(values: tuple[T, ...], seat: int, value: T) -> tuple[T, ...]:
    return (*values[:seat], value, *values[seat + 1 :])
