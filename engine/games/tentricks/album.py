"""Boards after placements, each looked at once.

A search meets the same piece on the same board many times: only tokens, cards and the other boards differ.
"""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from typing import NamedTuple

from .features import Facts, Ints, facts_of
from .prospects import Open, placed


class Look(NamedTuple):
    """The boards after all placements of one piece under the bar."""

    facts: Facts
    rows: Ints
    """As in `prospects.Placed`, shape (n,)."""
    gains: Ints
    """Likewise."""


class Album:
    """Remembers every board that it is asked about, so it serves one decision."""

    def __init__(self) -> None:
        self._known: dict[Hashable, Look] = {}

    def after(self, pieces: Sequence[Open]) -> list[Look]:
        """The boards after the placements of each of the pieces."""
        keys = [_key(piece) for piece in pieces]
        new = {key: piece for key, piece in zip(keys, pieces, strict=True) if key not in self._known}
        if new:
            self._known |= zip(new, _looks([*new.values()]), strict=True)
        return [self._known[key] for key in keys]


def _looks(pieces: Sequence[Open]) -> list[Look]:
    boards = placed(pieces)
    facts, found, first = facts_of(boards.columns, boards.bars), list[Look](), 0
    for _, spots in pieces:
        part = slice(first, first + len(spots.below))
        found.append(Look(facts.part(part), boards.rows[part], boards.gains[part]))
        first = part.stop
    return found


def _key(piece: Open) -> Hashable:
    """All that decides how the boards look."""
    due, spots = piece
    board = due.state.boards[due.on]
    spent = board.spent_rows, board.spent_icons
    return board.pieces, board.bar, spent, spots.kind, spots.places, due.on == due.state.active
