"""Statements: everything that a seat signs at a table, and the place where it counts.

A statement counts at one place only: one slot of one table, on one head. The place is not sent with each statement. It
is once in a frame or follows from the log, and is put into the signed body. So the signature of a statement for another
table, slot or history fails everywhere.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, fields
from functools import cache
from operator import attrgetter
from typing import Any, TypeVar

from ..identity import keys
from ..identity.keys import Identity
from ..wire.codec import Value, digest, encode
from .consensus import Ack, Prepare, Promise, Proposal, Ruling
from .kinds import InputKind


@dataclass(frozen=True, slots=True)
class Place:
    """The place where a statement counts: a table's id, a slot, and the head before it."""

    table: bytes
    slot: int
    head: bytes


@dataclass(frozen=True, slots=True)
class Input:
    """A seat's answer to the rules in a slot."""

    seat: int
    kind: InputKind
    content: bytes
    signature: bytes = b""

    @property
    def signatures(self) -> int:
        """The number of signatures in the input: its own, and the agreements in a takeback."""
        return 1 + (len(self.content) // keys.SIGNATURE_BYTES if self.kind is InputKind.TAKEBACK else 0)


@dataclass(frozen=True, slots=True)
class Claim:
    """One of two seats says that the other has gone, and stops."""

    seat: int
    signature: bytes = b""


@dataclass(frozen=True, slots=True)
class Agree:
    """A seat's answer to the question whether the last move is taken back. That of the mover is the question."""

    seat: int
    agrees: bool
    signature: bytes = b""


Statement = Input | Claim | Agree | Ack | Prepare | Promise | Proposal

S = TypeVar("S", Input, Claim, Agree, Ack, Prepare, Promise, Proposal)


def inputs_digest(inputs: tuple[Input, ...]) -> bytes:
    """The name of a slot's inputs in acks and heads; in seat order. Signatures are left out: another signature on the
    same body changes nothing."""
    return digest("p2pgame inputs", tuple([(each.seat, each.kind, each.content) for each in inputs]))


def sign(identity: Identity, place: Place, statement: S) -> S:
    """The statement with its seat's signature."""
    kind: Any = type(statement)
    domain, _ = _FORMS[kind]
    *others, _ = _fields_of(kind)(statement)  # the signature comes last; `dataclasses.replace` is several times slower
    signed: S = kind(*others, identity.sign(domain, body(place, statement)))
    return signed


@cache
def _fields_of(kind: type[Any]) -> Callable[[Any], tuple[Any, ...]]:
    """Gives all fields of a statement of that kind, in order."""
    return attrgetter(*(field.name for field in fields(kind)))


def check_signature(public: bytes, place: Place, statement: Statement) -> None:
    """Return if the key has signed this statement for this place.

    Raises:
        RemoteError: it has not.
    """
    domain, _ = _FORMS[type(statement)]
    keys.verify(public, domain, body(place, statement), statement.signature)


SignatureCheck = Callable[[bytes, Place, Statement], None]
"""`check_signature`, or a function that has the same done later."""


def body(place: Place, statement: Statement) -> bytes:
    """The bytes that are signed: the place, the seat, and the fields of the statement."""
    _, signed = _FORMS[type(statement)]
    return encode((place.table, place.slot, place.head, statement.seat, *signed(statement)))


def ruling_form(ruling: Ruling | None) -> Value:
    """A ruling as an array, or nil."""
    return None if ruling is None else (ruling.kind, ruling.seat)


def report_form(latest: Ack | None) -> Value:
    """The ack that a promise reports as an array, or nil. Its seat is the promise's."""
    return None if latest is None else (latest.ballot, latest.value, latest.state, latest.signature)


def _input(each: Input) -> tuple[Value, ...]:
    return each.kind, each.content


def _claim(_each: Claim) -> tuple[Value, ...]:
    return ()


def _agree(each: Agree) -> tuple[Value, ...]:
    return (each.agrees,)


def _ack(each: Ack) -> tuple[Value, ...]:
    return each.ballot, each.value, each.state


def _prepare(each: Prepare) -> tuple[Value, ...]:
    return each.ballot, ruling_form(each.ruling)


def _promise(each: Promise) -> tuple[Value, ...]:
    return each.ballot, ruling_form(each.ruling), each.consents, report_form(each.latest)


def _proposal(each: Proposal) -> tuple[Value, ...]:
    return each.ballot, each.value


_FORMS: dict[type, tuple[str, Callable[..., tuple[Value, ...]]]] = {
    Input: ("p2pgame input", _input),
    Claim: ("p2pgame claim", _claim),
    Agree: ("p2pgame agree", _agree),
    Ack: ("p2pgame ack", _ack),
    Prepare: ("p2pgame prepare", _prepare),
    Promise: ("p2pgame promise", _promise),
    Proposal: ("p2pgame propose", _proposal),
}
"""For each statement its domain, so that nothing signed as one can be shown as another, and its signed fields."""
