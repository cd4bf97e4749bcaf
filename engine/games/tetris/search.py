"""Search in Tetris: expectimax over the piece that is due, the next one, and every piece that may follow it.

Only the seat's own tower matters, except for the race to an achievement, so others are not considered. Every drop of
the piece that is due is tried with every drop of the next one, and the towers after both are weighed (`features`). That
is all of `hard`. `expert` continues from the best of them: the mean, over the letters that may follow, of the best drop
into each tower. A node is one tower that is weighed.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

import numpy as np

from ...bots.budget import Budget
from ...bots.search import Weighed
from ...game import Rng
from .achievements import Landing, fulfilled, next_space
from .batch import Bools, Dropped, Ints, Towers, as_batch
from .components import BASIC_ACHIEVEMENT, ROUNDS, SPACE_POINTS, Way
from .estimate import candidates
from .falling import dropped
from .features import POINT, worth
from .game import Tetris
from .moves import Drop, Hold, Move
from .pieces import LETTERS, PIECES
from .state import State, Tower

_REPLIES = 4
"""Drops of the next piece from which the search continues, for each move."""
_MOVES = 8
"""Moves that are searched deeper at a time."""
_NODES_A_DROP = 90
"""About this many towers are weighed for one piece that drops into one tower."""
_DEEPER = 10**9
"""Added to moves that were searched deeper, so that they come before the others."""
_OUT = 20 * POINT
"""The price of a piece that fits nowhere and cannot be held."""


class TetrisSearch:
    """Expectimax, as the docstring of the module says."""

    nodes: Mapping[str, int] = {"hard": 500, "expert": 100_000}

    def weigh(
        self, game: Tetris, state: State, seat: int, rng: Rng, budget: Budget, also: Sequence[Move] = ()
    ) -> list[Weighed[Move]]:
        """Drops, with or without minos, and the hold, by the expected result."""
        moves = [*candidates(state, seat)]
        moves += [move for move in also if move not in moves]
        if state.towers[seat].way is None:
            return [Weighed(move, 0) for move in moves]
        values = _values(state, seat, moves, [moves.index(move) for move in also], budget)
        order = np.argsort(-values, kind="stable").tolist()
        return [Weighed(moves[place], int(values[place])) for place in order]


def _values(state: State, seat: int, moves: Sequence[Move], also: Sequence[int], budget: Budget) -> Ints:
    """The value of each move; those at the places `also` are searched as deep as the best."""
    view, tried = _View.of(state, seat), _Tried.of(state, seat, moves)
    if state.next is None:
        return view.worth(tried.towers, 0) + tried.earned
    values = tried.after_next(state.next, view)
    if not budget.spend(len(moves) * _NODES_A_DROP) or view.rounds == 1:
        return values
    best = [place for place in np.argsort(-values, kind="stable").tolist() if place not in also]
    for places in _in_batches([*also, *best]):
        values[places] = tried.at(places).after_any(state.next, view) + _DEEPER
        if not budget.spend(len(places) * _REPLIES * len(LETTERS) * _NODES_A_DROP):
            break
    return values


def _in_batches(places: Sequence[int]) -> Iterator[Ints]:
    for first in range(0, len(places), _MOVES):
        yield np.array(places[first : first + _MOVES])


class _View(NamedTuple):
    """Facts on which the seat's future depends, beside its tower."""

    way: Way
    unseen: Ints
    """Cards of each letter that may come behind the next one, shape (7,)."""
    rounds: int
    """Rounds still to come after this one."""
    six_lines: int
    """Points still to be had for six full rows."""

    @classmethod
    def of(cls, state: State, seat: int) -> _View:
        """As the seat sees it."""
        way = state.towers[seat].way
        if way is None:
            raise ValueError("the tower does not stand yet")
        return cls(way, np.array(state.unseen), ROUNDS - state.round, _six_lines(state, seat))

    def worth(self, towers: Towers, after: int) -> Ints:
        """The value of towers after that many more rounds than this one."""
        return worth(towers, self.way, self.unseen, self.rounds - after, self.six_lines)

    def best(self, towers: Towers, held: Bools, letter: str, after: int) -> Ints:
        """The value of each tower after the best drop of the letter, or when the piece is held or the seat is out."""
        dropped_ = Dropped.of(towers, letter, self.way)
        stuck = self.worth(towers, after) - np.where(held, _OUT, POINT)
        return dropped_.best(self.worth(dropped_.towers, after), stuck)


class _Tried(NamedTuple):
    """The seat's tower after each of some moves."""

    towers: Towers
    earned: Ints
    """The value of achievements, and of the hold if it is not spent."""
    held: Bools
    """Whether the hold is spent."""

    @classmethod
    def of(cls, state: State, seat: int, moves: Sequence[Move]) -> _Tried:
        """After the moves of that seat."""
        tower = state.towers[seat]
        after, points = [], []
        for move in moves:
            if isinstance(move, Drop):
                there, landing = dropped(tower, move.minos, PIECES[move.piece])
                after.append(there)
                points.append(_achieved(state, seat, there, landing))
            else:
                after.append(tower)
                points.append(0)
        held = np.array([isinstance(move, Hold) or tower.held is not None for move in moves])
        return cls(as_batch(after), POINT * (np.array(points) + ~held), held)

    def at(self, places: Ints) -> _Tried:
        """Only those."""
        return _Tried(self.towers.take(places), self.earned[places], self.held[places])

    def after_next(self, letter: str, view: _View) -> Ints:
        """The value of each after the best drop of the next piece."""
        return view.best(self.towers, self.held, letter, 1) + self.earned

    def after_any(self, letter: str, view: _View) -> Ints:
        """The expected value of each after the next piece, and the best drop of one that nobody knows yet."""
        pairs = Dropped.of(self.towers, letter, view.way)
        foremost = pairs.foremost(view.worth(pairs.towers, 1), _REPLIES)
        towers, sources = pairs.towers.take(foremost), pairs.sources[foremost]
        stuck = view.worth(self.towers, 1) - _OUT
        if not len(foremost):
            return stuck + self.earned
        total = sum(
            number * view.best(towers, self.held[sources], each, 2)
            for each, number in zip(LETTERS, view.unseen.tolist(), strict=True)
            if number
        )
        return Dropped(towers, sources).best(total // view.unseen.sum(), stuck) + self.earned


def _six_lines(state: State, seat: int) -> int:
    """The points still to be had for six full rows."""
    for card in state.cards:
        space = next_space(card, state.seats)
        if card.name == BASIC_ACHIEVEMENT and space is not None and not any(seat in seats for seats in card.spaces):
            return SPACE_POINTS[space]
    return 0


def _achieved(state: State, seat: int, tower: Tower, landing: Landing) -> int:
    """The points for the cards that the seat fulfils, without the one for six rows, which towers are weighed for."""
    points = 0
    for card in state.cards:
        space = next_space(card, state.seats)
        if card.name != BASIC_ACHIEVEMENT and space is not None and not any(seat in seats for seats in card.spaces):
            points += SPACE_POINTS[space] * fulfilled(card.name, tower, landing)
    return points


SEARCH = TetrisSearch()
