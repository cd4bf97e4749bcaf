"""Spellings of statements, values and records as arrays: in messages, in logs and beside them.

Reading checks form and ranges only. `state` and `records` check signatures and whether a statement follows.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from ..identity.keys import SIGNATURE_BYTES
from ..wire.codec import Value
from ..wire.fields import Fields
from ..wire.limits import BALLOT, CHAIN, CONTENT_BYTES, SEATS, SLOTS
from .consensus import Ack, Prepare, Promise, ProofKind, Proposal, Ruling, RulingKind
from .kinds import KINDS, LAST_KIND
from .proofs import Proof, Statement
from .records import Record
from .signing import Agree, Claim, Input, Place

HASH = 32
"""Bytes of a SHA-256 value."""


def place_form(place: Place) -> tuple[Value, ...]:
    """A place as three fields."""
    return place.table, place.slot, place.head


def read_place(fields: Fields) -> Place:
    """The place in the next three fields.

    Raises:
        CodecError: they hold no place.
    """
    return Place(fields.blob("table", HASH), fields.integer("slot", 0, SLOTS), fields.blob("head", HASH))


def input_form(each: Input) -> tuple[Value, ...]:
    """An input as an array."""
    return each.seat, each.kind, each.content, each.signature


def read_input(value: Value) -> Input:
    """The input in an array.

    Raises:
        CodecError: it holds no input.
    """
    fields = Fields.of(value, "input", 4)
    return Input(
        fields.integer("seat", 0, SEATS - 1),
        KINDS[fields.integer("kind", 0, LAST_KIND)],
        fields.blob_up_to("content", CONTENT_BYTES),
        fields.blob("signature", SIGNATURE_BYTES),
    )


def ack_form(each: Ack) -> tuple[Value, ...]:
    """An ack as an array."""
    return each.seat, each.ballot, each.value, each.state, each.signature


def read_ack(value: Value) -> Ack:
    """The ack in an array.

    Raises:
        CodecError: it holds no ack.
    """
    fields = Fields.of(value, "ack", 5)
    return Ack(_seat(fields), _ballot(fields, 0), _hash(fields, "value"), _hash(fields, "state"), _signature(fields))


def prepare_form(each: Prepare) -> tuple[Value, ...]:
    """A prepare as an array."""
    return each.seat, each.ballot, _ruling_form(each.ruling), each.signature


def read_prepare(value: Value) -> Prepare:
    """The prepare in an array.

    Raises:
        CodecError: it holds no prepare.
    """
    fields = Fields.of(value, "prepare", 4)
    return Prepare(_seat(fields), _ballot(fields, 1), read_ruling(fields.anything()), _signature(fields))


def promise_form(each: Promise) -> tuple[Value, ...]:
    """A promise as an array, with the ack that it reports."""
    latest = each.latest
    report = None if latest is None else (latest.ballot, latest.value, latest.state, latest.signature)
    return each.seat, each.ballot, _ruling_form(each.ruling), each.consents, report, each.signature


def read_promise(value: Value) -> Promise:
    """The promise in an array.

    Raises:
        CodecError: it holds no promise.
    """
    fields = Fields.of(value, "promise", 6)
    seat, ballot = _seat(fields), _ballot(fields, 1)
    ruling, consents = read_ruling(fields.anything()), fields.flag("consents")
    return Promise(seat, ballot, ruling, consents, _read_report(fields.anything(), seat), _signature(fields))


def proposal_form(proposal: Proposal | None) -> tuple[Value, ...]:
    """A proposal and all that it rests on as a list of arrays, the highest ballot first; empty for None."""
    if proposal is None:
        return ()
    return tuple(
        (each.seat, each.ballot, each.value, tuple(map(promise_form, each.promises)), each.signature)
        for each in proposal.chain
    )


def read_proposal(items: Sequence[Value]) -> Proposal | None:
    """The proposal in a list of arrays, each resting on the one after it; None for an empty list.

    Raises:
        CodecError: it holds no proposal.
    """
    under: Proposal | None = None
    for item in reversed(items):
        fields = Fields.of(item, "proposal", 5)
        seat, ballot, value = _seat(fields), _ballot(fields, 1), _hash(fields, "value")
        promises = tuple(map(read_promise, fields.array("promises", 0, SEATS)))
        under = Proposal(seat, ballot, value, promises, under, _signature(fields))
    return under


def bare_proposal_form(each: Proposal) -> tuple[Value, ...]:
    """The signed part of a proposal, as in a proof."""
    return each.seat, each.ballot, each.value, each.signature


def read_bare_proposal(value: Value) -> Proposal:
    """The proposal of a proof.

    Raises:
        CodecError: it holds no proposal.
    """
    fields = Fields.of(value, "proposal", 4)
    return Proposal(_seat(fields), _ballot(fields, 1), _hash(fields, "value"), signature=_signature(fields))


def claim_form(each: Claim) -> tuple[Value, ...]:
    """A claim as an array."""
    return each.seat, each.signature


def read_claim(value: Value) -> Claim:
    """The claim in an array.

    Raises:
        CodecError: it holds no claim.
    """
    fields = Fields.of(value, "claim", 2)
    return Claim(_seat(fields), _signature(fields))


def agree_form(each: Agree) -> tuple[Value, ...]:
    """An answer about a takeback as an array."""
    return each.seat, each.agrees, each.signature


def read_agree(value: Value) -> Agree:
    """The answer about a takeback in an array.

    Raises:
        CodecError: it holds none.
    """
    fields = Fields.of(value, "agreement", 3)
    return Agree(_seat(fields), fields.flag("agrees"), _signature(fields))


def record_form(record: Record) -> tuple[Value, ...]:
    """A record as an array."""
    ruling = record.value if isinstance(record.value, Ruling) else None
    return (
        record.slot,
        _ruling_form(ruling),
        tuple(map(input_form, record.inputs)),
        record.state_hash,
        record.ballot,
        record.acks,
        proposal_form(record.proposal),
    )


def read_record(value: Value) -> Record:
    """The record in an array.

    Raises:
        CodecError: it holds no record.
    """
    fields = Fields.of(value, "record", 7)
    slot, ruling = fields.integer("slot", 0, SLOTS), read_ruling(fields.anything())
    inputs = tuple(map(read_input, fields.array("inputs", 0 if ruling else 1, 0 if ruling else SEATS)))
    state_hash, ballot = fields.blob("state hash", HASH), fields.integer("ballot", 0, BALLOT)
    acks = tuple(map(_read_seat_signature, fields.array("acks", 0, SEATS)))
    proposal = read_proposal(fields.array("proposal", 0, CHAIN))
    return Record(slot, inputs if ruling is None else ruling, state_hash, ballot, acks, proposal)


def proof_form(proof: Proof) -> tuple[Value, ...]:
    """A proof without its place: its kind and its two statements."""
    return proof.kind, _statement_form(proof.first), _statement_form(proof.second)


def read_proof(place: Place, fields: Fields) -> Proof:
    """The proof in the next three fields, unchecked.

    Raises:
        CodecError: they hold no proof.
    """
    number = fields.integer("proof", min(ProofKind), max(ProofKind))
    first, second = _PROOF_PARTS[ProofKind(number)]
    return Proof(place, ProofKind(number), first(fields.anything()), second(fields.anything()))


_PROOF_PARTS: dict[ProofKind, tuple[Callable[[Value], Statement], Callable[[Value], Statement]]] = {
    ProofKind.INPUTS: (read_input, read_input),
    ProofKind.ACKS: (read_ack, read_ack),
    ProofKind.PROPOSALS: (read_bare_proposal, read_bare_proposal),
    ProofKind.HIDDEN_ACK: (read_ack, read_promise),
}
"""The readers of a proof's two statements."""


