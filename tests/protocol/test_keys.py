"""Identities (`spec/identity-and-link.md`): keys, signatures, derived secrets."""

from __future__ import annotations

import pickle
from hashlib import sha256

import pytest
from hypothesis import given
from hypothesis import strategies as st
from p2pgame.protocol.identity.keys import Identity, check_public, peer_id, signed_bytes, verify
from p2pgame.protocol.wire.codec import encode
from p2pgame.protocol.wire.errors import Code, LocalError

from .refusals import refused

ANN = Identity(bytes(range(32)))
BOB = Identity(bytes(32))


def test_a_signature_is_verified() -> None:
    """The owner's signature over the same domain and payload passes."""
    verify(ANN.public, "p2pgame test 1", b"hello", ANN.sign("p2pgame test 1", b"hello"))


@given(place=st.integers(0, 63), bit=st.integers(0, 7))
def test_a_changed_signature_is_refused(place: int, bit: int) -> None:
    """Every bit of a signature matters."""
    signature = bytearray(ANN.sign("d", b"hello"))
    signature[place] ^= 1 << bit
    with refused(Code.BAD_SIGNATURE):
        verify(ANN.public, "d", b"hello", bytes(signature))


def test_a_signature_is_for_one_key_one_domain_one_payload() -> None:
    """Shown for anything else, it is refused."""
    signature = ANN.sign("d", b"hello")
    for public, domain, payload in [(BOB.public, "d", b"hello"), (ANN.public, "e", b"hello"), (ANN.public, "d", b"")]:
        with refused(Code.BAD_SIGNATURE):
            verify(public, domain, payload, signature)


@pytest.mark.parametrize("length", [0, 63, 65])
def test_a_signature_has_64_bytes(length: int) -> None:
    """Shorter or longer ones are refused like wrong ones."""
    with refused(Code.BAD_SIGNATURE):
        verify(ANN.public, "d", b"hello", ANN.sign("d", b"hello").ljust(length, b"\0")[:length])


def test_a_signature_has_one_spelling() -> None:
    """The same signature with the group's order added to its second half is refused, so nobody can make a second."""
    signature = ANN.sign("d", b"hello")
    order = 2**252 + 27742317777372353535851937790883648493
    other = (int.from_bytes(signature[32:], "little") + order).to_bytes(32, "little")
    with refused(Code.BAD_SIGNATURE):
        verify(ANN.public, "d", b"hello", signature[:32] + other)


def test_domain_and_payload_cannot_run_into_each_other() -> None:
    """The array marks where the domain ends."""
    assert signed_bytes("ab", b"c") != signed_bytes("a", b"bc")
    assert signed_bytes("ab", b"c") == encode(("ab", b"c"))


def test_the_peer_id_is_the_hash_of_the_public_key() -> None:
    """SHA-256, nothing else."""
    assert ANN.peer_id == peer_id(ANN.public) == sha256(ANN.public).digest()


def small_order_keys() -> list[bytes]:
    """All spellings of points of small order, found by arithmetic on the curve rather than from a list."""
    p = 2**255 - 19
    d = -121665 * pow(121666, -1, p) % p

    def x_of(y: int) -> int | None:
        square = (y * y - 1) * pow(d * y * y + 1, -1, p) % p
        root = pow(square, (p + 3) // 8, p)
        for candidate in (root, root * pow(2, (p - 1) // 4, p) % p):
            if candidate * candidate % p == square:
                return candidate
        return None

    def double(point: tuple[int, int]) -> tuple[int, int]:
        x, y = point
        product = d * x * x % p * y % p * y % p
        return 2 * x * y * pow(1 + product, -1, p) % p, (y * y + x * x) * pow(1 - product, -1, p) % p

    def eighth(y: int) -> bool:
        x = x_of(y)
        return x is not None and double(double(double((x, y)))) == (0, 1)

    # Doubling (x, y) gives y' = 0 exactly when x^2 = -y^2, so a point of order 8 has d y^4 + 2 y^2 - 1 = 0.
    root_of_1_plus_d = next(r for r in _square_roots((1 + d) % p, p))
    squares = [(-1 + sign * root_of_1_plus_d) * pow(d, -1, p) % p for sign in (1, -1)]
    ys = {0, 1, p - 1} | {root for square in squares for root in _square_roots(square, p)}
    found = [y for y in sorted(ys) if eighth(y)]
    assert len(found) == 5
    return [
        (spelling | sign << 255).to_bytes(32, "little")
        for y in found
        for spelling in (y, y + p)
        if spelling < 2**255
        for sign in (0, 1)
    ]


def _square_roots(square: int, p: int) -> list[int]:
    root = pow(square, (p + 3) // 8, p)
    candidates = (root, root * pow(2, (p - 1) // 4, p) % p)
    return [r for c in candidates if c * c % p == square for r in (c, p - c)]


@pytest.mark.parametrize("public", small_order_keys(), ids=bytes.hex)
def test_a_key_that_anybody_can_sign_for_is_refused(public: bytes) -> None:
    """Points of small order, in every spelling: one signature fits many messages."""
    with refused(Code.BAD_KEY):
        verify(public, "d", b"hello", bytes(64))


@pytest.mark.parametrize("y", [2**255 - 19, 2**255 - 10, 2**255 - 1])
def test_a_key_has_one_spelling(y: int) -> None:
    """A y of the prime or more is the same point as a smaller one: another id for the same key."""
    with refused(Code.BAD_KEY):
        check_public(y.to_bytes(32, "little"))


@pytest.mark.parametrize("length", [0, 31, 33])
def test_a_key_has_32_bytes(length: int) -> None:
    """Nothing else is parsed."""
    with refused(Code.BAD_KEY, f"32 bytes, not {length}"):
        check_public(bytes(range(1, 34))[:length])


def test_a_seed_has_32_bytes() -> None:
    """A shorter secret would be a guess away."""
    with pytest.raises(LocalError, match="32 bytes, not 31"):
        Identity(bytes(31))


def test_derived_secrets_differ_by_use_and_salt_and_come_again() -> None:
    """HKDF: what one use reveals says nothing about another."""
    secret = ANN.derive(b"chain", b"salt")
    assert secret == Identity(bytes(range(32))).derive(b"chain", b"salt")
    others = [ANN.derive(b"nonce", b"salt"), ANN.derive(b"chain", b"pepper"), BOB.derive(b"chain", b"salt")]
    assert len({secret, *others}) == 4
    assert len(ANN.derive(b"chain", b"salt", 48)) == 48


def test_the_seed_does_not_come_out() -> None:
    """Not in `repr`, not by pickling."""
    assert bytes(range(32)).hex() not in repr(ANN)
    assert "public" in repr(ANN)
    with pytest.raises(LocalError):
        pickle.dumps(ANN)
