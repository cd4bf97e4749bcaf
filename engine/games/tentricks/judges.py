"""Judges of positions at the end of a turn: how likely a seat wins, and where a piece lies best."""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Sequence
from itertools import islice
from typing import NamedTuple, Protocol

import numpy as np

from ...records import replace
from .album import Album, lies
from .duel import Duel, Side, chances_in
from .duel_facts import Common
from .features import Facts, Ints
from .moves import Place
from .network import ODDS, Prospect, Prospects, strengths
from .odds import WON, chance_of, leads_of
from .outlook import Outlook, next_seat, outlook
from .pieces import filled
from .placing import Spots
from .prospects import Due, Open, placed, prospects_of
from .putting import BONUS_ROWS
from .state import State

_BONUS = ODDS // 5
"""The strength that a piece of one's choice adds."""
_DUEL = 2
_MOST = 8
"""More than the number of tokens that one piece can win."""
_TENTHS = 3
"""For placing pieces, the weight of the network of duels; the rest is that of each seat alone. Either plays worse."""


class View(NamedTuple):
    """A table at the end of a turn, or at the beginning of one, as a seat sees it."""

    state: State
    seat: int


class Judge(Protocol):
    """Judges many positions at once."""

    @property
    def album(self) -> Album:
        """The boards that it has looked at."""

    def chances(self, views: Sequence[View]) -> list[int]:
        """The chance of the seat to win in each view, in parts of `WON`."""

    def worths(self, pieces: Sequence[Open]) -> list[Ints]:
        """For each piece a number for each of its places: higher is better for the owner of the board."""


def best_places(judge: Judge, due: Sequence[Due]) -> list[Place | None]:
    """For each piece the best place in the view of the seat that decides; None if it can lie nowhere.

    Of many places on a seat's own board only those are judged that look good at a glance (`glance`).
    """
    found: list[Place | None] = []
    opens = list[tuple[int, tuple[Due, Spots]]]()
    for piece in due:
        spots = piece.spots
        if spots.over and (not spots.below or piece.by != piece.on):
            found.append(spots.over[0])
            continue
        if spots.below:
            opens.append((len(found), (piece, spots)))
        found.append(None)
    good = judge.album.good([each for _, each in opens])
    for (number, _), (piece, places, _), values in zip(opens, good, judge.worths(good), strict=True):
        found[number] = places[values.argmax() if piece.by == piece.on else values.argmin()]
    return found


