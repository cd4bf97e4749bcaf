"""What a live table waits for: the round that is due, and what is known of each linked peer."""

from __future__ import annotations

from dataclasses import dataclass, field

from ..wire.rate_limiter import RateLimiter
from .inputs import Input
from .messages import Have
from .steps import Answer, Due, Skipped


@dataclass(slots=True)
class PeerView:
    """What is known of a linked peer."""

    have: Have | None = None
    """What it has said last that it has."""
    heard: bool = False
    """Whether it has said that since we began, or went back."""
    asked: int = -1
    """The beat in which we last asked it for steps or a state: once a beat is enough."""
    compared: int = -1
    """The beat in which we last asked it for a state."""
    gave_way: int = -1
    """The beat in which we last went back, or looked whether we should, for what it sent."""
    state_due: int | None = None
    """The step whose state we have asked it for; any other is not looked at, as comparing costs us work."""
    pace: RateLimiter = field(default_factory=RateLimiter)
    """What has come from it, and gone to it, of which a beat allows only so much."""

    @property
    def step(self) -> int:
        """The step that is open there; until it says so, the first."""
        return 0 if self.have is None else self.have.step

    @property
    def links(self) -> int:
        """The seats that it is linked with; until it says so, all."""
        return -1 if self.have is None else self.have.links


@dataclass(slots=True)
class Round:
    """The inputs that have come for the round that is due, and the seats that make their default moves instead."""

    due: Due
    given: dict[int, Input] = field(default_factory=dict)
    skipped: dict[int, Skipped] = field(default_factory=dict)
    """What stands here counts, whatever the seat has given."""

    @property
    def missing(self) -> tuple[int, ...]:
        """The seats that are still waited for."""
        given, skipped = self.given, self.skipped
        return tuple([seat for seat in self.due.seats if seat not in given and seat not in skipped])

    def misses(self, seat: int) -> bool:
        """Whether that seat is still waited for."""
        return seat in self.due.seats and seat not in self.given and seat not in self.skipped

    @property
    def answers(self) -> list[Answer]:
        """What all due seats brought, in seat order; only when nobody is missing."""
        return [self.skipped.get(seat) or self.given[seat] for seat in self.due.seats]

    @property
    def mask(self) -> int:
        """The seats that have given theirs."""
        return sum(1 << seat for seat in self.given)
