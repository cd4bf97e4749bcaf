"""Boards after placements, each looked at once.

A search meets the same piece on the same board many times: only tokens, cards and the other boards differ.
"""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from typing import NamedTuple

from .features import Facts, Ints, facts_of
from .glance import good_places
from .placing import Spots
from .prospects import Due, Open, placed


class Look(NamedTuple):
    """The boards after placements of one piece."""

    facts: Facts
    rows: Ints
    """As in `prospects.Placed`, shape (n,)."""
    gains: Ints
    """Likewise."""


class Album:
    """Remembers every board that it is asked about, so it serves one decision."""

    def __init__(self) -> None:
        self._good: dict[Hashable, Open] = {}
        self._looks: dict[Hashable, Look] = {}

    def good(self, pieces: Sequence[tuple[Due, Spots]]) -> list[Open]:
        """The good places of each of the pieces (`glance`)."""
        keys = [(due.kind, due.by == due.on, spots.places, _board(due)) for due, spots in pieces]
        new = {key: piece for key, piece in zip(keys, pieces, strict=True) if key not in self._good}
        if new:
            opens = [Open.of(due, spots) for due, spots in new.values()]
            self._good |= zip(new, good_places(opens), strict=True)
        return [self._good[key]._replace(due=due) for key, (due, _) in zip(keys, pieces, strict=True)]

    def after(self, pieces: Sequence[Open]) -> list[Look]:
        """The boards after the placements of each of the pieces."""
        keys = [lies(piece) for piece in pieces]
        new = {key: piece for key, piece in zip(keys, pieces, strict=True) if key not in self._looks}
        if new:
            self._looks |= zip(new, _looks([*new.values()]), strict=True)
        return [self._looks[key] for key in keys]


def lies(piece: Open) -> Hashable:
    """All that decides how the boards look after the placements."""
    return piece.lying.tobytes(), piece.due.on == piece.due.state.active, _board(piece.due)


def _looks(pieces: Sequence[Open]) -> list[Look]:
    boards = placed(pieces)
    facts, found, first = facts_of(boards.columns, boards.bars), list[Look](), 0
    for _, places, _ in pieces:
        part = slice(first, first + len(places))
        found.append(Look(facts.at(part), boards.rows[part], boards.gains[part]))
        first = part.stop
    return found


def _board(due: Due) -> Hashable:
    """All of the board that decides how it looks after a placement."""
    board = due.state.boards[due.on]
    return board.pieces, board.bar, board.spent_rows, board.spent_icons
