"""The cost of bare Ed25519 here: the library's signing and verifying of one input's bytes."""

from __future__ import annotations

from dataclasses import dataclass
from time import process_time

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

COUNT = 2_000


@dataclass(frozen=True, slots=True)
class Signing:
    """Seconds of processor time."""

    sign: float
    verify: float


def signing(size: int) -> Signing:
    """The cost of signing and verifying `size` bytes."""
    key = Ed25519PrivateKey.generate()
    public, data = key.public_key(), bytes(size)
    began = process_time()
    for _ in range(COUNT):
        signature = key.sign(data)
    signed = process_time()
    for _ in range(COUNT):
        public.verify(signature, data)
    return Signing((signed - began) / COUNT, (process_time() - signed) / COUNT)
