"""The state of the table."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from .components import DICE
from .moves import Arrange
from .sheet import Sheet

Phase = Literal["first", "roll", "shape", "place", "over"]
"""The phase: the draw of the first roller, the dice, a shape, its placement by all, or nothing."""

PHASES: tuple[Phase, ...] = ("first", "roll", "shape", "place", "over")


@dataclass(frozen=True)
class State:
    """A table of Te-Trix."""

    sheets: tuple[Sheet, ...]
    phase: Phase
    roller: int | None
    """The seat that rolls and makes the shape of this round; None until the first is drawn."""
    dice: str | None = None
    """The rolled dice, sorted; in the phases `shape` and `place`."""
    shape: Arrange | None = None
    """The shape made of them; in the phase `place`."""
    band: int | None = None
    """Spaces left on the band; None unless one plays alone."""
    dropped: tuple[int, ...] = ()

    @property
    def seats(self) -> int:
        """The number of seats at the start."""
        return len(self.sheets)

    @property
    def present(self) -> tuple[int, ...]:
        """The seats that have not left."""
        dropped = self.dropped
        return tuple([seat for seat in range(len(self.sheets)) if seat not in dropped])

    @property
    def may_run_over(self) -> int:
        """The number of symbols of one shape that may run over the edge."""
        return DICE if self.band is None else min(self.band, DICE)
