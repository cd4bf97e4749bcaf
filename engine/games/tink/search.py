"""Tink by alpha-beta: each seat's best few placements, as deep as the nodes allow, and forced answers deeper still.

All placements of a seat are scored in one batch: a set of squares is a 64-bit integer (`geometry`), a batch an array
of them. Placements that spend the same stones form a group. Several opponents count as playing together against the
seat that asks.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from ...bots.budget import Budget
from ...bots.search import Weighed
from ...game import Rng
from ...pending import Over
from . import rules
from .game import Tink
from .geometry import BOARD, LINES, SQUARES
from .moves import Move, Place, Size
from .state import State, Stones, stash

Squares = NDArray[np.uint64]
"""A batch of sets of squares."""
Counts = NDArray[np.uint8]
Worths = NDArray[np.float32]
Bools = NDArray[np.bool_]
Scores = NDArray[np.int64]
"""A score for each move of a batch."""

_WON = 1_000_000
_SOONER = 1_000
"""The cost of a step more to a win, or less to a loss."""
_WIDTH = 8
"""Placements of each seat that are considered."""
_NOISE = 8
"""Scores below this are noise: they vary the choice and order of similar placements."""
_DEEPEST = 24
"""Steps ahead, forced ones included."""
_WORTH = np.array((0, 1, 6, 25, 0, 0), np.float32)
"""Worth of an open line of one's own by its stones, four being a win. The sums are small whole numbers, so floats are
exact; numpy has a fast product of matrices only for floats."""
_THREAT = np.array((0, 2, 9, 60, 0), np.float32)
"""The same of another seat, which moves next."""
_NEVER = 5
"""More stones than a line has."""
_DOUBLE = 20_000
"""Score of two squares that would complete a line with a small: the next seat cannot stop both."""
_LOST = -100_000
"""Score of a placement that leaves the next seat a line to complete."""


class TinkSearch:
    """A search by iterative deepening. The last finished depth gives the result."""

    nodes: Mapping[str, int] = {"hard": 3_000, "expert": 100_000}

    def weigh(
        self, game: Tink, state: State, seat: int, rng: Rng, budget: Budget, also: Sequence[Move] = ()
    ) -> list[Weighed[Move]]:
        """The seat's best placements, evaluated against the others' answers."""
        position = _Look(seat, budget)
        moves = _moves(state, seat)
        if len(moves) == 1:
            return [Weighed(moves[0], 0)]
        luck = np.array([rng.randrange(_NOISE) for _ in moves])
        scores = _score(state, seat, moves) + luck
        order = _best_first(scores, _WIDTH * 2)
        kept = [moves[index] for index in order]
        kept += [move for move in also if move not in kept]
        values = {move: int(scores[moves.index(move)]) for move in kept}
        for depth in range(1, _DEEPEST):
            deeper = position.deepen(state, kept, depth)
            if len(deeper) < len(kept):
                break
            values = deeper
            kept.sort(key=lambda move: -values[move])
            if abs(values[kept[0]]) > _WON // 2:
                break
        return [Weighed(move, values[move]) for move in kept]


class _OutOfNodes(Exception):
    """The budget is spent."""


@dataclass(frozen=True, slots=True)
class _Look:
    """A look ahead for one seat."""

    seat: int
    budget: Budget

    def deepen(self, state: State, moves: Sequence[Move], depth: int) -> dict[Move, int]:
        """The value of each move, looking `depth` steps ahead; only of the first moves if the nodes do not suffice for
        all."""
        found: dict[Move, int] = {}
        lowest = -2 * _WON
        try:
            for move in moves:
                found[move] = self._value(rules.place(state, self.seat, move), depth, 1, lowest, 2 * _WON)
                lowest = max(lowest, found[move] - 1)
        except _OutOfNodes:
            pass
        return found

    def _value(self, state: State, depth: int, ply: int, alpha: int, beta: int) -> int:
        """The value of the state for the seat that looks, between alpha and beta."""
        pending = rules.pending(state)
        if isinstance(pending, Over):
            return self._result(pending.result.winners, ply)
        mover = state.turn
        assert mover is not None
        moves = _moves(state, mover)
        if not self.budget.spend(len(moves)):
            raise _OutOfNodes
        scores = _score(state, mover, moves)
        order = _best_first(scores, _WIDTH)
        if scores[order[0]] >= _WON:
            return self._result((mover,), ply + 1)
        forced = sum(scores[index] > _LOST // 2 for index in order) <= 1
        order = order[:2] if forced else order
        if ply >= _DEEPEST or (depth <= 1 and not forced):
            best = int(scores[order[0]])
            return best if mover == self.seat else -best
        return self._through(state, mover, [moves[index] for index in order], depth - (not forced), ply, alpha, beta)

    def _through(
        self, state: State, mover: int, moves: Sequence[Move], depth: int, ply: int, alpha: int, beta: int
    ) -> int:
        """The value of the mover's best of these moves: highest for the seat that looks, lowest for all others."""
        maximise = mover == self.seat
        for move in moves:
            found = self._value(rules.place(state, mover, move), depth, ply + 1, alpha, beta)
            if maximise:
                alpha = max(alpha, found)
            else:
                beta = min(beta, found)
            if alpha >= beta:
                break
        return alpha if maximise else beta

    def _result(self, winners: tuple[int, ...], ply: int) -> int:
        if not winners:
            return 0
        return _WON - _SOONER * ply if self.seat in winners else _SOONER * ply - _WON


