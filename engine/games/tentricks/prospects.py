"""The best places for pieces that are due, and the chances of seats to win, as the network sees them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from ...records import replace
from . import geometry
from .components import HEIGHT
from .features import Ints
from .moves import Place
from .network import ODDS, Prospect, strengths
from .outlook import Outlook, outlook
from .pieces import filled
from .placing import Spots, foreign, own
from .putting import BONUS_ROWS, TOKEN_ROWS, full_by
from .state import State

WON = 1 << 16
"""The chance of a seat that has won."""
_BONUS = ODDS // 5
"""The strength that a piece of one's choice adds."""

_ONE = 1 << 60


def _powers() -> Iterator[int]:
    """Falling powers of e, in parts of `WON`: each is e to the power of one part of `ODDS` less than the one before."""
    fall, term, number = 0, _ONE, 0
    while term:
        fall += term if number % 2 == 0 else -term
        number += 1
        term //= ODDS * number
    power = _ONE
    while power * WON >= _ONE:
        yield power * WON // _ONE
        power = power * fall // _ONE


_EXP = tuple(_powers())
"""By the difference to the strongest seat: how likely a seat wins, beside it."""


class Due(NamedTuple):
    """A piece that a seat is to place."""

    state: State
    on: int
    """The seat of the board."""
    by: int
    """The seat that decides."""
    kind: int
    is_forced: bool = True
    """Whether it must be placed even if it overlaps the bar: not a copy on another's board (4.9)."""

    @property
    def spots(self) -> Spots:
        """All its places."""
        rule = own if self.is_forced else foreign
        return rule(self.state.boards[self.on], self.kind, self.state.setup.no_touch)

    def prospects(self, spots: Spots) -> Iterator[tuple[Prospect, int]]:
        """The board after each placement under the bar, and the rows that the active seat fills by it."""
        state, board = self.state, self.state.boards[self.on]
        before, is_active = filled(board.pieces), self.on == state.active
        outlooks = dict[int, Outlook]()
        for piece in spots.pieces:
            cells = piece.cells
            rows = (full_by(before, cells) & ~board.spent_rows).bit_count()
            won = (geometry.icons_under(cells) & ~board.spent_icons).bit_count()
            won += rows == TOKEN_ROWS and is_active
            if won not in outlooks:
                outlooks[won] = outlook(replace(state, gains=state.gains + (self.on,) * won), self.on)
            bar = min(HEIGHT, board.bar + rows)
            yield Prospect(before | cells, bar, outlooks[won]), rows if is_active else 0


def best_places(due: Sequence[Due]) -> list[Place | None]:
    """For each piece the best place in the view of the seat that decides; None if it can lie nowhere."""
    found: list[Place | None] = []
    open_ = list[tuple[int, Due, Spots, int]]()
    prospects, bonus = list[Prospect](), list[int]()
    for piece in due:
        spots = piece.spots
        if spots.over and (not spots.below or piece.by != piece.on):
            found.append(spots.over[0])
            continue
        if spots.below:
            open_.append((len(found), piece, spots, len(prospects)))
            for prospect, rows in piece.prospects(spots):
                prospects.append(prospect)
                bonus.append(_BONUS if rows >= BONUS_ROWS else 0)
        found.append(None)
    if open_:
        values = strengths(prospects) + bonus
        for place, piece, spots, first in open_:
            those = values[first : first + len(spots.below)]
            best = those.argmax() if piece.by == piece.on else those.argmin()
            found[place] = spots.below[best]
    return found


def chances(states: Sequence[State], seat: int) -> list[int]:
    """The seat's chance to win in each state, in parts of `WON`, if a turn ends there."""
    known = strengths([each for state in states for each in prospects_of(state)])
    found, first = [], 0
    for state in states:
        left = state.left
        those = known[first : first + len(left)]
        first += len(left)
        found.append(_chance(those, left.index(seat)) if seat in left else 0)
    return found


def prospects_of(state: State) -> Iterator[Prospect]:
    """Those of all seats that are left, rising."""
    for seat in state.left:
        board = state.boards[seat]
        yield Prospect(filled(board.pieces), board.bar, outlook(state, seat))


def _chance(those: Ints, place: int) -> int:
    most = int(those.max())
    odds = [_EXP[min(len(_EXP) - 1, most - int(each))] for each in those]
    return WON * odds[place] // sum(odds)
