"""A table's requests to its surroundings, to be carried out in order: persist, write, send, show.

A table never calls back. The effects after a `Persist` may be carried out only when the disk has that word, and the log
up to here.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

from ..wire.errors import RemoteError, SeatError
from .journal import Word
from .kinds import InputKind
from .ledger import StepCompleted
from .messages import Attested, Claimed, Message
from .proofs import Proof
from .records import Record


@dataclass(frozen=True, slots=True)
class Persist:
    """Put a word into the journal. The next effects may be carried out only when the disk has the word, and the log up
    to here, so that not even a power cut loses them."""

    word: Word


@dataclass(frozen=True, slots=True)
class Write:
    """Append to the log. The next effects may be carried out only when the operating system has the entry."""

    entry: Record | Proof | Claimed | Attested


@dataclass(frozen=True, slots=True)
class Send:
    """Send a message to one linked peer, or to all of them (`to` is None)."""

    message: Message
    to: bytes | None = None


@dataclass(frozen=True, slots=True)
class InputReceived:
    """A seat has given its input to a slot that waits for others as well."""

    seat: int
    kind: InputKind


@dataclass(frozen=True, slots=True)
class Refused:
    """A message of a peer was refused; the table continues."""

    peer: bytes
    error: RemoteError


@dataclass(frozen=True, slots=True)
class Said:
    """A seat, or a spectator (`seat` is None), has sent a line of chat."""

    peer: bytes
    seat: int | None
    text: str


@dataclass(frozen=True, slots=True)
class Stopped:
    """The table cannot continue here. The log has everything that was decided."""

    error: RemoteError


@dataclass(frozen=True, slots=True)
class Away:
    """A seat may be dropped: it was silent for the grace time, or is connected and withholds something."""

    seat: int
    is_there: bool


@dataclass(frozen=True, slots=True)
class Voted:
    """A seat consents to drop another one."""

    voter: int
    target: int


@dataclass(frozen=True, slots=True)
class TimeUp:
    """A seat has run out of time, in a step that still waits for another one; its default move stands."""

    seat: int


@dataclass(frozen=True, slots=True)
class RanDown:
    """Another seat's time had run down by the clock here, and its decision is the default move."""

    seat: int


@dataclass(frozen=True, slots=True)
class TakebackAsked:
    """A seat asks all others to agree that it takes its last move back."""

    seat: int


@dataclass(frozen=True, slots=True)
class TakebackAnswered:
    """A seat agrees to the takeback that was asked for, or refuses it."""

    seat: int
    agrees: bool


@dataclass(frozen=True, slots=True)
class Proven:
    """A seat has cheated, and the proof is in the log."""

    proof: Proof
    error: SeatError


@dataclass(frozen=True, slots=True)
class ClaimMade:
    """One of two seats has claimed that the other has gone. Its own table has stopped; the other's continues."""

    claim: Claimed


@dataclass(frozen=True, slots=True)
class Differs:
    """Two engines computed two states from the same value: to be saved for an investigation."""

    step: int
    peer: bytes
    ours: str
    """Our position after the step, as JSON."""
    theirs: str


Tell: TypeAlias = (
    StepCompleted
    | InputReceived
    | Refused
    | Said
    | Stopped
    | Away
    | Voted
    | TimeUp
    | RanDown
    | TakebackAsked
    | TakebackAnswered
    | Proven
    | ClaimMade
    | Differs
)
"""News for a screen."""

Effect: TypeAlias = Persist | Write | Send | Tell
