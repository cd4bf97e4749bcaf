"""Tink in numbers."""

from __future__ import annotations

from itertools import combinations

from ...coding import CodedGame, Coding, Listed, bits, from_seat, seen
from .geometry import NEIGHBOURS, SQUARES, members
from .moves import PASS, Place, Size
from .state import STASH, State, Stones

_SIZES: tuple[Size, ...] = ("s", "m", "l")

actions = Coding(
    Listed([PASS]),
    Listed(Place("s", square) for square in SQUARES),
    Listed(
        Place(size, square, spent)
        for size in _SIZES
        for square in SQUARES
        for spent in combinations(members(NEIGHBOURS[square]), 2)
    ),
)


def features(state: State, seat: int) -> list[int]:
    """Stones of each seat by size and square, stones left, passes, seats that lost; the turn, the first stone."""
    seats = state.seats
    lost = [int(each in state.lost) for each in range(seats)]
    return [
        *(number for stones in from_seat(state.stones, seat) for number in _stones(stones)),
        *from_seat(state.passes, seat),
        *from_seat(lost, seat),
        *seen(state.turn, seat, seats),
        int(state.first),
        state.placed,
    ]


def _stones(stones: Stones) -> list[int]:
    return [
        *(bit for size in _SIZES for bit in bits(stones.of(size), SQUARES)),
        *(STASH[size] - stones.of(size).bit_count() for size in _SIZES),
    ]


CODING = CodedGame(actions, features)
