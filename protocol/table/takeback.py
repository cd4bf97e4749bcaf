"""A takeback: a seat, in the place of its move, returns the game to the state before the last move.

It is a step forward like any other: slots, heads and chains of shares continue. Its input holds the agreements of all
other seats present. Specified in `spec/table/takeback.md`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import islice
from typing import Any

from p2pgame.engine.game import AnyGame

from ..identity.keys import SIGNATURE_BYTES
from .signing import Agree


@dataclass(frozen=True, slots=True)
class TakenBack:
    """The event of a step that takes a seat's last move back: the state is the one before that move."""

    seat: int


@dataclass(frozen=True, slots=True)
class Earlier:
    """The state before the last move, which may be taken back."""

    seat: int
    """The seat that made the move."""
    state: Any
    state_hash: bytes

    def has_choice(self, game: AnyGame) -> bool:
        """Whether the seat could have made another move."""
        return sum(1 for _ in islice(game.legal(self.state, self.seat), 2)) > 1


def to_content(agreements: Sequence[Agree]) -> bytes:
    """The content of a takeback with these agreements, in seat order."""
    return b"".join(each.signature for each in agreements)


def read_content(content: bytes, seats: Sequence[int]) -> tuple[Agree, ...] | None:
    """The agreements of these seats in the content of a takeback, unchecked; None if there are more or fewer."""
    if len(content) != len(seats) * SIGNATURE_BYTES:
        return None
    ends = range(SIGNATURE_BYTES, len(content) + 1, SIGNATURE_BYTES)
    signatures = [content[end - SIGNATURE_BYTES : end] for end in ends]
    return tuple([Agree(seat, True, each) for seat, each in zip(seats, signatures, strict=True)])
