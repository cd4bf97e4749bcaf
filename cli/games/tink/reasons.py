"""Reasons in Tink: lines completed, threatened and stopped."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from p2pgame.engine.games.tink.geometry import LINES, LINES_THROUGH, name
from p2pgame.engine.games.tink.moves import Move, Pass, Place
from p2pgame.engine.games.tink.rules import has_line, place
from p2pgame.engine.games.tink.state import State, Stones

from ...words.grammar import and_list


def reasons(state: State, seat: int, move: Move, names: Sequence[str]) -> list[str]:
    """The effect of the placement on lines."""
    if isinstance(move, Pass):
        return ["has no other move"]
    return [*_won(state, seat, move), *_stopped(state, seat, move, names), *_spent(move)]


def _won(state: State, seat: int, move: Place) -> Iterator[str]:
    after = place(state, seat, move)
    if has_line(after.stones[seat]):
        yield "completes four in a row"
        return
    ends = sorted(_completing(after, seat) - _completing(state, seat))
    if len(ends) > 1:
        here = and_list([name(end) for end in ends])
        yield f"threatens to complete a row on {here}; the other side can stop only one"
    elif ends:
        yield f"threatens to complete a row on {name(ends[0])}"


def _stopped(state: State, seat: int, move: Place, names: Sequence[str]) -> Iterator[str]:
    for other in state.alive:
        if other != seat and move.square in _completing(state, other):
            yield f"stops three in a row of {names[other]}"
        elif other != seat and _open_twos(state, other, move.square) > 1:
            yield f"blocks {names[other]}"


def _spent(move: Place) -> Iterator[str]:
    if move.spent:
        yield "returns two stones to your stash"


def _completing(state: State, seat: int) -> set[int]:
    """The free squares that would complete four in a row of a seat."""
    empty = state.empty
    found = set()
    for kind in _kinds(state.stones[seat]):
        for line in LINES:
            rest = line & ~kind
            if rest.bit_count() == 1 and rest & empty:
                found.add(rest.bit_length() - 1)
    return found


def _open_twos(state: State, seat: int, square: int) -> int:
    """The lines through the square with two stones of a kind of the seat and room for the others."""
    empty = state.empty
    return sum(
        (line & kind).bit_count() == 2 and not line & ~kind & ~empty
        for line in LINES_THROUGH[square]
        for kind in _kinds(state.stones[seat])
    )


def _kinds(stones: Stones) -> tuple[int, int]:
    return stones.s | stones.l, stones.m | stones.l
