"""The questions of a state. Exactly one of these is pending at a time."""

from __future__ import annotations

from dataclasses import dataclass, field
from operator import itemgetter

Outcomes = tuple[tuple[str, int], ...]
"""Labels and weights of a chance step, in the order in which integers map to them."""

_WEIGHT = itemgetter(1)


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


@dataclass(frozen=True, slots=True)
class Chance:
    """Chance decides by one uniform integer below `bound`. Answered by `Drawn`."""

    outcomes: Outcomes
    bound: int = field(init=False, repr=False, compare=False)
    """The sum of the weights: the number of equally likely integers."""

    def __post_init__(self) -> None:
        object.__setattr__(self, "bound", sum(map(_WEIGHT, self.outcomes)))


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