def _moves(state: State, seat: int) -> list[Move]:
    return list(rules.legal(state, seat))


def _best_first(scores: Scores, number: int) -> list[int]:
    """The places of the highest scores, highest first, earlier ones before equal later ones."""
    return [int(place) for place in np.argsort(-scores, kind="stable")[:number]]


_LINES = np.array(LINES, np.uint64)
_EACH_SQUARE = np.uint64(1) << np.arange(len(SQUARES), dtype=np.uint64)
_THROUGH = ((_LINES[:, None] & _EACH_SQUARE) != 0).astype(np.float32)
"""Whether each line goes through each square, shape (lines, squares)."""
_ONE = np.uint64(1)


def _score(state: State, mover: int, moves: Sequence[Move]) -> Scores:
    """The value of the table for the mover after each of its moves."""
    placed = [move for move in moves if isinstance(move, Place)]
    if not placed:
        return np.zeros(len(moves), np.int64)
    groups = {key: place for place, key in enumerate(dict.fromkeys((move.size, move.spent) for move in placed))}
    group = np.array([groups[move.size, move.spent] for move in placed])
    square = np.array([move.square for move in placed])
    scores: Scores = _scores(state, mover, list(groups))[group, square]
    return scores


def _scores(state: State, mover: int, groups: Sequence[tuple[Size, tuple[int, int] | None]]) -> Scores:
    """The value of the table for the mover after each of these kinds of placements on each square, shape (groups,
    squares).

    The lines are evaluated once, without the new stone. The gain by a new stone on a square is the sum of the gains of
    the lines through that square.
    """
    own = _Own.of(state.stones[mover], groups)
    others = sum(stones.all for seat, stones in enumerate(state.stones) if seat != mover)
    small = _Lines.of(own.small, own.all & ~own.small | np.uint64(others), own.adds_small)
    medium = _Lines.of(own.medium, own.all & ~own.medium | np.uint64(others), own.adds_medium)
    worth, gain = small.worth + medium.worth, small.gain + medium.gain
    threats = np.zeros_like(worth)
    following = _following(state, mover)
    for seat in state.alive:
        if seat != mover:
            stones = state.stones[seat]
            reached = ((own.all | np.uint64(others & ~stones.all))[:, None] & _LINES) == 0
            lines, completed = _their_lines(stones)
            worth -= reached * lines
            gain += reached * lines
            if seat == following:
                threats = reached * completed
    gains, wins, stopped = np.stack((gain, small.completed | medium.completed, threats)) @ _THROUGH
    score: Scores = (worth.sum(1)[:, None] + gains).astype(np.int64)
    if stash(state.stones[mover], "s") > 1:
        score += np.where(small.completing(own.small, own.adds_small) > 1, _DOUBLE, 0)
    lost = threats.sum(1)[:, None] > stopped
    return np.where(wins > 0, _WON, np.where(lost, score + _LOST, score))


