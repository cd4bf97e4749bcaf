"""Signatures are checked once in a test's process, though every peer of a room checks each of them, and `verify` again.

It is most of the work of a room, and always the same: what is kept says only what the real check said of these bytes.
"""

from __future__ import annotations

from functools import cache, lru_cache

from p2pgame.protocol import keys
from p2pgame.protocol.errors import RemoteError


@cache
def check_once() -> None:
    """Do so from now on."""
    check = keys.verify

    @lru_cache(1 << 15)
    def refusal(public: bytes, domain: str, payload: bytes, signature: bytes) -> RemoteError | None:
        try:
            check(public, domain, payload, signature)
        except RemoteError as error:
            return error
        return None

    def verify(public: bytes, domain: str, payload: bytes, signature: bytes) -> None:
        error = refusal(public, domain, payload, signature)
        if error is not None:
            raise RemoteError(error.code, error.sentence)

    keys.verify = verify
