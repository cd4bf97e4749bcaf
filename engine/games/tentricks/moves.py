"""The moves of a seat."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar, Literal, NamedTuple

from .shapes import KINDS, SHAPES

Word = Literal["reveal", "standby", "end", "pass"]
Space = Literal["standby", "hand"]
"""Where a piece may be that is on no board."""
Thing = int | Space
"""A piece to swap: the cell that names it on its board, or its space."""


@dataclass(frozen=True, slots=True)
class Say:
    """A move without further choice: reveal a card, take the standby piece, end the turn, pass."""

    word: Word


REVEAL, STANDBY, END, PASS = (Say(word) for word in ("reveal", "standby", "end", "pass"))


@dataclass(frozen=True, slots=True)
class Choose:
    """Choose a piece of that type for the standby space."""

    kind: int


class Place(NamedTuple):
    """Drop a shape with its leftmost cells in a column, then slide it by -1, 0 or 1 column."""

    shape: int
    column: int
    slide: int = 0

    @property
    def kind(self) -> int:
        """The type of the piece."""
        return KINDS[self.shape]

    @property
    def fits(self) -> bool:
        """Whether it stays within the columns, before and after the slide."""
        room = 10 - SHAPES[self.shape].width
        return 0 <= self.column <= room and 0 <= self.column + self.slide <= room


@dataclass(frozen=True, slots=True)
class Steer:
    """Decide where the active seat places the revealed piece."""

    token: ClassVar[int] = 1


@dataclass(frozen=True, slots=True)
class Grab:
    """Take the revealed piece on standby."""

    token: ClassVar[int] = 2


@dataclass(frozen=True, slots=True)
class Again:
    """Make the active seat take another turn."""

    token: ClassVar[int] = 3


@dataclass(frozen=True, slots=True)
class Swap:
    """Exchange a piece of one's own for one of another seat."""

    token: ClassVar[int] = 4
    mine: Thing
    seat: int
    theirs: Thing


@dataclass(frozen=True, slots=True)
class Take:
    """Take a token of that number from another seat."""

    token: ClassVar[int] = 5
    seat: int
    number: int


@dataclass(frozen=True, slots=True)
class Cancel:
    """Undo the token on top of the stack."""

    token: ClassVar[int] = 6


@dataclass(frozen=True, slots=True)
class Remove:
    """Take the piece named by that cell off one's own board, for good."""

    token: ClassVar[int] = 7
    cell: int


@dataclass(frozen=True, slots=True)
class Relocate:
    """Lift two pieces of one's own, one after the other, and place them again."""

    token: ClassVar[int] = 8
    first: int
    second: int


@dataclass(frozen=True, slots=True)
class Copy:
    """Place a piece of the type just placed on another seat's board."""

    token: ClassVar[int] = 9
    seat: int


@dataclass(frozen=True, slots=True)
class Pick:
    """Put a piece of that type from the supply on standby instead of revealing a card."""

    token: ClassVar[int] = 10
    kind: int


Token = Steer | Grab | Again | Swap | Take | Cancel | Remove | Relocate | Copy | Pick
"""The use of an effect token."""

Move = Say | Choose | Place | Token
