"""How a fuzzer's bytes become the received bytes of a side of a conversation, and the other way round.

A piece is a length, one byte, and that many bytes, which arrive in a frame of their own. Behind a length of zero stand
another length and bytes that arrive without a frame; none at all are the end of the stream.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from p2pgame.protocol.wire.framing import frame


def pieces(data: bytes) -> Iterator[bytes]:
    """The input, piece by piece."""
    while data:
        bare = data[0] == 0
        start = 1 + bare
        end = start + (data[start - 1] if len(data) >= start else 0)
        piece, data = data[start:end], data[end:]
        yield piece if bare else frame(piece)


def packed(payloads: Iterable[bytes]) -> bytes:
    """The fuzzer's bytes for these payloads, each in its frame."""
    return b"".join(bytes([len(payload)]) + payload for payload in payloads)


def bare(data: bytes) -> bytes:
    """The fuzzer's bytes for some bytes without a frame."""
    return bytes([0, len(data)]) + data
