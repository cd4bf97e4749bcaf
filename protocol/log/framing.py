"""Records in a file: each is its payload's length and CRC-32, 4 bytes each, then the payload.

Logs and journals are files of this form. A checksum proves nothing. It only finds files that were cut short or damaged
by chance; signatures find changes on purpose.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import chain
from struct import Struct
from zlib import crc32

from ..wire.limits import FRAME, SEARCHED

_LENGTH = 4
_CHECK = 4
_BEFORE = Struct(">II")
"""The length and the checksum."""

IsRecord = Callable[[bytes], bool]
"""Whether a payload belongs in such a file."""


class DamagedRecord(Exception):
    """The file is whole up to `offset`, and the record that begins there is not."""

    def __init__(self, offset: int, reason: str, torn: bool) -> None:
        """`torn` says whether the record only lacks its end, as after a crash during the write, with nothing whole
        behind it."""
        super().__init__(offset, reason, torn)
        self.offset = offset
        self.reason = reason
        self.torn = torn

    def __str__(self) -> str:
        return f"{self.reason}, at byte {self.offset}"


def to_record(payload: bytes) -> bytes:
    """A payload as a record."""
    return _BEFORE.pack(len(payload), crc32(payload)) + payload


def payload_at(data: bytes, offset: int, is_record: IsRecord) -> tuple[bytes, int]:
    """The payload of the record at `offset`, and the offset behind it.

    Raises:
        DamagedRecord: the record is not whole. `is_record` distinguishes a torn one from a damaged one.
    """
    start = offset + _LENGTH + _CHECK
    if start > len(data):
        raise DamagedRecord(offset, "the last record is cut off", torn=True)
    length, check = _BEFORE.unpack_from(data, offset)
    if not 0 < length <= FRAME:
        raise DamagedRecord(offset, f"a record with an impossible length of {length} bytes", torn=False)
    if start + length > len(data):
        if _is_torn(data, offset, is_record):
            raise DamagedRecord(offset, "the last record is cut off", torn=True)
        raise DamagedRecord(
            offset, f"a record of {length} bytes, which is longer than the rest of the file", torn=False
        )
    payload = data[start : start + length]
    if crc32(payload) != check:
        raise DamagedRecord(offset, "a record whose checksum does not fit", torn=False)
    return payload, start + length


def _number(data: bytes, offset: int) -> int:
    return int.from_bytes(data[offset : offset + 4], "big")


def _is_torn(data: bytes, offset: int, is_record: IsRecord) -> bool:
    """Whether the record at `offset`, which points past the end, only lacks its end.

    A flipped bit of a length looks the same, but leaves whole records behind it, or that one itself. If the search
    takes too long, the record counts as damaged.
    """
    left = SEARCHED
    for payload, check in chain(_of_another_length(data, offset), _behind(data, offset)):
        left -= len(payload)
        if left < 0 or (crc32(payload) == check and is_record(payload)):
            return False
    return True


def _of_another_length(data: bytes, offset: int) -> Iterator[tuple[bytes, int]]:
    """The payload and checksum of a record, for each length that fits the checksum."""
    check, start = _number(data, offset + _LENGTH), offset + _LENGTH + _CHECK
    so_far = 0
    for end in range(start, len(data)):
        so_far = crc32(data[end : end + 1], so_far)
        if so_far == check:
            yield data[start : end + 1], check


def _behind(data: bytes, offset: int) -> Iterator[tuple[bytes, int]]:
    """The payload and checksum of a possible record, at each place behind `offset` where the length allows one."""
    for start in range(offset + 1 + _LENGTH + _CHECK, len(data)):
        length = _number(data, start - _LENGTH - _CHECK)
        if 0 < length <= len(data) - start:
            yield data[start : start + length], _number(data, start - _CHECK)
