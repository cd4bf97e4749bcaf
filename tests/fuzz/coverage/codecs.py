"""Target: bytes as a value. One spelling a value."""

from __future__ import annotations

from collections.abc import Iterator

from p2pgame.protocol.wire.codec import decode, encode
from p2pgame.protocol.wire.errors import RemoteError

from ...protocol.test_codec import REFUSED
from ...protocol.wire_vectors import VALUES

_LONGEST = 4096
"""Bytes of a refused spelling among the seeds: some are long only to be long."""


def codec(data: bytes) -> None:
    """Refused, or a value that is written again as it was."""
    try:
        value = decode(data)
    except RemoteError:
        return
    assert encode(value) == data


def codec_seeds() -> Iterator[bytes]:
    """Values, and refused bytes."""
    yield from map(encode, VALUES.values())
    yield from (data for data, _ in REFUSED.values() if len(data) <= _LONGEST)
