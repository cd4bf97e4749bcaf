"""Search in Tetris: expectimax over the piece that is due, the next one, and every piece that may follow it.

The best drops of the piece that is due are tried with every drop of the next one. The towers after both are evaluated
by their features (`features`). That is all of `hard`. `expert` evaluates towers by the points that they will probably
earn (`tables`), and continues from the best: the mean, over the letters that may follow, of the best drop into each
tower. Of other seats only the race to an achievement matters. A node is one tower that is evaluated.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple, Protocol

import numpy as np

from ...bots.budget import Budget
from ...bots.search import Weighed
from ...game import Rng
from .achievements import Landing, fulfilled, next_space
from .batch import Bools, Dropped, Ints, Towers, as_batch, best_of, full_rows
from .components import BASIC_ACHIEVEMENT, ROUNDS, SPACE_POINTS, Way
from .estimate import candidates
from .falling import dropped
from .features import Features
from .game import Tetris
from .moves import Drop, Hold, Move
from .pieces import LETTERS, PIECES
from .state import Card, State, Tower
from .tables import SIX, Expected, learnt

_REPLIES = 4
"""Drops of the next piece from which the search continues, for each move."""
_BEST = 4
"""Moves for which the search continues by one more piece, the last one."""
_LATER_REPLIES = 2
"""Drops of the third piece from which it continues."""
_MOVES = 8
"""Moves that are searched deeper at a time."""
_NODES_A_DROP = 90
"""About that many towers are evaluated for one piece that drops into one tower."""
_NODES_A_MOVE = _REPLIES * len(LETTERS) * _NODES_A_DROP
"""The same for a move and one piece that nobody knows yet."""
_LAST_NODES = _BEST * _LATER_REPLIES * len(LETTERS) * _NODES_A_MOVE
"""The same for the best moves and two such pieces."""
_DEEP = 5_000
"""With fewer nodes the search ends after the next piece."""
_DEEPER = 10**9
"""Added to moves that were searched deeper, so that they come before the others."""


class TetrisSearch:
    """Expectimax, as the docstring of the module says."""

    nodes: Mapping[str, int] = {"hard": 200, "expert": 200_000}

    def weigh(
        self, game: Tetris, state: State, seat: int, rng: Rng, budget: Budget, also: Sequence[Move] = ()
    ) -> list[Weighed[Move]]:
        """Drops, with or without minos, and the hold, by the expected result."""
        moves = [*candidates(state, seat)]
        moves += [move for move in also if move not in moves]
        if state.towers[seat].way is None:
            return [Weighed(move, 0) for move in moves]
        values = _values(state, seat, moves, [moves.index(move) for move in also], budget)
        return [Weighed(moves[place], int(values[place])) for place in _best_first(values)]


def _values(state: State, seat: int, moves: Sequence[Move], also: Sequence[int], budget: Budget) -> Ints:
    """The value of each move; those at the places `also` are searched as deep as the best."""
    view = _View.of(state, seat, deep=budget.nodes >= _DEEP)
    tried = _Tried.of(state, seat, moves, view)
    values = tried.now(view)
    if state.next is None:
        return values
    places = np.array([*also, *_others(values, also)[: max(1, budget.nodes // _NODES_A_DROP)]])
    values[places] = tried.at(places).after_next(state.next, view) + _DEEPER
    if not budget.spend(len(places) * _NODES_A_DROP) or not view.deep or view.rounds == 1:
        return values
    for places in _in_batches([*also, *_others(values, also)]):
        values[places] = tried.at(places).after_any(state.next, view) + 2 * _DEEPER
        if not budget.spend(len(places) * _NODES_A_MOVE):
            return values
        if budget.spent + _MOVES * _NODES_A_MOVE + _LAST_NODES > budget.nodes:
            break
    if view.rounds > 2 and budget.spent + _LAST_NODES <= budget.nodes:
        places = np.array([*also, *_others(values, also)[:_BEST]])
        values[places] = tried.at(places).after_any(state.next, view, 2) + 3 * _DEEPER
        budget.spend(_LAST_NODES)
    return values


def _others(values: Ints, also: Sequence[int]) -> list[int]:
    """The places that are not in `also`, the best first."""
    return [place for place in _best_first(values) if place not in also]


def _best_first(values: Ints) -> list[int]:
    places: list[int] = np.argsort(-values, kind="stable").tolist()
    return places


def _in_batches(places: Sequence[int]) -> Iterator[Ints]:
    for first in range(0, len(places), _MOVES):
        yield np.array(places[first : first + _MOVES])


class Scale(Protocol):
    """Evaluates towers in one round. One whose hold is not spent is worth `hold` more."""

    @property
    def point(self) -> int:
        """The worth of a point."""

    @property
    def hold(self) -> int:
        """The worth of the hold, if it is not spent."""

    def worth(self, towers: Towers, six_lines: Ints | int) -> Ints:
        """The value of towers whose hold is spent, shape (n,), if six full rows bring that many points."""

    def out(self, towers: Towers, six_lines: Ints | int) -> Ints:
        """The value of towers whose seat is out."""


class _View(NamedTuple):
    """Facts on which the seat's future depends, beside its tower."""

    way: Way
    unseen: Ints
    """Cards of each letter that may come behind the next one, shape (7,)."""
    rounds: int
    """Rounds still to come after this one."""
    rival: int
    """The most full rows of another seat."""
    prize: int
    """The worth, in points, of six full rows at the end of this round."""
    later_prize: int
    """The same after a later round."""
    deep: bool
    known: dict[tuple[int, int | None], Scale]
    """The scales that were made already."""

    @classmethod
    def of(cls, state: State, seat: int, deep: bool) -> _View:
        """As the seat sees it."""
        way = state.towers[seat].way
        if way is None:
            raise ValueError("the tower does not stand yet")
        others = [tower for other, tower in enumerate(state.towers) if other != seat]
        prize, later = _prizes(state, seat) if deep else (_six_lines(state, seat),) * 2
        rival = max((tower.rows for tower in others), default=0)
        return cls(way, np.array(state.unseen), ROUNDS - state.round, rival, prize, later, deep, {})

    def scale(self, after: int, letter: int | None = None) -> Scale:
        """For towers when that many more rounds than this one are over, and that letter has come."""
        if (after, letter) not in self.known:
            self.known[after, letter] = self._scale(after, letter)
        return self.known[after, letter]

    def _scale(self, after: int, letter: int | None) -> Scale:
        unseen, rounds = self.unseen.copy(), max(0, self.rounds - after)
        if letter is not None:
            unseen[letter] -= 1
        if self.deep:
            return Expected.of(self.way, unseen[None], rounds, np.array([self.rival]), learnt())
        return Features.of(self.way, unseen, rounds)

    def best(self, tried: _Tried, letter: str, scale: Scale) -> Ints:
        """The value of each tower after the best drop of the letter, or after a hold; or when the seat is out."""
        drops = Dropped.of(tried.towers, letter, self.way, everywhere=self.deep)
        hold = scale.hold * ~tried.held
        without = np.where(tried.held, scale.out(tried.towers, tried.prize), scale.worth(tried.towers, tried.prize))
        best = drops.best(scale.worth(drops.towers, tried.prize_of(drops)), without - hold) + hold
        return np.where(tried.held, best, np.maximum(best, without))