def _following(state: State, mover: int) -> int:
    """The seat that moves next."""
    clockwise = ((mover + steps) % state.seats for steps in range(1, state.seats + 1))
    return next(seat for seat in clockwise if seat in state.alive)


class _Own(NamedTuple):
    """The stones of a seat that spends two of them, or none, before the new stone is there, shape (groups,)."""

    small: Squares
    """A large is small and medium."""
    medium: Squares
    all: Squares
    adds_small: Bools
    """Whether the new stone is small, shape (groups, 1)."""
    adds_medium: Bools

    @classmethod
    def of(cls, stones: Stones, groups: Sequence[tuple[Size, tuple[int, int] | None]]) -> _Own:
        """For the size of the new stone and the squares of the spent ones."""
        kept = np.array(
            [~(1 << spent[0] | 1 << spent[1]) & BOARD if spent else BOARD for _, spent in groups], np.uint64
        )
        small, medium = np.uint64(stones.s | stones.l) & kept, np.uint64(stones.m | stones.l) & kept
        adds_small = np.array([[size != "m"] for size, _ in groups])
        adds_medium = np.array([[size != "s"] for size, _ in groups])
        return cls(small, medium, small | medium, adds_small, adds_medium)


class _Lines(NamedTuple):
    """The lines of one kind of stones before the new stone is there, shape (groups, lines)."""

    stones: Counts
    """Stones of that kind."""
    is_open: Bools
    """Whether nothing else is on the line."""
    worth: Worths
    gain: Worths
    """The gain by the new stone, if the line goes through its square."""
    completed: Bools
    """Whether the new stone then completes the line."""

    @classmethod
    def of(cls, kind: Squares, blocked: Squares, adds: Bools) -> _Lines:
        """For stones of that kind, other ones, and whether the new one is of that kind."""
        stones = np.bitwise_count(kind[:, None] & _LINES)
        is_open = (blocked[:, None] & _LINES) == 0
        worth = _WORTH.take(stones) * is_open
        return cls(stones, is_open, worth, _WORTH.take(stones + 1) * (is_open & adds) - worth, (stones == 3) & adds)

    def completing(self, kind: Squares, adds: Bools) -> Counts:
        """The number of squares that complete a line after the new stone, shape (groups, squares)."""
        now = np.zeros(len(kind), np.uint64)
        groups, lines = np.nonzero(self.is_open & (self.stones == 3))
        np.bitwise_or.at(now, groups, _LINES[lines] & ~kind[groups])
        after = now[:, None] & ~_EACH_SQUARE
        groups, lines = np.nonzero(self.is_open & (self.stones == 2) & adds)
        both = _LINES[lines] & ~kind[groups]
        one = both & ~(both - _ONE)
        for here, there in ((one, both ^ one), (both ^ one, one)):
            np.bitwise_or.at(after, (groups, np.bitwise_count(here - _ONE)), there)
        return np.bitwise_count(after)


@lru_cache(maxsize=256)  # a step changes the stones of one seat only
def _their_lines(stones: Stones) -> tuple[Worths, Worths]:
    """The worth of another seat's lines, shape (lines,), and whether a small completes each."""
    small, medium = stones.s | stones.l, stones.m | stones.l
    smalls = np.bitwise_count(_LINES & np.uint64(small)) * ((_LINES & np.uint64(stones.m)) == 0)
    mediums = np.bitwise_count(_LINES & np.uint64(medium)) * ((_LINES & np.uint64(stones.s)) == 0)
    completed = smalls == (3 if stash(stones, "s") else _NEVER)
    return _THREAT.take(smalls) + _THREAT.take(mediums), completed.astype(np.float32)


SEARCH = TinkSearch()
