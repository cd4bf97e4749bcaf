"""Judges of positions at the end of a turn: how likely a seat wins, and where a piece lies best."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple, Protocol

import numpy as np

from ...records import replace
from .duel import Duel, Side, chances_in, outlook_now
from .features import Ints
from .moves import Place
from .network import ODDS, Prospect, strengths
from .odds import chance_of
from .outlook import Outlook, outlook
from .pieces import filled
from .placing import Spots
from .prospects import Due, prospects_of
from .putting import BONUS_ROWS
from .state import State

_BONUS = ODDS // 5
"""The strength that a piece of one's choice adds."""
_DUEL = 2


class Open(NamedTuple):
    """A piece that is due, and its places, of which some are under the bar."""

    due: Due
    spots: Spots


class Judge(Protocol):
    """Judges many positions at once."""

    def chances(self, states: Sequence[State], seat: int) -> list[int]:
        """The seat's chance to win in each state, in parts of `WON`, if a turn ends there."""

    def worths(self, pieces: Sequence[Open]) -> list[Ints]:
        """For each piece a number for each place under the bar: higher is better for the owner of the board."""


def best_places(judge: Judge, due: Sequence[Due]) -> list[Place | None]:
    """For each piece the best place in the view of the seat that decides; None if it can lie nowhere."""
    found: list[Place | None] = []
    opens = list[tuple[int, Open]]()
    for piece in due:
        spots = piece.spots
        if spots.over and (not spots.below or piece.by != piece.on):
            found.append(spots.over[0])
            continue
        if spots.below:
            opens.append((len(found), Open(piece, spots)))
        found.append(None)
    worths = judge.worths([each for _, each in opens])
    for (place, (piece, spots)), values in zip(opens, worths, strict=True):
        best = values.argmax() if piece.by == piece.on else values.argmin()
        found[place] = spots.below[best]
    return found


class Alone:
    """Judges each seat by its own board and tokens, and the others' tokens, at tables of any size."""

    def chances(self, states: Sequence[State], seat: int) -> list[int]:
        """By the strengths of all seats that are left."""
        known = strengths([each for state in states for each in prospects_of(state)])
        found, first = [], 0
        for state in states:
            left = state.left
            those = known[first : first + len(left)]
            first += len(left)
            found.append(chance_of(those, left.index(seat)) if seat in left else 0)
        return found

    def worths(self, pieces: Sequence[Open]) -> list[Ints]:
        """Strengths of the owner."""
        prospects, bonus = list[Prospect](), list[int]()
        for due, spots in pieces:
            state, outlooks = due.state, dict[int, Outlook]()
            for cells, bar, rows, gains in due.placed(spots):
                if gains not in outlooks:
                    outlooks[gains] = outlook(replace(state, gains=state.gains + (due.on,) * gains), due.on)
                prospects.append(Prospect(cells, bar, outlooks[gains]))
                bonus.append(_BONUS if rows >= BONUS_ROWS else 0)
        return _by_piece(strengths(prospects) + np.array(bonus, np.int64), pieces)


class Together:
    """Judges both boards and all tokens together if two seats are left; with more, like `Alone`."""

    def chances(self, states: Sequence[State], seat: int) -> list[int]:
        """By the network of duels."""
        together = [state for state in states if _is_duel(state) and seat in state.left]
        others = iter(ALONE.chances([state for state in states if not _is_duel(state)], seat))
        bonus = [_BONUS * state.bonus * (1 if state.mover == seat else -1) for state in together]
        known = iter(_judged([duel_of(state, seat) for state in together], bonus).tolist())
        return [(next(known) if seat in state.left else 0) if _is_duel(state) else next(others) for state in states]

    def worths(self, pieces: Sequence[Open]) -> list[Ints]:
        """Strengths of the owner, as `Alone` sees them: places that the network of duels likes best win no more."""
        return ALONE.worths(pieces)


def _by_piece(values: Ints, pieces: Sequence[Open]) -> list[Ints]:
    found, first = list[Ints](), 0
    for _, spots in pieces:
        found.append(values[first : first + len(spots.below)])
        first += len(spots.below)
    return found


def _judged(duels: Sequence[Duel], bonus: Sequence[int]) -> Ints:
    """The chances of the first seats, whose strengths are raised by the bonus."""
    raised = np.array(bonus, np.int64)
    return chances_in(duels, raised) if duels else raised


def _is_duel(state: State) -> bool:
    return len(state.left) == _DUEL


def duel_of(state: State, seat: int) -> Duel:
    """The duel of a seat, if one other is left."""
    (other,) = (each for each in state.left if each != seat)
    return Duel(_side(state, seat), _side(state, other), state.bag, _turn(state, seat) < _turn(state, other))


def _turn(state: State, seat: int) -> int:
    """The number of turns in a round before the seat's, if nobody is out."""
    return (seat - (state.start or 0)) % state.seats


def _side(state: State, seat: int) -> Side:
    board = state.boards[seat]
    return Side(Prospect(filled(board.pieces), board.bar, outlook_now(state, seat)), state.gains.count(seat))


ALONE = Alone()
"""Each seat by itself."""
TOGETHER = Together()
"""Both seats of a duel."""