class _Tried(NamedTuple):
    """The seat's tower after each of some moves."""

    towers: Towers
    earned: Ints
    """The value of the achievements of these moves."""
    held: Bools
    """Whether the hold is spent."""
    prize: Ints
    """Points still to be had for six full rows."""

    @classmethod
    def of(cls, state: State, seat: int, moves: Sequence[Move], view: _View) -> _Tried:
        """After the moves of that seat."""
        tower, point = state.towers[seat], view.scale(0).point
        after, points = [], []
        for move in moves:
            if isinstance(move, Drop):
                there, landing = dropped(tower, move.minos, PIECES[move.piece])
                after.append(there)
                points.append(_achieved(state, seat, there, landing))
            else:
                after.append(tower)
                points.append(0)
        towers = as_batch(after)
        six = full_rows(towers.squares) >= SIX
        held = np.array([isinstance(move, Hold) or tower.held is not None for move in moves])
        earned = point * (np.array(points) + view.prize * six)
        return cls(towers, earned, held, np.where(six, 0, view.later_prize))

    def at(self, places: Ints) -> _Tried:
        """Only those."""
        return _Tried(self.towers.take(places), self.earned[places], self.held[places], self.prize[places])

    def prize_of(self, drops: Dropped) -> Ints:
        """The points still to be had after each of these drops into the towers."""
        return np.tile(self.prize[drops.sources], len(drops.fits) // max(1, len(drops.sources)))

    def now(self, view: _View) -> Ints:
        """The value of each at the end of this round."""
        scale = view.scale(0)
        return scale.worth(self.towers, self.prize) + scale.hold * ~self.held + self.earned

    def after_next(self, letter: str, view: _View) -> Ints:
        """The value of each after the best drop of the next piece."""
        return view.best(self, letter, view.scale(1)) + self.earned

    def after_any(self, letter: str, view: _View, unknown: int = 1) -> Ints:
        """The expected value of each after the next piece, and the best drops of that many that nobody knows yet."""
        scale = view.scale(1)
        after, sources = self.replies(letter, scale, view, _REPLIES)
        held = self._replace(held=np.ones_like(self.held))
        without = np.where(self.held, scale.out(self.towers, self.prize), held.after_unknown(view, 1))
        best = best_of(after.after_unknown(view, unknown), sources, without)
        return np.where(self.held, best, np.maximum(best, without)) + self.earned

    def replies(self, letter: str, scale: Scale, view: _View, width: int) -> tuple[_Tried, Ints]:
        """The towers after the best drops of the letter, at most `width` into each, and the places of their towers."""
        drops = Dropped.of(self.towers, letter, view.way, everywhere=view.deep)
        places, sources = drops.foremost(scale.worth(drops.towers, self.prize_of(drops)), width)
        return self.at(sources)._replace(towers=drops.towers.take(places)), sources

    def after_unknown(self, view: _View, unknown: int, gone: int | None = None) -> Ints:
        """The expected value of each after the best drops of that many pieces that nobody knows yet; `gone` is the
        letter of one that came before them."""
        cards = view.unseen.copy()
        if gone is not None:
            cards[gone] -= 1
        if not len(self.held):
            return self.prize
        total = sum(
            number * self._after_letter(view, place, unknown, gone)
            for place, number in enumerate(cards.tolist())
            if number
        )
        mean: Ints = total // cards.sum()
        return mean

    def _after_letter(self, view: _View, place: int, unknown: int, gone: int | None) -> Ints:
        """The value of each after the best drop of a letter, and of the pieces that follow it."""
        if gone is not None:
            return view.best(self, LETTERS[place], view.scale(3, gone))
        scale = view.scale(2, place)
        if unknown == 1:
            return view.best(self, LETTERS[place], scale)
        after, sources = self.replies(LETTERS[place], scale, view, _LATER_REPLIES)
        worth, out = scale.worth(self.towers, self.prize), scale.out(self.towers, self.prize)
        return best_of(after.after_unknown(view, 1, place), sources, np.where(self.held, out, worth))


def _six_lines(state: State, seat: int) -> int:
    """The points still to be had for six full rows."""
    for card in state.cards:
        space = next_space(card, state.seats)
        if card.name == BASIC_ACHIEVEMENT and space is not None and not _has(card, seat):
            return SPACE_POINTS[space]
    return 0


def _prizes(state: State, seat: int) -> tuple[int, int]:
    """The worth, in points, of six full rows at the end of this round and after it.

    A seat that takes a space leaves a worse one to its rivals, so their loss counts as well.
    """
    for card in state.cards:
        space = next_space(card, state.seats)
        if card.name == BASIC_ACHIEVEMENT and space is not None and not _has(card, seat):
            rivals = [other for other in state.playing if other != seat and not _has(card, other)]
            faster = sum(_may_fulfil(state, other) for other in rivals)
            now = _space_points(space) if faster else _prize(space, len(rivals))
            return now, _prize(space + (faster > 0), len(rivals) - faster)
    return 0, 0


def _prize(space: int, rivals: int) -> int:
    """The points of a space, and those that each of that many rivals then misses."""
    points = _space_points(space)
    return points + (points - _space_points(space + 1)) // rivals if rivals else points


def _space_points(space: int) -> int:
    return SPACE_POINTS[space] if space < len(SPACE_POINTS) else 0


def _has(card: Card, seat: int) -> bool:
    return any(seat in seats for seats in card.spaces)


def _may_fulfil(state: State, seat: int) -> bool:
    """Whether the seat can have six full rows at the end of this round."""
    tower = state.towers[seat]
    if tower.way is None or state.current is None:
        return False
    drops = Dropped.of(as_batch([tower]), state.current, tower.way)
    return bool((drops.fits & (full_rows(drops.towers.squares) >= SIX)).any())


def _achieved(state: State, seat: int, tower: Tower, landing: Landing) -> int:
    """The points for the cards that the seat fulfils, without the one for six rows, for which towers are evaluated."""
    points = 0
    for card in state.cards:
        space = next_space(card, state.seats)
        if card.name != BASIC_ACHIEVEMENT and space is not None and not _has(card, seat):
            points += SPACE_POINTS[space] * fulfilled(card.name, tower, landing)
    return points


SEARCH = TetrisSearch()