class Alone:
    """Judges each seat by its own board and tokens, and the others' tokens, at tables of any size.

    Remembers all its answers, so it serves one decision.
    """

    def __init__(self) -> None:
        self.album = Album()
        self._places: dict[Prospect, int] = {}
        self._strengths = list[int]()
        self._worths: dict[Hashable, Ints] = {}

    def chances(self, views: Sequence[View]) -> list[int]:
        """By the strengths of all seats that are left."""
        seats = [state.left for state, _ in views]
        known = iter(self._strengths_of([each for state, _ in views for each in prospects_of(state)]))
        found = list[int]()
        for (_, seat), left in zip(views, seats, strict=True):
            those = [next(known) for _ in left]
            found.append(chance_of(those, left.index(seat)) if seat in left else 0)
        return found

    def _strengths_of(self, prospects: Sequence[Prospect]) -> list[int]:
        places = [self._places.setdefault(each, len(self._places)) for each in prospects]
        new = list(islice(self._places, len(self._strengths), None))
        if new:
            self._strengths += strengths(Prospects.of_each(new)).tolist()
        return [self._strengths[place] for place in places]

    def worths(self, pieces: Sequence[Open]) -> list[Ints]:
        """Strengths of the owner."""
        keys = [_key(piece) for piece in pieces]
        new = {key: piece for key, piece in zip(keys, pieces, strict=True) if key not in self._worths}
        if new:
            self._worths |= zip(new, self._worths_of([*new.values()]), strict=True)
        return [self._worths[key] for key in keys]

    def _worths_of(self, pieces: Sequence[Open]) -> list[Ints]:
        boards = self.album.after(pieces)
        of = np.repeat(np.arange(len(pieces)), [len(places) for _, places, _ in pieces])
        gains = np.concatenate([each.gains for each in boards])
        rows = np.concatenate([each.rows for each in boards])
        different, places = np.unique(_MOST * of + gains, return_inverse=True)
        outlooks = [_outlook(pieces[number // _MOST].due, number % _MOST) for number in different.tolist()]
        found = strengths(Prospects(Facts.joined([each.facts for each in boards]), outlooks, places))
        return _by_piece(found + _BONUS * (rows >= BONUS_ROWS), pieces)


class Together:
    """Judges both boards and all tokens together if two seats are left; with more, like `Alone`. For one decision."""

    def __init__(self) -> None:
        self._alone = Alone()

    @property
    def album(self) -> Album:
        """That of `Alone`."""
        return self._alone.album

    def chances(self, views: Sequence[View]) -> list[int]:
        """By the network of duels."""
        others = iter(self._alone.chances([view for view in views if not _is_duel(view.state)]))
        known = iter(_won([_end(*view) for view in views if _is_duel(view.state) and view.seat in view.state.left]))
        return [
            (int(next(known)) if view.seat in view.state.left else 0) if _is_duel(view.state) else next(others)
            for view in views
        ]

    def worths(self, pieces: Sequence[Open]) -> list[Ints]:
        """Strengths of the owner: the mean of those that both judges see, with weights."""
        duels = [piece for piece in pieces if _is_duel(piece.due.state)]
        leads = leads_of(_won([end for piece in duels for end in _ends(piece)]))
        known = iter(_by_piece(leads, duels))
        return [
            (_TENTHS * next(known) + (10 - _TENTHS) * alone) // 10 if _is_duel(piece.due.state) else alone
            for piece, alone in zip(pieces, self._alone.worths(pieces), strict=True)
        ]


class _End(NamedTuple):
    """The end of a turn with two seats left."""

    duel: Duel
    is_next: bool
    """Whether the next turn is that of the seat whose chance is asked for."""
    bonus: int
    """The strength that a piece to be chosen adds to the seat whose turn comes next."""


def _key(piece: Open) -> Hashable:
    """All that decides how good the places are."""
    state, on = piece.due.state, piece.due.on
    return lies(piece), outlook(state, on), state.gains.count(on), state.bag


def _by_piece(values: Ints, pieces: Sequence[Open]) -> list[Ints]:
    found, first = list[Ints](), 0
    for _, places, _ in pieces:
        found.append(values[first : first + len(places)])
        first += len(places)
    return found


def _won(ends: Sequence[_End]) -> Ints:
    """The chances of the seats that are asked for."""
    if not ends:
        return np.zeros(0, np.int64)
    won = chances_in([end.duel for end in ends], np.array([end.bonus for end in ends], np.int64))
    return np.where([end.is_next for end in ends], won, WON - won)


def _end(state: State, seat: int) -> _End:
    """As the state is."""
    mover = next_seat(state)
    return _End(duel_of(state), mover == seat, _bonus(state.mover == mover, state.bonus))


def _ends(piece: Open) -> Iterator[_End]:
    """After each placement, for the owner of the board."""
    state, on = piece.due.state, piece.due.on
    duel = duel_of(state)
    is_next = next_seat(state) == on
    side = duel.mover if is_next else duel.other
    boards = placed([piece])
    numbers = (each.tolist() for each in (boards.bars, boards.rows, boards.gains))
    for cells, bar, rows, gains in zip(boards.cells, *numbers, strict=True):
        owner = side._replace(prospect=Prospect(cells, bar, side.prospect.outlook), due=side.due + gains)
        after = duel._replace(mover=owner) if is_next else duel._replace(other=owner)
        yield _End(after, is_next, _bonus(is_next, rows >= BONUS_ROWS))


def _outlook(due: Due, gains: int) -> Outlook:
    """The outlook of the owner of the board if it is due to draw this number of tokens more."""
    return outlook(replace(due.state, gains=due.state.gains + (due.on,) * gains), due.on)


def _bonus(is_mover: bool, is_due: bool) -> int:
    return _BONUS * is_due * (1 if is_mover else -1)


def _is_duel(state: State) -> bool:
    return len(state.left) == _DUEL


def duel_of(state: State) -> Duel:
    """The duel of the two seats that are left."""
    mover = next_seat(state)
    (other,) = (seat for seat in state.left if seat != mover)
    is_first = _turn(state, mover) < _turn(state, other)
    common = Common(state.supply, state.unseen, state.before_level, is_first)
    return Duel(_side(state, mover), _side(state, other), common, state.bag)


def _turn(state: State, seat: int) -> int:
    """The number of turns in a round before the seat's, if nobody is out."""
    return (seat - (state.start or 0)) % state.seats


def _side(state: State, seat: int) -> Side:
    board = state.boards[seat]
    prospect = Prospect(filled(board.pieces), board.bar, outlook(state, seat))
    return Side(prospect, board.tokens, state.gains.count(seat))
