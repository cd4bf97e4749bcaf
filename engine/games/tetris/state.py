"""The state of the table."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

from .components import COLUMNS, MINOS_AT_THE_START, ROWS, Way
from .pieces import PIECES, Piece

Waiting = Literal["achievement", "card", "way", "place", "over"]
"""The phase: the draw of an achievement or of the next card, the towers, the pieces, nothing more."""

FULL_ROW = (1 << COLUMNS) - 1


@dataclass(frozen=True)
class Tower:
    """One seat's tower and tokens."""

    way: Way | None = None
    """How the tower stands; None until the seat has chosen."""
    placed: bytes = b""
    """The pieces in the order in which they fell: two bytes each, number in `PIECES` and row of the lowest cells."""
    filled: bytes = bytes(ROWS)
    """The filled squares, a byte a row from the bottom, bit n for column n. Follows from `placed`, so that no step has
    to go through all of it."""
    heights: bytes = bytes(COLUMNS)
    """For each column, the row just above its highest filled square. Follows from `placed`, too."""
    minos: int = MINOS_AT_THE_START
    """Minos beside the tower."""
    held: str | None = None
    """The letter of the tetrimino put aside."""
    out: bool = False

    @property
    def squares(self) -> int:
        """The filled squares as a set of bits."""
        return int.from_bytes(self.filled, "little")

    @property
    def rows(self) -> int:
        """The number of complete rows."""
        return self.filled.count(FULL_ROW)

    @property
    def pieces(self) -> Iterator[tuple[Piece, int]]:
        """The pieces in the order in which they fell, each with the row of its lowest cells."""
        pairs = iter(self.placed)
        return ((PIECES[number], row) for number, row in zip(pairs, pairs, strict=True))


@dataclass(frozen=True, slots=True)
class Card:
    """An achievement card in play."""

    name: str
    spaces: tuple[tuple[int, ...], ...] = ((), (), ())
    """The seats whose tokens lie beside the first, second and third space."""


@dataclass(frozen=True)
class State:
    """A table of Tetris."""

    towers: tuple[Tower, ...]
    current: str | None
    """The letter of this round's card; None before the first round and after the last."""
    next: str | None
    """The letter of the card on top of the deck; None if the deck is empty or the card is still to be drawn."""
    unseen: tuple[int, ...]
    """For each shape, the cards never shown, the one left out included."""
    round: int
    """0 before the first."""
    cards: tuple[Card, ...]
    """The achievement cards in the order in which they were drawn."""
    waiting: Waiting
    advanced: bool
    dropped: tuple[int, ...] = ()

    @property
    def seats(self) -> int:
        """The number of seats at the start."""
        return len(self.towers)

    @property
    def playing(self) -> tuple[int, ...]:
        """The seats that are not out."""
        return tuple([seat for seat, tower in enumerate(self.towers) if not tower.out])
