"""Frames (`spec/encoding.md`): payloads survive any slicing of the stream."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st
from p2pgame.protocol.wire.errors import Code, LocalError
from p2pgame.protocol.wire.framing import FrameReader, frame
from p2pgame.protocol.wire.limits import FRAME

from .refusals import refused

payloads = st.lists(st.binary(max_size=40), max_size=8)


def stream_of(payloads: list[bytes]) -> bytes:
    """The bytes of these payloads one after the other."""
    return b"".join(map(frame, payloads))


@given(sent=payloads, cuts=st.lists(st.integers(0, 400)))
def test_any_slicing_gives_the_same_payloads(sent: list[bytes], cuts: list[int]) -> None:
    """Sliced or coalesced: the reader finds the frames."""
    stream = stream_of(sent)
    edges = sorted({0, len(stream), *(cut for cut in cuts if cut < len(stream))})
    reader = FrameReader(FRAME)
    got = [payload for start, end in pairwise(edges) for payload in reader.feed(stream[start:end])]
    assert got == sent


@given(sent=payloads)
def test_one_byte_at_a_time(sent: list[bytes]) -> None:
    """A payload is given with its last byte, not before and not later."""
    reader = FrameReader(FRAME)
    for payload in sent:
        whole = frame(payload)
        assert [out for byte in whole[:-1] for out in reader.feed(bytes([byte]))] == []
        assert reader.feed(whole[-1:]) == [payload]


def test_a_frame_is_its_length_and_its_payload() -> None:
    """Four bytes, most significant first."""
    assert frame(b"abc") == b"\x00\x00\x00\x03abc"
    assert frame(b"") == b"\x00\x00\x00\x00"


def test_the_longest_frame_passes_and_one_byte_more_does_not() -> None:
    """The limit is inclusive."""
    assert FrameReader(5).feed(frame(b"12345")) == [b"12345"]
    with refused(Code.FRAME_TOO_LONG, "6 bytes; 5 are allowed"):
        FrameReader(5).feed(frame(b"123456"))


def test_text_in_the_place_of_a_frame_is_named_as_such() -> None:
    """A proxy that speaks TLS answers so; a length of 1,213,486,160 bytes explains nothing."""
    with refused(Code.FRAME_TOO_LONG, "text that begins with HTTP instead of a frame"):
        FrameReader(FRAME).feed(b"HTTP/1.1 400 Bad Request\r\n")


def test_a_length_is_refused_before_its_payload_comes() -> None:
    """Nobody makes us wait for, or hold, 4 GiB."""
    with refused(Code.FRAME_TOO_LONG):
        FrameReader(FRAME).feed(b"\xff\xff\xff\xff")


def test_a_refused_stream_stays_refused() -> None:
    """Good frames after a bad one are not read: where they begin is anybody's guess."""
    reader = FrameReader(5)
    for data in (frame(b"123456"), frame(b"1")):
        with refused(Code.FRAME_TOO_LONG):
            reader.feed(data)


def test_the_limit_can_be_raised_between_two_frames_of_one_slice() -> None:
    """A proof and a long first message may arrive together."""
    reader = FrameReader(5)
    reader.push(stream_of([b"proof", b"long message"]))
    assert reader.pull() == b"proof"
    reader.limit = 12
    assert reader.pull() == b"long message"
    assert reader.pull() is None


def test_we_do_not_send_frames_that_nobody_accepts() -> None:
    """Our own mistake is a LocalError."""
    with pytest.raises(LocalError, match="6 bytes"):
        frame(b"123456", limit=5)
