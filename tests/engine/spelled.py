"""Canonical bytes written down from the table of `spec/encoding.md`, row by row, to hold the engine's against."""

from __future__ import annotations

from dataclasses import fields, is_dataclass

_LENGTHS = {
    "str": ((1 << 8, 1, 0xD9), (1 << 16, 2, 0xDA), (1 << 32, 4, 0xDB)),
    "bytes": ((1 << 8, 1, 0xC4), (1 << 16, 2, 0xC5), (1 << 32, 4, 0xC6)),
    "array": ((1 << 16, 2, 0xDC), (1 << 32, 4, 0xDD)),
}
"""Lengths below the first number are written in that many bytes behind the tag."""


def spelled(value: object) -> bytes:
    """The one spelling of a value of any allowed type."""
    match value:
        case None:
            return b"\xc0"
        case bool():
            return b"\xc3" if value else b"\xc2"
        case int():
            return _int(value)
        case str():
            data = value.encode()
            return (bytes([0xA0 | len(data)]) if len(data) < 32 else _length(len(data), "str")) + data
        case bytes():
            return _length(len(value), "bytes") + value
        case tuple() | list():
            head = bytes([0x90 | len(value)]) if len(value) < 16 else _length(len(value), "array")
            return head + b"".join(map(spelled, value))
        case _ if is_dataclass(value) and not isinstance(value, type):
            return spelled([getattr(value, field.name) for field in fields(value)])
        case _:
            raise TypeError(type(value).__name__)


def _int(value: int) -> bytes:
    if -32 <= value < 128:
        return bytes([value % 256])
    for size, unsigned, signed in ((1, 0xCC, 0xD0), (2, 0xCD, 0xD1), (4, 0xCE, 0xD2), (8, 0xCF, 0xD3)):
        if 0 <= value < 1 << 8 * size:
            return bytes([unsigned]) + value.to_bytes(size, "big")
        if -(1 << 8 * size - 1) <= value < 0:
            return bytes([signed]) + value.to_bytes(size, "big", signed=True)
    raise OverflowError(value)


def _length(length: int, kind: str) -> bytes:
    size, tag = next((size, tag) for bound, size, tag in _LENGTHS[kind] if length < bound)
    return bytes([tag]) + length.to_bytes(size, "big")