def _statement_form(statement: Statement) -> tuple[Value, ...]:
    match statement:
        case Input():
            return input_form(statement)
        case Ack():
            return ack_form(statement)
        case Promise():
            return promise_form(statement)
        case Proposal():
            return bare_proposal_form(statement)


def read_ruling(value: Value) -> Ruling | None:
    """The ruling in an array; None for nil.

    Raises:
        CodecError: the value is neither.
    """
    if value is None:
        return None
    fields = Fields.of(value, "ruling", 2)
    return Ruling(RulingKind(fields.integer("kind", 0, max(RulingKind))), _seat(fields))


def _ruling_form(ruling: Ruling | None) -> Value:
    return None if ruling is None else (ruling.kind, ruling.seat)


def _read_report(value: Value, seat: int) -> Ack | None:
    if value is None:
        return None
    fields = Fields.of(value, "report", 4)
    return Ack(seat, _ballot(fields, 0), _hash(fields, "value"), _hash(fields, "state"), _signature(fields))


def _read_seat_signature(value: Value) -> tuple[int, bytes]:
    fields = Fields.of(value, "ack of a record", 2)
    return _seat(fields), _signature(fields)


def _seat(fields: Fields) -> int:
    return fields.integer("seat", 0, SEATS - 1)


def _ballot(fields: Fields, lowest: int) -> int:
    return fields.integer("ballot", lowest, BALLOT)


def _hash(fields: Fields, name: str) -> bytes:
    return fields.blob(name, HASH)


def _signature(fields: Fields) -> bytes:
    return fields.blob("signature", SIGNATURE_BYTES)
