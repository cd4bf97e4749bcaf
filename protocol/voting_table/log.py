"""The log of a table: a file that is only ever appended to. Specified in `spec/log.md`.

    magic | record(genesis) | record(step 0) | record(step 1) | ...

A record is its payload's length and CRC-32, 4 bytes each, then the payload, a canonical array that begins with its
type. Nothing is believed that `ledger` has not checked; the CRC only tells a torn or rotten file from a false one.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import chain
from typing import TypeAlias
from zlib import crc32

from ..contract.contract import Contract, Entry, Genesis
from ..wire.codec import decode, encode
from ..wire.errors import Code, CodecError, ProtocolError, RemoteError
from ..wire.fields import Fields, message_type
from ..wire.limits import CONTENT_BYTES, CONTRACT_BYTES, FRAME, OWN_INPUTS, SEARCHED, SEATS, STEP_INPUTS
from .inputs import Input
from .ledger import Step
from .messages import proof_fields, read_input, read_proof, read_step, step_fields
from .proof import Proof
from .statements import Standstill

MAGIC = b"p2plog1\n"
_MAGIC_FAMILY = b"p2plog"
_LENGTH = 4
_CHECK = 4
_GENESIS = 0
_STEP = 1
_OWN = 2
_PROOF = 3
_STANDSTILL = 4


Record: TypeAlias = Step | Proof | Standstill
"""What stands in a log behind its genesis."""


class LogError(ProtocolError):
    """The file cannot be read as a log. Says what it is instead, or what to do."""


@dataclass(frozen=True, slots=True)
class DamagedRecord(Exception):
    """The log is whole up to `offset`, and the record that begins there is not."""

    offset: int
    reason: str
    torn: bool
    """Whether the record only lacks its end, as after a crash while it was written, and nothing whole is behind it."""

    def __str__(self) -> str:
        return f"{self.reason}, at byte {self.offset}"


def header(genesis: Genesis) -> bytes:
    """How a log begins."""
    entries = tuple((entry.nonce, entry.anchor, entry.signature) for entry in genesis.entries)
    return MAGIC + _record(encode((_GENESIS, genesis.contract.encoded, entries)))


def step_record(step: Step) -> bytes:
    """What a completed step adds to the log."""
    return _record(encode((_STEP, *step_fields(step))))


def proof_record(proof: Proof) -> bytes:
    """What the proof that a seat has signed twice adds to the log."""
    return _record(encode((_PROOF, *proof_fields(proof))))


def standstill_record(standstill: Standstill) -> bytes:
    """What stands behind the history of a table that has stopped."""
    return _record(encode((_STANDSTILL, tuple(given.pair for given in standstill.inputs))))


def whole(genesis: Genesis, steps: Sequence[Step], proofs: Iterable[tuple[int, Proof]]) -> bytes:
    """The log of these steps and of the proofs among them; each stands behind as many steps as is said with it."""
    placed = [(place, proof_record(proof)) for place, proof in proofs]
    records = [header(genesis)]
    for number in range(len(steps) + 1):
        records += [record for place, record in placed if place == number]
        records += map(step_record, steps[number : number + 1])
    return b"".join(records)


def own_record(inputs: tuple[Input, ...], opening: bytes) -> bytes:
    """What stands in the file beside the log: what one's own seat has decided and voted, and what that hides."""
    return _record(encode((_OWN, tuple(given.pair for given in inputs), opening)))


def read_own(data: bytes) -> tuple[tuple[Input, ...], bytes]:
    """The inputs and the opening of an own record.

    Raises:
        DamagedRecord: the record is not whole.
        RemoteError: it is no own record.
    """
    payload, _ = _payload(data, 0)
    fields = Fields.of(decode(payload), "own record", 3)
    fields.integer("type", _OWN, _OWN)
    inputs = tuple(map(read_input, fields.array("inputs", 0, OWN_INPUTS)))
    return inputs, fields.blob_up_to("opening", CONTENT_BYTES)


