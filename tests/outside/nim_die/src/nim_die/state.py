"""The state of the table."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class State:
    """A table of Nim with a die. All of it is canonical: no field can be computed from the others."""

    heap: int
    """Sticks that are left."""
    seats: int
    large: bool
    """Whether the heap began with more sticks."""
    turn: int | None = None
    """The seat to move; None until the first is drawn. After the end, the seat that took the last stick."""
    die: int | None = None
    """The value of the die; None before it is thrown."""
    dropped: tuple[int, ...] = ()

    @property
    def present(self) -> tuple[int, ...]:
        """The seats that have not left."""
        return tuple(seat for seat in range(self.seats) if seat not in self.dropped)
