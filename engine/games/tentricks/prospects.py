"""Pieces that are due, and the boards after each of their placements."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

import numpy as np

from .components import HEIGHT
from .features import COUNTS, Columns, Ints, columns_of
from .lying import COLUMNS, ICONS, numbers_of
from .moves import Place
from .network import Prospect
from .outlook import outlook
from .pieces import filled
from .placing import Spots, foreign, own
from .putting import TOKEN_ROWS
from .state import State


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


class Open(NamedTuple):
    """A piece that is due, and places for it under the bar."""

    due: Due
    places: list[Place]
    lying: Ints
    """The numbers of the piece as it will lie there (`lying`), shape (n,)."""

    @classmethod
    def of(cls, due: Due, spots: Spots) -> Open:
        """With all these places."""
        return cls(due, spots.below, numbers_of(spots.pieces))


class Placed(NamedTuple):
    """The boards after placements under the bar, those of one piece after those of another."""

    columns: Columns
    """Shape (10, n)."""
    bars: Ints
    """Rows below the bar, shape (n,)."""
    rows: Ints
    """Rows that the active seat fills, shape (n,)."""
    gains: Ints
    """Tokens that the seat of the board is to draw, shape (n,)."""
    of: Ints
    """The place of the piece, shape (n,)."""

    @property
    def cells(self) -> Iterator[int]:
        """The filled cells of each board."""
        return (int.from_bytes(board.tobytes(), "little") for board in self.columns.T)


def placed(pieces: Sequence[Open]) -> Placed:
    """The boards after each placement of each of these pieces (2.1 to 2.5)."""
    boards = [due.state.boards[due.on] for due, _, _ in pieces]
    of = np.repeat(np.arange(len(pieces)), [len(places) for _, places, _ in pieces])
    lying = np.concatenate([lying for _, _, lying in pieces])
    before = columns_of([filled(board.pieces) for board in boards])
    after = before[:, of] | COLUMNS[:, lying]
    done = full(before) | np.array([board.spent_rows for board in boards])
    rows = COUNTS[full(after) & ~done[of]].astype(np.int64)
    icons = ICONS[lying] & ~np.array([board.spent_icons for board in boards])[of]
    is_active = np.array([due.on == due.state.active for due, _, _ in pieces])[of]
    return Placed(
        columns=after,
        bars=np.minimum(HEIGHT, np.array([board.bar for board in boards])[of] + rows),
        rows=rows * is_active,
        gains=COUNTS[icons] + ((rows == TOKEN_ROWS) & is_active),
        of=of,
    )


def full(columns: Columns) -> Columns:
    """The full rows of each board, as sets of bits, shape (n,)."""
    found: Columns = np.bitwise_and.reduce(columns, 0)
    return found


def prospects_of(state: State) -> Iterator[Prospect]:
    """Those of all seats that are left, rising."""
    for seat in state.left:
        board = state.boards[seat]
        yield Prospect(filled(board.pieces), board.bar, outlook(state, seat))