def read_genesis(data: bytes) -> tuple[Genesis, int]:
    """The genesis of a log, its form checked and nothing else, and the offset of the first step.

    Raises:
        LogError: the data is no log, or one of another version of the format.
        DamagedRecord: the first record is not whole.
        RemoteError: the first record is no genesis.
    """
    if data[: len(MAGIC)] != MAGIC:
        if data[: len(_MAGIC_FAMILY)] == _MAGIC_FAMILY and len(data) >= len(MAGIC):
            raise LogError("this log was written by another version of p2pgame: open it with that version")
        raise LogError("this file is no p2pgame log" if data else "this file is empty")
    payload, offset = _payload(data, len(MAGIC))
    value = decode(payload)
    if message_type(value) != _GENESIS:
        raise CodecError(Code.WRONG_SHAPE, "the log does not begin with a genesis")
    fields = Fields.of(value, "genesis", 3)
    fields.anything()  # the type
    contract = Contract.decoded(fields.blob_up_to("contract", CONTRACT_BYTES))
    entries = tuple(map(Entry.read, fields.array("entries", 1, SEATS)))
    return Genesis(contract, entries), offset


def read_records(data: bytes, offset: int) -> Iterator[tuple[Record, int]]:
    """The records of a log from `offset` on, and for each the offset behind it. Only their form is checked.

    Raises:
        DamagedRecord: a record is not whole, or is none of these.
    """
    while offset < len(data):
        start = offset
        payload, offset = _payload(data, start)
        try:
            yield _read_record(payload), offset
        except RemoteError as error:
            raise DamagedRecord(start, f"a record is no step: {error.sentence}", torn=False) from error


def _read_record(payload: bytes) -> Record:
    value = decode(payload)
    match message_type(value), value:
        case int(number), tuple() if number == _STEP:
            return read_step(value[1:])
        case int(number), tuple() if number == _PROOF:
            return read_proof(value[1:])
        case int(number), tuple() if number == _STANDSTILL:
            inputs = Fields.of(value[1:], "standstill", 1).array("inputs", 1, STEP_INPUTS)
            return Standstill(tuple(map(read_input, inputs)))
        case _:
            raise CodecError(Code.WRONG_SHAPE, "a record that is no step")


def _record(payload: bytes) -> bytes:
    return len(payload).to_bytes(_LENGTH, "big") + crc32(payload).to_bytes(_CHECK, "big") + payload


def _payload(data: bytes, offset: int) -> tuple[bytes, int]:
    start = offset + _LENGTH + _CHECK
    if start > len(data):
        raise DamagedRecord(offset, "the last record is cut off", torn=True)
    length = _number(data, offset)
    if not 0 < length <= FRAME:
        raise DamagedRecord(offset, f"a record of {length} bytes, which no record has", torn=False)
    if start + length > len(data):
        if _is_torn(data, offset):
            raise DamagedRecord(offset, "the last record is cut off", torn=True)
        raise DamagedRecord(offset, f"a record of {length} bytes, which there are not", torn=False)
    payload = data[start : start + length]
    if crc32(payload) != _number(data, offset + _LENGTH):
        raise DamagedRecord(offset, "a record whose checksum does not fit", torn=False)
    return payload, start + length


def _number(data: bytes, offset: int) -> int:
    return int.from_bytes(data[offset : offset + 4], "big")


def _is_torn(data: bytes, offset: int) -> bool:
    """Whether the record at `offset`, which points past the end, lacks its end: a flipped bit of a length looks the
    same, but leaves whole records behind it, or that one itself. Where it takes too long to look, it is not torn.
    """
    left = SEARCHED
    for payload, check in chain(_of_another_length(data, offset), _behind(data, offset)):
        left -= len(payload)
        if left < 0 or (crc32(payload) == check and _is_record(payload)):
            return False
    return True


def _of_another_length(data: bytes, offset: int) -> Iterator[tuple[bytes, int]]:
    """The payload of a record and its checksum, with each length by which that fits."""
    check, start = _number(data, offset + _LENGTH), offset + _LENGTH + _CHECK
    so_far = 0
    for end in range(start, len(data)):
        so_far = crc32(data[end : end + 1], so_far)
        if so_far == check:
            yield data[start : end + 1], check


def _behind(data: bytes, offset: int) -> Iterator[tuple[bytes, int]]:
    """What would be the payload of a record and its checksum, wherever behind `offset` one may begin by its length."""
    for start in range(offset + 1 + _LENGTH + _CHECK, len(data)):
        length = _number(data, start - _LENGTH - _CHECK)
        if 0 < length <= len(data) - start:
            yield data[start : start + length], _number(data, start - _CHECK)


def _is_record(payload: bytes) -> bool:
    try:
        _read_record(payload)
    except RemoteError:
        return False
    return True
