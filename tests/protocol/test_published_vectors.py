"""Vectors of registry packages, which are larger than those typed in here. Run by name, with the packages:

    npm install --no-save msgpack-test-suite
    uv run --with cryptography-vectors pytest -m long tests/protocol/test_published_vectors.py

Wycheproof's are in no package of npm or PyPI; those of `cryptography-vectors` are Ed25519's authors' own.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from p2pgame.protocol.identity.keys import Identity
from p2pgame.protocol.wire.codec import decode, encode
from p2pgame.protocol.wire.errors import CodecError

pytestmark = pytest.mark.long

_SUITE = Path(__file__).parents[2] / "node_modules" / "msgpack-test-suite" / "dist" / "msgpack-test-suite.json"
_VECTORS = find_spec("cryptography_vectors")

_KINDS = ("nil", "bool", "number", "bignum", "string", "binary", "array")
"""Values of the suite that a message may have as well."""


@pytest.mark.skipif(not _SUITE.is_file(), reason="npm install --no-save msgpack-test-suite")
def test_of_each_value_in_the_suite_of_msgpack_one_spelling_is_taken() -> None:
    """The shortest one. Floats, maps, timestamps, extensions and numbers of more than 64 bits have no spelling here."""
    entries = [entry for group in json.loads(_SUITE.read_text("utf-8")).values() for entry in group]
    taken = 0
    for entry in entries:
        accepted = [spelled for spelled in map(_bytes, entry["msgpack"]) if _is_taken(spelled)]
        value = next(_values(entry), ...)
        if value is ... or not _is_message(value):
            assert accepted == [], entry
            continue
        assert accepted == [encode(value)], entry
        assert decode(accepted[0]) == value
        taken += 1
    assert taken > len(entries) / 3


def _bytes(spelled: str) -> bytes:
    return bytes.fromhex(spelled.replace("-", ""))


def _is_taken(spelled: bytes) -> bool:
    try:
        decode(spelled)
    except CodecError:
        return False
    return True


def _values(entry: dict[str, Any]) -> Iterator[Any]:
    """The value of an entry, if it is of a kind that messages have."""
    for kind in _KINDS:
        if kind in entry:
            given = entry[kind]
            yield int(given) if kind == "bignum" else _bytes(given) if kind == "binary" else _arrays(given)


def _arrays(value: Any) -> Any:
    return tuple(map(_arrays, value)) if isinstance(value, list) else value


def _is_message(value: Any) -> bool:
    match value:
        case float() | dict():
            return False
        case tuple():
            return all(map(_is_message, value))
        case int():
            return -(1 << 63) <= value < 1 << 64
    return True


@pytest.mark.skipif(_VECTORS is None, reason="uv run --with cryptography-vectors pytest ...")
def test_ed25519_is_that_of_its_authors() -> None:
    """1,024 keys and messages: the same public keys and signatures."""
    assert _VECTORS is not None
    assert _VECTORS.origin is not None
    file = Path(_VECTORS.origin).parent / "asymmetric" / "Ed25519" / "sign.input"
    lines = file.read_text("ascii").split()
    for line in lines:
        secret, public, message, signed = map(bytes.fromhex, line.split(":")[:4])
        seed = secret[:32]
        assert Identity(seed).public == public
        assert Ed25519PrivateKey.from_private_bytes(seed).sign(message) + message == signed
    assert len(lines) == 1024
