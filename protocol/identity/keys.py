"""The identity of a peer: an Ed25519 key (RFC 8032), and signatures for one purpose each.

A signature is over the canonical array of a domain and the payload's bytes, so that nothing signed for one purpose can
be shown for another. Specified in `spec/identity-and-link.md`.
"""

from __future__ import annotations

from functools import lru_cache
from hashlib import sha256

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF

from ..wire.codec import encode
from ..wire.errors import Code, LocalError, RemoteError

SEED_BYTES = 32
PUBLIC_BYTES = 32
SIGNATURE_BYTES = 64
PEER_ID_BYTES = 32


class Identity:
    """One peer's key pair. The seed cannot be read from it: not by attribute, `repr` or pickle."""

    __slots__ = ("_private", "_seed", "public")

    public: bytes
    """The public key, 32 bytes, by which others know this peer."""

    def __init__(self, seed: bytes) -> None:
        """The identity of 32 secret random bytes; the same bytes give the same identity.

        Raises:
            LocalError: the seed is not of 32 bytes.
        """
        if len(seed) != SEED_BYTES:
            raise LocalError(f"an identity is made from {SEED_BYTES} bytes, not {len(seed)}")
        self._seed = seed
        self._private = Ed25519PrivateKey.from_private_bytes(seed)
        self.public = self._private.public_key().public_bytes_raw()

    @property
    def peer_id(self) -> bytes:
        """SHA-256 of the public key."""
        return peer_id(self.public)

    def sign(self, domain: str, payload: bytes) -> bytes:
        """The 64 bytes that prove that this peer has signed `payload` for the purpose `domain`."""
        return self._private.sign(signed_bytes(domain, payload))

    def derive(self, info: bytes, salt: bytes, length: int = 32) -> bytes:
        """Secret bytes that only this identity can make, the same at each call: HKDF-SHA256 (RFC 5869) of the seed.

        `info` names the use of the bytes: the canonical array of a domain and everything that distinguishes this use
        from others. Neither the seed nor other derived bytes can be computed from them.
        """
        return HKDF(SHA256(), length, salt, info).derive(self._seed)

    def __repr__(self) -> str:
        return f"Identity(public={self.public.hex()})"

    def __reduce__(self) -> str:
        raise LocalError("an identity is not written anywhere")


def peer_id(public: bytes) -> bytes:
    """SHA-256 of a public key: 32 bytes."""
    return sha256(public).digest()


def signed_bytes(domain: str, payload: bytes) -> bytes:
    """The canonical array of domain and payload, which a signature covers."""
    return encode((domain, payload))


def verify(public: bytes, domain: str, payload: bytes, signature: bytes) -> None:
    """Return if the owner of `public` signed `payload` for the purpose `domain`.

    Raises:
        RemoteError: it did not (BAD_SIGNATURE), or such a key proves nothing (BAD_KEY).
    """
    key = parsed(public)
    try:
        key.verify(signature, signed_bytes(domain, payload))
    except InvalidSignature:
        raise RemoteError(Code.BAD_SIGNATURE, f"the signature ({domain}) is not by its key") from None


def check_public(public: bytes) -> None:
    """Return if signatures by this key can be trusted to be by one owner.

    Raises:
        RemoteError: BAD_KEY: not 32 bytes, not the shortest spelling, or of small order.
    """
    parsed(public)


_PRIME = 2**255 - 19
_ORDER_8 = 0x05FC536D880238B13933C6D305ACDFD5F098EFF289F4C345B027B2C28F95E826
SMALL_ORDER = frozenset({0, 1, _PRIME - 1, _ORDER_8, _PRIME - _ORDER_8})
"""The y of the eight points of small order. For such a key one signature fits many messages, so it proves nothing."""


@lru_cache(maxsize=256)
def parsed(public: bytes) -> Ed25519PublicKey:
    """The key, ready for use. The cache is bounded: a table has at most five, but strangers come and go."""
    if len(public) != PUBLIC_BYTES:
        raise RemoteError(Code.BAD_KEY, f"a public key has {PUBLIC_BYTES} bytes, not {len(public)}")
    y = int.from_bytes(public, "little") & (2**255 - 1)
    if y >= _PRIME:
        raise RemoteError(Code.BAD_KEY, "the public key is spelled with a number above the field's prime")
    if y in SMALL_ORDER:
        raise RemoteError(Code.BAD_KEY, "anybody could sign for this public key")
    return Ed25519PublicKey.from_public_bytes(public)
