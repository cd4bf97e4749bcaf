"""Steps of a table: what is due in them, what seats bring to them, and how they are told once they are complete."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from p2pgame.engine.events import Event
from p2pgame.engine.pending import Pending

from ..wire.codec import Value
from .inputs import Input
from .kinds import VOTES, Kind
from .votes import read_vote


@dataclass(frozen=True, slots=True)
class Due:
    """What the table waits for: one input of this kind, carrying this head, from each of these seats."""

    step: int
    kind: Kind
    seats: tuple[int, ...]
    head: bytes


@dataclass(frozen=True, slots=True)
class Skipped:
    """In place of a seat's input: the votes, in seat order, that it makes its default move."""

    seat: int
    votes: tuple[Input, ...]


Answer = Input | Skipped
"""What a due seat brings to a round."""


@dataclass(frozen=True, slots=True)
class Step:
    """A completed step: all its inputs, round by round and in seat order, and the state hash after it."""

    number: int
    inputs: tuple[Input, ...]
    state_hash: bytes

    @property
    def is_drop(self) -> bool:
        """Whether the step ended with the votes that drop a seat, instead of an answer."""
        return bool(self.inputs) and self.inputs[0].kind is Kind.DROP

    @property
    def skipped(self) -> tuple[int, ...]:
        """The seats whose time was up, so that they made their default moves; in rising order.

        Of a step that nobody has checked, votes that say nothing are left out.
        """
        said = (read_vote(given) for given in self.inputs if given.kind is Kind.SKIP)
        return tuple(sorted({vote.motion.target for vote in said if vote is not None}))

    @property
    def answers(self) -> tuple[Input, ...]:
        """The inputs that are no votes."""
        return tuple(given for given in self.inputs if given.kind not in VOTES)


@dataclass(frozen=True, slots=True)
class Dropped:
    """In place of an answer: the others go on without this seat."""

    seat: int


@dataclass(frozen=True, slots=True)
class Happened:
    """A completed step as a screen tells it: what was waited for, what answered it, and the state after it."""

    step: Step
    pending: Pending | None
    """None for the opening step, which the rules know nothing of."""
    event: Event[Any] | Dropped | None
    """None for the opening and the closing step."""
    state: Any
    head: bytes


def inputs_of(answer: Answer) -> tuple[Input, ...]:
    """The inputs of an answer, as a step's record has them."""
    return (answer,) if isinstance(answer, Input) else answer.votes


def said(answer: Answer) -> Value:
    """What heads cover of an answer: all of an input; of a seat that was skipped only that, and not the votes."""
    return answer.pair if isinstance(answer, Input) else ("skipped", answer.seat)


def contents(answers: Sequence[Answer]) -> list[tuple[int, bytes]]:
    """Seats and what they gave; those that were skipped are left out."""
    return [(answer.seat, answer.content) for answer in answers if isinstance(answer, Input)]
