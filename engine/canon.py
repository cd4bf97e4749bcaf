"""Canonical bytes of states: a strict subset of msgpack with one spelling for each value.

nil, bool, int (64 bits), str, bytes and array, always in the shortest form; no floats, maps or sets. A
dataclass is the array of its fields in order, so that a state is canonical by being written down once.
The specification is `spec/encoding.md`.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import fields, is_dataclass
from functools import cache
from hashlib import sha256
from operator import attrgetter
from typing import Any

_LARGEST = 2**64
_SMALLEST = -(2**63)


def encode(value: object) -> bytes:
    """The one canonical spelling of a value.

    Raises:
        TypeError: the value, or something in it, is no nil, bool, int, str, bytes, tuple, list or dataclass.
        OverflowError: an integer needs more than 64 bits.
    """
    out = bytearray()
    _WRITERS.get(type(value), _put_fields)(out, value)
    return bytes(out)


def digest(domain: str, *parts: object) -> bytes:
    """SHA-256 over the canonical array of a domain and the parts: 32 bytes that mean one thing only."""
    return sha256(encode((domain, *parts))).digest()


def _put_fields(out: bytearray, value: object) -> None:
    if is_dataclass(value) and not isinstance(value, type):
        _put_array(out, _field_values(type(value))(value))
    elif isinstance(value, tuple):  # a named tuple
        _put_array(out, value)
    else:
        raise TypeError(f"no canonical spelling for {type(value).__name__}")


@cache
def _field_values(kind: type) -> Callable[[object], tuple[Any, ...]]:
    names = [field.name for field in fields(kind)]
    if len(names) == 1:
        only = attrgetter(names[0])
        return lambda value: (only(value),)
    return attrgetter(*names) if names else lambda value: ()


def _put_nil(out: bytearray, value: None) -> None:
    out.append(0xC0)


def _put_bool(out: bytearray, value: bool) -> None:
    out.append(0xC3 if value else 0xC2)


def _put_int(out: bytearray, value: int) -> None:
    if 0 <= value < 128:
        out.append(value)
    elif 0 <= value < 256:
        out += bytes((0xCC, value))
    elif -32 <= value < 0:
        out.append(256 + value)
    elif value >= 0:
        _put_sized_int(out, value, 0xCC, signed=False)
    else:
        _put_sized_int(out, value, 0xD0, signed=True)


def _put_sized_int(out: bytearray, value: int, first_tag: int, *, signed: bool) -> None:
    if not _SMALLEST <= value < _LARGEST:
        raise OverflowError(f"{value} needs more than 64 bits")
    bits = (value if value >= 0 else ~value).bit_length() + signed
    exponent = max(0, (bits - 1).bit_length() - 3)  # 1, 2, 4 or 8 bytes
    out.append(first_tag + exponent)
    out += value.to_bytes(1 << exponent, "big", signed=signed)


def _put_str(out: bytearray, value: str) -> None:
    data = value.encode()
    if len(data) < 32:
        out.append(0xA0 | len(data))
    else:
        _put_length(out, len(data), _STR)
    out += data


def _put_bytes(out: bytearray, value: bytes) -> None:
    if len(value) < 256:
        out += bytes((0xC4, len(value)))
    else:
        _put_length(out, len(value), _BYTES)
    out += value


def _put_array(out: bytearray, value: tuple[object, ...] | list[object]) -> None:
    if len(value) < 16:
        out.append(0x90 | len(value))
    else:
        _put_length(out, len(value), _ARRAY)
    for item in value:
        _WRITERS.get(type(item), _put_fields)(out, item)


_Lengths = tuple[tuple[int, int, int], ...]
_STR: _Lengths = ((1 << 8, 1, 0xD9), (1 << 16, 2, 0xDA), (1 << 32, 4, 0xDB))
_BYTES: _Lengths = ((1 << 8, 1, 0xC4), (1 << 16, 2, 0xC5), (1 << 32, 4, 0xC6))
_ARRAY: _Lengths = ((1 << 16, 2, 0xDC), (1 << 32, 4, 0xDD))
"""Lengths below the first number are written in so many bytes behind the tag."""


def _put_length(out: bytearray, length: int, lengths: _Lengths) -> None:
    for bound, size, tag in lengths:
        if length < bound:
            out.append(tag)
            out += length.to_bytes(size, "big")
            return
    raise OverflowError("longer than 2**32 - 1")


_WRITERS: dict[type, Callable[[bytearray, Any], None]] = {
    type(None): _put_nil,
    bool: _put_bool,
    int: _put_int,
    str: _put_str,
    bytes: _put_bytes,
    tuple: _put_array,
    list: _put_array,
}
