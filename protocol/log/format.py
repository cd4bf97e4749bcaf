"""The log of a table: a file that only grows. Specified in `spec/log.md`.

     magic
record(genesis)
record(slot 0)
record(slot 1)
...

Proofs, claims and attestations are between the slots. Only the form is checked here: `replay` checks the rest.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TypeAlias

from p2pgame.engine.errors import quoted

from ..contract.contract import Contract, Entry, FindGame, Genesis
from ..table.forms import (
    ack_form,
    place_form,
    proof_form,
    read_ack,
    read_place,
    read_proof,
    read_record,
    record_form,
)
from ..table.messages import Attested, Claimed, claimed_form, read_claimed
from ..table.proofs import Proof
from ..table.records import Record
from ..wire.codec import Value, decode, encode
from ..wire.errors import Code, CodecError, ProtocolError, RemoteError
from ..wire.fields import Fields, Reader, message_type, read_message
from ..wire.limits import CONTRACT_BYTES, SEATS
from .framing import DamagedRecord, payload_at, to_record

VERSION = 2
MAGIC = b"p2plog2\n"
_MAGIC_FAMILY = b"p2plog"
_GENESIS = 0
_SLOT = 1
_PROOF = 2
_CLAIM = 3
_ATTESTATION = 4

LogEntry: TypeAlias = Record | Proof | Claimed | Attested
"""An entry of a log, after its genesis."""


class LogError(ProtocolError):
    """The file cannot be read as a log. The text says what it is instead, or what to do."""


def check_known(game_id: str, find_game: FindGame) -> None:
    """Return if the game of a log is known here. Without its rules nobody can say whether the log is valid.

    Raises:
        LogError: it is not known.
    """
    if find_game(game_id) is None:
        raise LogError(f"this log is of {quoted(game_id)}, a game that this program does not have")


def header(genesis: Genesis) -> bytes:
    """The beginning of a log."""
    entries = tuple((entry.nonce, entry.anchor, entry.signature) for entry in genesis.entries)
    return MAGIC + to_record(encode((_GENESIS, genesis.contract.encoded, entries)))


def log_record(entry: LogEntry) -> bytes:
    """The bytes that an entry adds to the log."""
    return to_record(encode(_form(entry)))


def whole_log(genesis: Genesis, entries: Iterable[LogEntry]) -> bytes:
    """The log of these entries."""
    return b"".join([header(genesis), *map(log_record, entries)])


def read_genesis(data: bytes) -> tuple[Genesis, int]:
    """The genesis of a log, its form checked and nothing else, and the offset of the first entry.

    Raises:
        LogError: the data is no log, or one of another version of the format.
        DamagedRecord: the first record is not whole.
        RemoteError: the first record is no genesis.
    """
    _check_magic(data)
    payload, offset = payload_at(data, len(MAGIC), _is_genesis)
    return _genesis(decode(payload)), offset


def read_entries(data: bytes, offset: int) -> Iterator[tuple[LogEntry, int]]:
    """The entries of a log from `offset` on, each with the offset behind it. Only their form is checked.

    Raises:
        DamagedRecord: a record is not whole, or is no entry.
    """
    while offset < len(data):
        start = offset
        payload, offset = payload_at(data, start, is_entry)
        try:
            yield read_entry(payload), offset
        except RemoteError as error:
            raise DamagedRecord(start, f"an invalid record: {error.sentence}", torn=False) from error


def read_entry(payload: bytes) -> LogEntry:
    """The entry that a record's payload spells.

    Raises:
        RemoteError: it spells no entry.
    """
    return read_message(decode(payload), _READERS, "behind the first in a log")


def is_entry(payload: bytes) -> bool:
    """Whether a record's payload spells an entry."""
    try:
        read_entry(payload)
    except RemoteError:
        return False
    return True


def _form(entry: LogEntry) -> tuple[Value, ...]:
    match entry:
        case Record():
            return (_SLOT, record_form(entry))
        case Proof():
            return (_PROOF, *place_form(entry.place), *proof_form(entry))
        case Claimed():
            return (_CLAIM, *claimed_form(entry))
        case Attested(place, ack):
            return (_ATTESTATION, *place_form(place), ack_form(ack))


def _check_magic(data: bytes) -> None:
    if data[: len(MAGIC)] == MAGIC:
        return
    if data[: len(_MAGIC_FAMILY)] == _MAGIC_FAMILY and len(data) >= len(MAGIC):
        raise LogError(
            f"this log has another format than this program reads ({VERSION}): open it with the "
            "version of p2pgame that wrote it"
        )
    raise LogError("this file is not a p2pgame log" if data else "this file is empty")


def _genesis(value: Value) -> Genesis:
    if message_type(value) != _GENESIS:
        raise CodecError(Code.WRONG_SHAPE, "the log does not begin with a genesis")
    fields = Fields.of(value, "genesis", 3)
    fields.anything()  # the type
    contract = Contract.decoded(fields.blob_up_to("contract", CONTRACT_BYTES))
    entries = tuple(map(Entry.read, fields.array("entries", 1, SEATS)))
    return Genesis(contract, entries)


def _is_genesis(payload: bytes) -> bool:
    try:
        _genesis(decode(payload))
    except RemoteError:
        return is_entry(payload)
    return True


def _slot(fields: Fields) -> LogEntry:
    return read_record(fields.anything())


def _proof(fields: Fields) -> LogEntry:
    return read_proof(read_place(fields), fields)


def _claimed(fields: Fields) -> LogEntry:
    return read_claimed(fields)


def _attested(fields: Fields) -> LogEntry:
    return Attested(read_place(fields), read_ack(fields.anything()))


_READERS: dict[int, Reader[LogEntry]] = {
    _SLOT: ("slot", 2, _slot),
    _PROOF: ("proof", 7, _proof),
    _CLAIM: ("claim", 6, _claimed),
    _ATTESTATION: ("attestation", 5, _attested),
}
