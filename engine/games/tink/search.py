"""Tink by alpha-beta: each seat's best few placements, as deep as the nodes allow, and forced answers deeper still.

All placements of a seat are scored in one batch: a set of squares is a 64-bit integer (`geometry`), a batch
an array of them, shape (moves,). Several opponents count as playing together against the seat that asks.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from ...bots.budget import Budget
from ...bots.search import Weighed
from ...game import Rng
from ...pending import Over
from . import rules
from .game import Tink
from .geometry import BOARD, LINES
from .moves import Move, Place
from .state import State, Stones, stash

Squares = NDArray[np.uint64]
"""A batch of sets of squares, shape (moves,)."""
Scores = NDArray[np.int64]
"""A score for each move of a batch, shape (moves,)."""

_WON = 1_000_000
_SOONER = 1_000
"""The cost of a step more to a win, or less to a loss."""
_WIDTH = 8
"""Placements of each seat that are considered."""
_NOISE = 8
"""Scores below this are noise: they vary the choice and order of similar placements."""
_DEEPEST = 24
"""Steps ahead, forced ones included."""
_WORTH = np.array((0, 1, 6, 25, 0))
"""Worth of an open line of one's own by its stones, four being a win."""
_THREAT = np.array((0, 2, 9, 60, 0))
"""The same of another seat, which moves next."""
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
_NONE = np.uint64(0)


def _score(state: State, mover: int, moves: Sequence[Move]) -> Scores:
    """The value of the table for the mover after each of its moves."""
    placed = [move for move in moves if isinstance(move, Place)]
    if not placed:
        return np.zeros(len(moves), np.int64)
    small, medium, own = _after(state.stones[mover], placed)
    others = sum(stones.all for seat, stones in enumerate(state.stones) if seat != mover)
    score, won, completing = _own_lines(small, own & ~small | np.uint64(others))
    more, too, _ = _own_lines(medium, own & ~medium | np.uint64(others))
    score += more
    if stash(state.stones[mover], "s") > 1:
        score += np.where(np.bitwise_count(completing) > 1, _DOUBLE, 0)
    lost = np.zeros(len(moves), np.bool_)
    following = _following(state, mover)
    for seat in state.alive:
        if seat != mover:
            worth, threat = _their_lines(state.stones[seat], own | np.uint64(others & ~state.stones[seat].all))
            score -= worth
            if seat == following:
                lost = threat
    return np.where(won | too, _WON, np.where(lost, score + _LOST, score))


def _following(state: State, mover: int) -> int:
    """The seat that moves next."""
    clockwise = ((mover + steps) % state.seats for steps in range(1, state.seats + 1))
    return next(seat for seat in clockwise if seat in state.alive)


def _after(stones: Stones, moves: Sequence[Place]) -> tuple[Squares, Squares, Squares]:
    """A seat's small, medium and all stones after each of the placements; a large is small and medium."""
    spent = np.array(
        [~(1 << move.spent[0] | 1 << move.spent[1]) & BOARD if move.spent else BOARD for move in moves], np.uint64
    )
    new = np.array([1 << move.square for move in moves], np.uint64)
    small_too = np.array([move.size != "m" for move in moves])
    medium_too = np.array([move.size != "s" for move in moves])
    small = np.uint64(stones.s | stones.l) & spent | np.where(small_too, new, _NONE)
    medium = np.uint64(stones.m | stones.l) & spent | np.where(medium_too, new, _NONE)
    return small, medium, small | medium


def _own_lines(kind: Squares, blocked: Squares) -> tuple[Scores, NDArray[np.bool_], Squares]:
    """The worth of the lines of one kind of stones, whether one is complete, and the squares that complete one."""
    counts = np.bitwise_count(kind[:, None] & _LINES)
    is_open = (blocked[:, None] & _LINES) == 0
    threes = np.where((counts == 3) & is_open, _LINES & ~kind[:, None], _NONE)
    return (_WORTH[counts] * is_open).sum(1), (counts == 4).any(1), np.bitwise_or.reduce(threes, axis=1)


def _their_lines(stones: Stones, blocked: Squares) -> tuple[Scores, NDArray[np.bool_]]:
    """The worth of another seat's lines, and whether a small completes one."""
    small, medium = stones.s | stones.l, stones.m | stones.l
    reached = (blocked[:, None] & _LINES) == 0
    worth = np.zeros(len(blocked), np.int64)
    for kind, rest in ((small, stones.m), (medium, stones.s)):
        is_open = (_LINES & np.uint64(rest)) == 0
        counts = np.bitwise_count(_LINES & np.uint64(kind))
        worth += reached @ (_THREAT[counts] * is_open)
        if kind == small:
            threat = reached @ (is_open & (counts == 3)) if stash(stones, "s") else np.zeros(len(blocked), np.bool_)
    return worth, threat


SEARCH = TinkSearch()
