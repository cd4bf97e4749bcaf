"""The questions of a state. Exactly one of these is pending at a time."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import compress

Outcomes = tuple[tuple[str, int], ...]
"""Labels and weights of a chance step, in the order in which integers map to them."""


@dataclass(frozen=True, slots=True)
class Turn:
    """One seat moves in the open. Answered by `Played`."""

    seat: int


@dataclass(frozen=True, slots=True)
class Secret:
    """All these seats choose at once, none knowing what another chose. Answered by `Answered`."""

    seats: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Window:
    """These seats may react or pass; arrival order never matters. Answered by `Answered`."""

    seats: tuple[int, ...]


class Chance:
    """Chance decides by one uniform integer below `bound`, the sum of the weights. Answered by `Drawn`.

    A step needs only the bound. So the outcomes are put together when somebody reads them.
    """

    __slots__ = ("_labels", "_weights", "bound")
    __match_args__ = ("outcomes",)

    _labels: Sequence[str]
    _weights: Sequence[int]
    bound: int

    def __init__(self, outcomes: Outcomes) -> None:
        self._labels = [label for label, _ in outcomes]
        self._weights = [weight for _, weight in outcomes]
        self.bound = sum(self._weights)

    @classmethod
    def by_count(cls, labels: Sequence[str], counts: Sequence[int]) -> Chance:
        """One outcome for each label, weighted by its count; labels that count 0 are left out."""
        chance = cls.__new__(cls)
        chance._labels, chance._weights, chance.bound = labels, counts, sum(counts)
        return chance

    @property
    def outcomes(self) -> Outcomes:
        """The labels with their weights."""
        return tuple(compress(zip(self._labels, self._weights, strict=True), self._weights))

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Chance) and self.outcomes == other.outcomes

    def __hash__(self) -> int:
        return hash(self.outcomes)

    def __repr__(self) -> str:
        return f"Chance(outcomes={self.outcomes})"


@dataclass(frozen=True, slots=True)
class Result:
    """The result of a game.

    `winners` are seats in rising order (empty for a draw or a common defeat). `scores` has one entry a seat, None in
    games without points. `detail` explains each score line by line, one list of (name, points) a seat.
    """

    winners: tuple[int, ...]
    scores: tuple[int | None, ...]
    detail: tuple[tuple[tuple[str, int], ...], ...]
    reason: str


@dataclass(frozen=True, slots=True)
class Over:
    """The game is over; there is no answer."""

    result: Result


Pending = Turn | Secret | Window | Chance | Over


def asked(pending: Pending) -> tuple[int, ...]:
    """The seats that owe an answer, in rising order; empty for a chance step or a finished game."""
    match pending:
        case Turn():
            return (pending.seat,)
        case Secret() | Window():
            return pending.seats
        case Chance() | Over():
            return ()
