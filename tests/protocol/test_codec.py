"""Canonical bytes (`spec/encoding.md`): one spelling a value, everything else refused cheaply."""

from __future__ import annotations

import tracemalloc
from contextlib import suppress

import msgpack
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from p2pgame.engine import canon
from p2pgame.protocol.wire.codec import Value, decode, encode
from p2pgame.protocol.wire.errors import Code, CodecError
from p2pgame.protocol.wire.limits import DEPTH, ITEMS, Limits

from ..engine.spelled import spelled
from .refusals import refused

plain = (
    st.none()
    | st.booleans()
    | st.integers(-(2**63), 2**64 - 1)
    | st.text(st.characters(exclude_categories=["Cs"]), max_size=40)
    | st.binary(max_size=300)
)
values = st.recursive(plain, lambda inner: st.lists(inner, max_size=20).map(tuple), max_leaves=30)
few = settings(max_examples=50)


def nested(depth: int) -> Value:
    """nil inside `depth` arrays."""
    value: Value = None
    for _ in range(depth):
        value = (value,)
    return value


@few
@given(value=values)
def test_encoded_values_decode_to_themselves(value: Value) -> None:
    """decode(encode(x)) == x, types included: True is not 1."""
    back = decode(encode(value), Limits(depth=100))
    assert back == value
    assert repr(back) == repr(value)


@given(data=st.binary(max_size=60))
@example(data=b"\xd7\xff" + b"\xff" * 8)
@example(data=b"\xc9\xff\xff\xff\xff\x01")
@example(data=b"\x81\x93\x01\x02\x03\x01")
def test_any_bytes_are_a_value_with_these_bytes_or_refused(data: bytes) -> None:
    """No bytes crash the decoder, and no value has two spellings."""
    with suppress(CodecError):
        assert encode(decode(data)) == data


@few
@given(value=values, place=st.integers(0, 10_000), other=st.integers(0, 255))
def test_a_changed_byte_is_another_value_or_refused(value: Value, place: int, other: int) -> None:
    """Damage near a good value never crashes, and never decodes to something spelled otherwise."""
    data = bytearray(encode(value))
    data[place % len(data)] = other
    with suppress(CodecError):
        assert encode(decode(bytes(data), Limits(depth=100))) == data


REFUSED = {
    "no bytes": (b"", Code.TRUNCATED),
    "array cut short": (b"\x92\xc0", Code.TRUNCATED),
    "bytes cut short": (b"\xc4\x05abc", Code.TRUNCATED),
    "a str that claims 4 GiB": (b"\xdb\xff\xff\xff\xff", Code.TRUNCATED),
    "bytes that claim 4 GiB": (b"\xc6\xff\xff\xff\xff", Code.TRUNCATED),
    "an array that claims 4 Gi elements": (b"\xdd\xff\xff\xff\xff", Code.TOO_MANY_ITEMS),
    "one element too many": (encode((None,) * (ITEMS + 1)), Code.TOO_MANY_ITEMS),
    "a second value": (b"\xc0\xc0", Code.TRAILING_BYTES),
    "a small number in a byte of its own": (b"\xcc\x7f", Code.NOT_CANONICAL),
    "200 in two bytes": (b"\xcd\x00\xc8", Code.NOT_CANONICAL),
    "200 signed": (b"\xd1\x00\xc8", Code.NOT_CANONICAL),
    "-1 in a byte of its own": (b"\xd0\xff", Code.NOT_CANONICAL),
    "a long length for a short str": (b"\xd9\x01a", Code.NOT_CANONICAL),
    "a long length for short bytes": (b"\xc5\x00\x01a", Code.NOT_CANONICAL),
    "a long length for a short array": (b"\xdc\x00\x01\xc0", Code.NOT_CANONICAL),
    "inside an array": (b"\x91\xcc\x01", Code.NOT_CANONICAL),
    "an empty map": (b"\x80", Code.FORBIDDEN_TYPE),
    "a map": (b"\x81\x01\x02", Code.FORBIDDEN_TYPE),
    "a map with a key twice": (b"\x82\x01\x02\x01\x02", Code.FORBIDDEN_TYPE),
    "a map with a map as key": (b"\x81\x80\x01", Code.FORBIDDEN_TYPE),
    "a map that claims 4 Gi entries": (b"\xdf\xff\xff\xff\xff", Code.FORBIDDEN_TYPE),
    "float32": (b"\xca\x00\x00\x00\x00", Code.FORBIDDEN_TYPE),
    "float64": (b"\xcb" + bytes(8), Code.FORBIDDEN_TYPE),
    "a float in an array in an array": (b"\x91\x91\xcb" + bytes(8), Code.FORBIDDEN_TYPE),
    "an extension": (b"\xd4\x01a", Code.FORBIDDEN_TYPE),
    "an extension of a length": (b"\xc7\x03\x01abc", Code.FORBIDDEN_TYPE),
    "a timestamp": (b"\xd6\xff\x00\x00\x00\x00", Code.FORBIDDEN_TYPE),
    "a timestamp of the wrong length": (b"\xd4\xffa", Code.FORBIDDEN_TYPE),
    "a timestamp that cannot be": (b"\xd7\xff" + b"\xff" * 8, Code.FORBIDDEN_TYPE),
    "the byte that msgpack never uses": (b"\xc1", Code.FORBIDDEN_TYPE),
    "a str that is no UTF-8": (b"\xa1\xff", Code.INVALID_UTF8),
    "a surrogate": (b"\xa3\xed\xa0\x80", Code.INVALID_UTF8),
    "UTF-8 longer than it need be": (b"\xa2\xc1\x81", Code.INVALID_UTF8),
    "one level too deep": (encode(nested(DEPTH + 1)), Code.TOO_DEEP),
    "100,000 levels": (b"\x91" * 100_000, Code.TOO_DEEP),
}


