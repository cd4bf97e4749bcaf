"""Values to canonical bytes and back: the strict subset of msgpack of `spec/encoding.md`.

`decode` refuses every spelling that `encode` would not have written, so equal values have equal bytes and a signature
covers exactly one value. msgpack does the parsing; its limits keep hostile counts and depths from costing memory, and
writing the value again finds every spelling that is not the shortest.
"""

from __future__ import annotations

from hashlib import sha256
from typing import NoReturn, TypeAlias

import msgpack

from .errors import Code, CodecError
from .limits import MESSAGE, Limits

__all__ = ["Value", "decode", "encode"]

Value: TypeAlias = "bool | int | str | bytes | tuple[Value, ...] | None"
"""The values of messages."""


def encode(value: Value) -> bytes:
    """The one canonical spelling of a plain value: the bytes of `engine.canon.encode`, at msgpack's speed."""
    data: bytes = _pack(value)
    return data


def digest(domain: str, *parts: Value) -> bytes:
    """SHA-256 over the array of a domain and the parts, as `engine.canon.digest` gives it: 32 bytes."""
    return sha256(_pack((domain, *parts))).digest()


def decode(data: bytes, limits: Limits = MESSAGE) -> Value:
    """The value whose one canonical spelling is `data`; `encode(decode(data)) == data`.

    Raises:
        CodecError: `data` is no canonical spelling, or it exceeds a limit.
    """
    if len(data) > limits.size:
        raise CodecError(Code.TOO_LONG, f"{len(data)} bytes are more than the {limits.size} allowed here")
    value = _parse(data, limits)
    _check_types(value, limits.depth)
    if _pack(value) != data:
        raise CodecError(Code.NOT_CANONICAL, "a number or a length is not written in its shortest form")
    return value


def _parse(data: bytes, limits: Limits) -> Value:
    try:
        value: Value = msgpack.unpackb(
            data,
            use_list=False,
            strict_map_key=False,  # maps are refused whole, with any keys
            object_hook=_refuse_map,
            ext_hook=_refuse_extension,
            max_array_len=limits.items,
        )
    except CodecError:
        raise
    except Exception as error:  # msgpack raises several unrelated types, all of which mean that the bytes are bad
        raise _reason(error, limits) from None
    return value


def _check_types(value: object, depth: int) -> None:
    """Refuse floats and timestamps, which msgpack has already read, and arrays nested deeper than `depth`."""
    if type(value) is tuple:
        if depth == 0:
            raise _too_deep()
        for item in value:
            if type(item) not in _PLAIN and (item != () or depth == 1):
                _check_types(item, depth - 1)
    elif type(value) not in _PLAIN:
        raise _forbidden(f"a {type(value).__name__.lower()}")


_pack = msgpack.Packer().pack
"""One packer for all: making one costs more than packing a message. It runs no Python code, so threads may share it."""

_PLAIN = frozenset({type(None), bool, int, str, bytes})


def _refuse_map(_: object) -> NoReturn:
    raise _forbidden("a map")


def _refuse_extension(number: int, _: object) -> NoReturn:
    raise _forbidden(f"an extension of type {number}")


def _forbidden(what: str) -> CodecError:
    return CodecError(Code.FORBIDDEN_TYPE, f"{what} stands where only nil, bool, int, str, bytes and array may")


def _too_deep() -> CodecError:
    return CodecError(Code.TOO_DEEP, "arrays are nested too deep")


def _reason(error: Exception, limits: Limits) -> CodecError:
    """The refusal for an error of msgpack."""
    match error:
        case msgpack.StackError():
            return _too_deep()
        case msgpack.ExtraData():
            return CodecError(Code.TRAILING_BYTES, "bytes follow the value")
        case msgpack.FormatError():
            return _forbidden("a byte that begins no value")
        case UnicodeDecodeError():
            return CodecError(Code.INVALID_UTF8, "a text is not UTF-8")
    return _reason_by_text(str(error), limits)


def _reason_by_text(text: str, limits: Limits) -> CodecError:
    """The refusal for a bare ValueError of msgpack. If its texts change, the refusal is only less exact."""
    if "max_array_len" in text:
        return CodecError(Code.TOO_MANY_ITEMS, f"an array has more than the {limits.items} elements allowed here")
    if "max_map_len" in text:
        return _forbidden("a map")
    if any(word in text for word in ("max_ext_len", "timestamp", "nanoseconds")):
        return _forbidden("an extension")
    if "incomplete" in text:
        return CodecError(Code.TRUNCATED, "the bytes end before the value does")
    return CodecError(Code.MALFORMED, "the bytes are not a value")
