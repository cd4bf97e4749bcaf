"""The pages of the specification are enough to read a log: a reader that was written from them agrees with the vectors.

Its module imports nothing of p2pgame.
"""

from __future__ import annotations

import json
from itertools import islice
from typing import Any
from zlib import crc32

import pytest

from ..vectors import FOLDER
from . import independent
from .independent import SIGNATURE, Invalid, Reader, encode, payloads

ATTESTATION = 4

PLACES = 12
"""Records of a log that are tried, at the most."""

LOGS = {
    path.stem: vector
    for path in sorted(FOLDER.glob("*.json"))
    if "rulings" in (vector := json.loads(path.read_text("utf-8")))
}
INTACT = {name: vector for name, vector in LOGS.items() if vector["verdict"] != "not intact"}


@pytest.mark.parametrize("name", INTACT)
def test_a_reader_from_the_pages_agrees_about_an_intact_log(name: str) -> None:
    """Without the rules: about all that they do not decide."""
    vector: dict[str, Any] = INTACT[name]
    read = Reader(bytes.fromhex(vector["log"]))
    assert vector["steps"] in read.steps
    assert (read.draws, read.signatures, read.head.hex()) == (vector["draws"], vector["signatures"], vector["head"])
    assert [[("DROP", "SKIP")[kind], seat] for kind, seat in read.rulings] == [each[1:3] for each in vector["rulings"]]
    assert read.claimers == ({vector["claim"][0]} if vector["claim"] else set())
    assert read.cheats == ({vector["fault"][1]} if vector["fault"] else set())


def test_it_refuses_a_log_that_is_not_intact() -> None:
    """The vectors have one whose signatures do not hold."""
    faulty = [vector for name, vector in LOGS.items() if name not in INTACT]
    assert faulty
    for vector in faulty:
        with pytest.raises(Invalid):
            Reader(bytes.fromhex(vector["log"]))


@pytest.mark.parametrize("name", INTACT)
def test_it_finds_a_false_signature_wherever_it_stands(name: str) -> None:
    """Without that, agreement would mean little. An attestation may be about a slot that is not in the log."""
    genesis, *records = payloads(bytes.fromhex(INTACT[name]["log"]))
    for place, record in islice(enumerate(records), 0, None, 1 + len(records) // PLACES):
        if record[0] != ATTESTATION:
            changed = [*records[:place], _with_false_signature(record), *records[place + 1 :]]
            with pytest.raises(Invalid):
                Reader(b"p2plog2\n" + b"".join(map(_framed, [genesis, *changed])))


def _with_false_signature(value: Any) -> Any:
    """A value with another first byte in each signature in it."""
    if isinstance(value, bytes) and len(value) == SIGNATURE:
        return bytes([value[0] ^ 1]) + value[1:]
    return [_with_false_signature(each) for each in value] if isinstance(value, list) else value


def _framed(record: Any) -> bytes:
    payload = encode(record)
    return len(payload).to_bytes(4, "big") + crc32(payload).to_bytes(4, "big") + payload


def test_it_knows_nothing_of_the_program() -> None:
    """No name in its module comes from p2pgame."""
    origins = {getattr(value, "__module__", None) for value in vars(independent).values()}
    assert not [origin for origin in origins if origin and origin.startswith("p2pgame")]
