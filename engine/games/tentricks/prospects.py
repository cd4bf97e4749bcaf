"""Pieces that are due, and the boards after each of their placements."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from . import geometry
from .components import HEIGHT
from .network import Prospect
from .outlook import outlook
from .pieces import filled
from .placing import Spots, foreign, own
from .putting import TOKEN_ROWS, full_by
from .state import State


class Placed(NamedTuple):
    """A board after a placement."""

    cells: int
    bar: int
    rows: int
    """Rows that the active seat fills by it."""
    gains: int
    """Tokens that the seat of the board is to draw for it."""


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

    def placed(self, spots: Spots) -> Iterator[Placed]:
        """The board after each placement under the bar."""
        board = self.state.boards[self.on]
        before, is_active = filled(board.pieces), self.on == self.state.active
        for piece in spots.pieces:
            cells = piece.cells
            rows = (full_by(before, cells) & ~board.spent_rows).bit_count()
            gains = (geometry.icons_under(cells) & ~board.spent_icons).bit_count()
            gains += rows == TOKEN_ROWS and is_active
            yield Placed(before | cells, min(HEIGHT, board.bar + rows), rows if is_active else 0, gains)


def prospects_of(state: State) -> Iterator[Prospect]:
    """Those of all seats that are left, rising."""
    for seat in state.left:
        board = state.boards[seat]
        yield Prospect(filled(board.pieces), board.bar, outlook(state, seat))
