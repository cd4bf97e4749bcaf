"""Vectors that others have published, typed in with their source: our primitives are the ones that everybody means."""

from __future__ import annotations

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from p2pgame.protocol.identity.keys import Identity
from p2pgame.protocol.wire.codec import Value, decode, encode
from p2pgame.protocol.wire.errors import Code

from .refusals import refused

RFC_8032_7_1 = {
    "TEST 1": (
        "9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60",
        "d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a",
        "",
        "e5564300c360ac729086e2cc806e828a84877f1eb8e5d974d873e06522490155"
        "5fb8821590a33bacc61e39701cf9b46bd25bf5f0595bbe24655141438e7a100b",
    ),
    "TEST 2": (
        "4ccd089b28ff96da9db6c346ec114e0f5b8a319f35aba624da8cf6ed4fb8a6fb",
        "3d4017c3e843895a92b70aa74d1b7ebc9c982ccf2ec4968cc0cd55f12af4660c",
        "72",
        "92a009a9f0d4cab8720e820b5f642540a2b27b5416503f8fb3762223ebdb69da"
        "085ac1e43e15996e458f3613d0f11d8c387b2eaeb4302aeeb00d291612bb0c00",
    ),
    "TEST 3": (
        "c5aa8df43f9f837bedb7442f31dcb7b166d38535076f094b85ce3a2e0b4458f7",
        "fc51cd8e6218a1a38da47ed00230f0580816ed13ba3303ac5deb911548908025",
        "af82",
        "6291d657deec24024827e69c3abe01a30ce548a284743a445e3680d7db5ac3ac"
        "18ff9b538d16f290ae67f760984dc6594a7c15e9716ed28dc027beceea1ec40a",
    ),
}
"""Ed25519: seed, public key, message, signature."""

RFC_5869_A = {
    "A.1": (
        "0b" * 22,
        "000102030405060708090a0b0c",
        "f0f1f2f3f4f5f6f7f8f9",
        "3cb25f25faacd57a90434f64d0362f2a2d2d0a90cf1a5a4c5db02d56ecc4c5bf34007208d5b887185865",
    ),
    "A.3": (
        "0b" * 22,
        "",
        "",
        "8da4e775a563c18f715f802a063c5a31b8a11f5c5ee1879ec3454e5f3c738d2d9d201395faa4b61a96c8",
    ),
}
"""HKDF-SHA256: key, salt, info, output of 42 bytes."""

MSGPACK_FORMATS: dict[str, tuple[Value, str, tuple[str, ...]]] = {
    "zero": (0, "00", ("cc00", "cd0000", "ce00000000", "cf0000000000000000", "d000", "d10000", "d200000000")),
    "127": (127, "7f", ("cc7f", "cd007f", "d07f", "d1007f")),
    "128": (128, "cc80", ("cd0080", "ce00000080", "d10080", "d200000080")),
    "65535": (65535, "cdffff", ("ce0000ffff", "d20000ffff")),
    "2^32 - 1": ((1 << 32) - 1, "ceffffffff", ("cf00000000ffffffff", "d300000000ffffffff")),
    "-1": (-1, "ff", ("d0ff", "d1ffff", "d2ffffffff", "d3ffffffffffffffff")),
    "-33": (-33, "d0df", ("d1ffdf", "d2ffffffdf")),
    "a": ("a", "a161", ("d90161", "da000161", "db0000000161")),
    "one byte": (b"\x01", "c40101", ("c5000101", "c60000000101")),
    "an array": ((1,), "9101", ("dc000101", "dd0000000101")),
}
"""The formats of the MessagePack specification (github.com/msgpack/msgpack, spec.md): a value, its shortest spelling,
and others that it allows."""


@pytest.mark.parametrize("vector", RFC_8032_7_1.values(), ids=RFC_8032_7_1)
def test_rfc_8032_ed25519(vector: tuple[str, str, str, str]) -> None:
    """A seed gives the public key that others know a peer by; signatures are those of the RFC."""
    seed, public, message, signature = map(bytes.fromhex, vector)
    assert Identity(seed).public == public
    assert Ed25519PrivateKey.from_private_bytes(seed).sign(message) == signature
    Ed25519PublicKey.from_public_bytes(public).verify(signature, message)


@pytest.mark.parametrize("vector", RFC_5869_A.values(), ids=RFC_5869_A)
def test_rfc_5869_hkdf_sha256(vector: tuple[str, str, str, str]) -> None:
    """With its arguments in the order in which identities derive secrets."""
    key, salt, info, output = map(bytes.fromhex, vector)
    assert HKDF(SHA256(), len(output), salt, info).derive(key) == output


@pytest.mark.parametrize("vector", MSGPACK_FORMATS.values(), ids=MSGPACK_FORMATS)
def test_of_the_formats_of_msgpack_one_is_taken_for_each_value(vector: tuple[Value, str, tuple[str, ...]]) -> None:
    """The shortest; a value that is spelled otherwise is no message."""
    value, shortest, others = vector
    assert encode(value).hex() == shortest
    assert decode(bytes.fromhex(shortest)) == value
    for other in others:
        with refused(Code.NOT_CANONICAL):
            decode(bytes.fromhex(other))
