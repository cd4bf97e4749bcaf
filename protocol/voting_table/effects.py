"""What a table asks of its surroundings, to be carried out in order: keep, then write, then send, then tell."""

from __future__ import annotations

from dataclasses import dataclass

from ..wire.errors import RemoteError, SeatError
from .inputs import Input
from .kinds import Kind
from .ledger import Happened, Step
from .messages import Message
from .proof import Proof
from .statements import Standstill


@dataclass(frozen=True, slots=True)
class Keep:
    """Keep what one's own seat has decided and voted and the log has not, in place of what was kept before. What
    follows may be done only when the disk has it, and the log up to here: not even a power cut may take it.

    Those are the decisions of the unfinished step and of steps that the table went back over, and the votes of the
    last ones. `opening` is what a commitment among them hides; empty if there is none.
    """

    inputs: tuple[Input, ...]
    opening: bytes


@dataclass(frozen=True, slots=True)
class Write:
    """Append a completed step to the log. What follows may be done only when the operating system has it."""

    step: Step


@dataclass(frozen=True, slots=True)
class Send:
    """Send a message to one linked peer, or to all of them (`to` is None)."""

    message: Message
    to: bytes | None = None


@dataclass(frozen=True, slots=True)
class Given:
    """A seat has given its input to a round that waits for others as well."""

    seat: int
    kind: Kind


@dataclass(frozen=True, slots=True)
class Refused:
    """Something that came over a peer's link was refused; the table goes on."""

    peer: bytes
    error: RemoteError


@dataclass(frozen=True, slots=True)
class Said:
    """A seat, or a spectator (`seat` is None), said something."""

    peer: bytes
    seat: int | None
    text: str


@dataclass(frozen=True, slots=True)
class Stopped:
    """The table cannot go on: engines differ, or two seats each say that the other has gone."""

    error: RemoteError
    proof: tuple[Input, ...] = ()
    """The signed inputs that show it."""


@dataclass(frozen=True, slots=True)
class Rewind:
    """Take back the log's steps from this one on: a majority has gone on without a seat, unheard of here."""

    step: int
    size: int
    """The bytes of the log that stay."""


@dataclass(frozen=True, slots=True)
class Away:
    """A seat may be voted out: for longer than the grace time it was silent, or is there and withholds something."""

    seat: int
    is_there: bool


@dataclass(frozen=True, slots=True)
class Voted:
    """A seat has voted to go on without another one."""

    voter: int
    target: int


@dataclass(frozen=True, slots=True)
class TimeUp:
    """A seat has run out of time, by the others' votes, in a step that still waits for somebody else."""

    seat: int


@dataclass(frozen=True, slots=True)
class Proven:
    """A seat has signed twice. To be appended to the log, and news: the others vote to go on without it."""

    proof: Proof
    error: SeatError


@dataclass(frozen=True, slots=True)
class Differs:
    """Two engines came to two states from the same inputs: what is to be kept for whoever looks into it."""

    step: int
    peer: bytes
    ours: str
    """Our position after the step, as JSON."""
    theirs: str


@dataclass(frozen=True, slots=True)
class Halted:
    """Append to the log, behind all that has happened, by what the table has stopped."""

    standstill: Standstill


Tell = Happened | Given | Refused | Said | Stopped | Rewind | Away | Voted | TimeUp | Proven | Differs
"""News for a screen."""

Effect = Keep | Write | Send | Halted | Tell
"""`Rewind` and `Proven` are news, and to be carried out on the log as well."""
