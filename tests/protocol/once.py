"""Signatures are checked once in a test's process, though every peer of a room checks each of them, and `verify` again.

It is most of the work of a room, and always the same: what is kept says only what the real check said of these bytes.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache, lru_cache

from p2pgame.protocol.identity import keys
from p2pgame.protocol.wire.errors import RemoteError

Check = Callable[[bytes, str, bytes, bytes], None]
"""Of a key, a domain, a payload and a signature; raises what is wrong."""
Refusal = Callable[[bytes, str, bytes, bytes], RemoteError | None]


@cache
def check_once() -> None:
    """Do so from now on."""
    keys.verify = refusing(lru_cache(1 << 15)(refusal_by(keys.verify)))  # type: ignore[assignment]  # for the whole process


def refusal_by(check: Check) -> Refusal:
    """The refusal of a signature as a value that can be kept: None for a good one."""

    def refusal(public: bytes, domain: str, payload: bytes, signature: bytes) -> RemoteError | None:
        try:
            check(public, domain, payload, signature)
        except RemoteError as error:
            return error
        return None

    return refusal


def refusing(refusal: Refusal) -> Check:
    """The check again, which raises what it says."""

    def verify(public: bytes, domain: str, payload: bytes, signature: bytes) -> None:
        error = refusal(public, domain, payload, signature)
        if error is not None:
            raise RemoteError(error.code, error.sentence)

    return verify