@pytest.mark.parametrize(("data", "code"), REFUSED.values(), ids=REFUSED)
def test_every_other_spelling_is_refused(data: bytes, code: Code) -> None:
    """Each with the code that `spec/encoding.md` gives it."""
    with refused(code):
        decode(data)


def test_a_reason_of_msgpack_that_we_do_not_know_is_still_a_refusal(monkeypatch: pytest.MonkeyPatch) -> None:
    """Should a newer msgpack word its errors otherwise, bytes are refused less exactly, and never accepted."""

    def unpack(*_: object, **__: object) -> None:
        raise ValueError("worded otherwise")

    monkeypatch.setattr("p2pgame.protocol.wire.codec.msgpack.unpackb", unpack)
    with refused(Code.MALFORMED):
        decode(b"\x01")


def test_more_bytes_than_allowed_are_refused_unread() -> None:
    """The size limit comes first."""
    with refused(Code.TOO_LONG, "6 bytes are more than the 5"):
        decode(encode("hello"), Limits(size=5))


def test_the_limits_themselves_are_allowed() -> None:
    """As deep, as many, as long as the limit says."""
    assert decode(encode(nested(DEPTH))) == nested(DEPTH)
    assert decode(encode((None,) * ITEMS)) == (None,) * ITEMS
    assert decode(encode("hello"), Limits(size=6)) == "hello"


HOSTILE = {
    "4 GiB of bytes": b"\xc6\xff\xff\xff\xff",
    "100,000 levels": b"\x91" * 100_000,
    "100,000 levels, each claiming all the elements it may": (b"\xdc" + ITEMS.to_bytes(2, "big")) * 33_000,
    "100,000 levels of maps": b"\x81" * 100_000,
}


@pytest.mark.parametrize("data", HOSTILE.values(), ids=HOSTILE)
def test_hostile_claims_cost_little_memory(data: bytes) -> None:
    """A claimed size is refused before any memory for it is allocated: see `limits.ITEMS` for the 8 MiB."""
    tracemalloc.start()
    try:
        with pytest.raises(CodecError):
            decode(data)
        _, peak = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert peak < 9 * 2**20


@few
@given(value=values)
def test_the_encoding_is_msgpack(value: Value) -> None:
    """Any msgpack library reads what we write; each row of the table is kept."""
    assert canon.encode(value) == encode(value) == spelled(value)
    assert msgpack.unpackb(encode(value), use_list=False, strict_map_key=True) == value
