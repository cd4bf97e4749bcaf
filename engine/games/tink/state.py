"""The state of the table."""

from __future__ import annotations

from dataclasses import dataclass

from .geometry import BOARD
from .moves import Size

STASH: dict[Size, int] = {"s": 5, "m": 4, "l": 1}
"""The number of stones of each size that a seat owns (rulebook, "Materials required")."""

STONES = sum(STASH.values())
"""The number of stones that a seat owns."""


@dataclass(frozen=True, slots=True)
class Stones:
    """The squares on which one seat has stones: a set of bits for each size (see `geometry`)."""

    s: int = 0
    m: int = 0
    l: int = 0  # noqa: E741 - the letter of the notation

    @property
    def all(self) -> int:
        """The squares with any stone of the seat."""
        return self.s | self.m | self.l

    def of(self, size: Size) -> int:
        """The squares with its stones of one size."""
        return self.s if size == "s" else self.m if size == "m" else self.l


@dataclass(frozen=True)
class State:
    """A table of Tink. All of it is canonical: no field can be computed from the others."""

    stones: tuple[Stones, ...]
    turn: int | None
    """The seat to move; None until the first player is drawn."""
    passes: tuple[int, ...]
    """Forced passes in a row, for each seat."""
    lost: tuple[int, ...]
    placed: int
    """Stones placed so far."""
    first: bool
    """Whether the first stone is still to come."""
    dropped: tuple[int, ...] = ()

    @property
    def seats(self) -> int:
        """The number of seats at the start."""
        return len(self.stones)

    @property
    def alive(self) -> tuple[int, ...]:
        """The seats that have not lost."""
        return tuple([seat for seat in range(self.seats) if seat not in self.lost])

    @property
    def empty(self) -> int:
        """The squares without a stone."""
        taken = 0
        for stones in self.stones:
            taken |= stones.s | stones.m | stones.l
        return BOARD & ~taken


def stash(stones: Stones, size: Size) -> int:
    """The number of stones of that size that the seat has beside the board."""
    return STASH[size] - stones.of(size).bit_count()


def stash_is_empty(stones: Stones) -> bool:
    """Whether all the seat's stones are on the board."""
    return stones.all.bit_count() == STONES
