"""The published messages, statements and journals, read by the pages alone: nothing of p2pgame reads them here."""

from __future__ import annotations

import json
from typing import Any

import msgpack
import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF

from ..vectors import FOLDER
from .independent import digest, encode, journal, restored

MESSAGES = json.loads((FOLDER / "messages.json").read_text("utf-8"))
JOURNALS = json.loads((FOLDER / "journal.json").read_text("utf-8"))
TABLE = bytes.fromhex(MESSAGES["table_id"])


def value_of(written: Any) -> Any:
    """A value of JSON as msgpack has it."""
    match written:
        case {"int": digits}:
            return int(digits)
        case {"str": text}:
            return text
        case {"bytes": digits}:
            return bytes.fromhex(digits)
        case list():
            return [value_of(item) for item in written]
        case _:
            return written


@pytest.mark.parametrize("message", MESSAGES["messages"], ids=lambda each: f"{each['where']}-{each['name']}")
def test_a_message_has_its_published_bytes(message: dict[str, Any]) -> None:
    """In both directions."""
    data, value = bytes.fromhex(message["bytes"]), value_of(message["value"])
    assert msgpack.unpackb(data) == value
    assert encode(value) == data


def test_every_type_of_message_is_published() -> None:
    """Those of the table from 16 on, those of the lobby from 32 on."""
    numbers = {value_of(message["value"])[0] for message in MESSAGES["messages"]}
    assert numbers == {*range(16, 30), *range(32, 41)}


@pytest.mark.parametrize("statement", MESSAGES["statements"], ids=lambda each: str(each["domain"]))
def test_a_statement_is_signed_over_its_place_and_fields(statement: dict[str, Any]) -> None:
    """Its body begins with table, slot and head."""
    body = bytes.fromhex(statement["body"])
    key = Ed25519PublicKey.from_public_bytes(bytes.fromhex(statement["public"]))
    key.verify(bytes.fromhex(statement["signature"]), encode([statement["domain"], body]))
    table, slot, head, seat, *_ = msgpack.unpackb(body)
    assert (table, slot, len(head), seat) == (TABLE, 3, 32, 0)


def test_papers_have_the_published_statements() -> None:
    """Their signatures are over the fields in the message, with its place before them."""
    _, table, slot, head, inputs, acks, proposals, promises, prepare = value_of(MESSAGES["messages"][0]["value"])
    ballot = [*proposals[0][:3], proposals[0][4]]
    sent = [inputs[0], acks[0], prepare, promises[0], ballot]
    assert [encode([table, slot, head, *each[:-1]]).hex() for each in sent] == [
        each["body"] for each in MESSAGES["statements"][:5]
    ]
    assert [each[-1].hex() for each in sent] == [each["signature"] for each in MESSAGES["statements"][:5]]


def test_a_commitment_follows_from_the_seed() -> None:
    """Nonce, opening and commitment, as `spec/table/slots.md` makes them."""
    case = {name: bytes.fromhex(each) if type(each) is str else each for name, each in MESSAGES["commitment"].items()}
    info = encode(["p2pgame secret nonce", TABLE, case["step"], case["head"]])
    assert HKDF(SHA256(), 32, case["entry_nonce"], info).derive(case["seed"]) == case["nonce"]
    assert case["opening"] == case["nonce"] + b"s@d4"
    assert digest("p2pgame commitment", TABLE, case["step"], case["seat"], case["opening"]) == case["commitment"]


@pytest.mark.parametrize("case", JOURNALS["journals"], ids=lambda each: str(each["name"]))
def test_a_journal_has_its_published_content(case: dict[str, Any]) -> None:
    """Its records, its whole part, whether words are lost, and the log that is resumed with it."""
    records, end, is_lost = journal(bytes.fromhex(case["journal"]), TABLE)
    assert (len(records), is_lost) == (case["records"], case["is_lost"])
    assert end == case["end"]
    assert sum(record[0] == 2 for record in records) == case["words"]
    assert restored(bytes.fromhex(JOURNALS["log"]), records).hex() == case["restored"]
