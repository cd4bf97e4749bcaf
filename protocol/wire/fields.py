"""Reading a message: the fields of one array, in order, each checked as it is taken.

fields = Fields.of(value, "hello", 3)
oldest = fields.integer("oldest", 0, 65535)
nonce = fields.blob("nonce", 32)
name = fields.text("name", 64)
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import NoReturn, TypeAlias, TypeVar

from .codec import Value
from .errors import Code, CodecError
from .limits import TEXT_BYTES

_KINDS: dict[type, str] = {
    type(None): "nil",
    bool: "bool",
    int: "int",
    str: "str",
    bytes: "bytes",
    tuple: "array",
}


class Fields:
    """The fields of one array, taken one after the other. Errors name the message and the field."""

    __slots__ = ("_items", "_what")

    def __init__(self, what: str, items: tuple[Value, ...]) -> None:
        self._what = what
        self._items: Iterator[Value] = iter(items)

    @classmethod
    def of(cls, value: Value, what: str, count: int, more: int = 0) -> Fields:
        """The fields of a value that must be an array of `count` elements, or of up to `more` elements more.

        Raises:
            CodecError: it is not.
        """
        if type(value) is not tuple:
            _wrong_type(what, "an array", value)
        if not count <= len(value) <= count + more:
            counts = f"{count} to {count + more}" if more else f"{count}"
            raise CodecError(Code.WRONG_SHAPE, f"{what} has {len(value)} fields, not {counts}")
        return cls(what, value)

    def integer(self, name: str, low: int, high: int) -> int:
        """The next field: an integer, at least `low` and at most `high`."""
        value = next(self._items)
        if type(value) is not int:
            _wrong_type(f"{self._what}: {name}", "an int", value)
        if not low <= value <= high:
            raise CodecError(Code.OUT_OF_BOUNDS, f"{self._what}: {name} is {value}, not from {low} to {high}")
        return value

    def flag(self, name: str) -> bool:
        """The next field: true or false."""
        value = next(self._items)
        if type(value) is not bool:
            _wrong_type(f"{self._what}: {name}", "a bool", value)
        return value

    def mark(self, name: str) -> bool:
        """Whether there is a next field. If there is one, it must be true, so that each value has one spelling."""
        for value in self._items:
            if value is not True:
                raise CodecError(Code.OUT_OF_BOUNDS, f"{self._what}: {name} is neither true nor left out")
            return True
        return False

    def blob(self, name: str, length: int) -> bytes:
        """The next field: exactly `length` bytes."""
        value = next(self._items)
        if type(value) is not bytes:
            _wrong_type(f"{self._what}: {name}", "bytes", value)
        if len(value) != length:
            raise self._wrong_length(name, len(value), f"{length}")
        return value

    def blob_up_to(self, name: str, longest: int) -> bytes:
        """The next field: at most `longest` bytes."""
        value = next(self._items)
        if type(value) is not bytes:
            _wrong_type(f"{self._what}: {name}", "bytes", value)
        if len(value) > longest:
            raise self._wrong_length(name, len(value), f"at most {longest}")
        return value

    def optional_blob(self, name: str, length: int) -> bytes | None:
        """The next field: nil, or exactly `length` bytes."""
        value = next(self._items)
        if value is None:
            return None
        if type(value) is not bytes:
            _wrong_type(f"{self._what}: {name}", "bytes or nil", value)
        if len(value) != length:
            raise self._wrong_length(name, len(value), f"{length}")
        return value

    def text(self, name: str, longest: int = TEXT_BYTES) -> str:
        """The next field: a text of at most `longest` bytes of UTF-8. Use `sanitize` before it is shown."""
        value = next(self._items)
        if type(value) is not str:
            _wrong_type(f"{self._what}: {name}", "a str", value)
        size = len(value.encode())
        if size > longest:
            raise self._wrong_length(name, size, f"at most {longest}")
        return value

    def array(self, name: str, fewest: int, most: int) -> tuple[Value, ...]:
        """The next field: an array of `fewest` to `most` elements of any kind."""
        value = next(self._items)
        if type(value) is not tuple:
            _wrong_type(f"{self._what}: {name}", "an array", value)
        if not fewest <= len(value) <= most:
            raise CodecError(
                Code.WRONG_SHAPE, f"{self._what}: {name} has {len(value)} elements, not {fewest} to {most}"
            )
        return value

    def integers(self, name: str, low: int, high: int, fewest: int, most: int) -> tuple[int, ...]:
        """The next field: an array of `fewest` to `most` integers, each at least `low` and at most `high`."""
        items = self.array(name, fewest, most)
        inner = Fields(f"{self._what}: {name}", items)
        return tuple(inner.integer(str(place), low, high) for place in range(len(items)))

    def blobs(self, name: str, length: int, fewest: int, most: int) -> tuple[bytes, ...]:
        """The next field: an array of `fewest` to `most` elements of exactly `length` bytes each."""
        items = self.array(name, fewest, most)
        inner = Fields(f"{self._what}: {name}", items)
        return tuple(inner.blob(str(place), length) for place in range(len(items)))

    def anything(self) -> Value:
        """The next field, unchecked."""
        return next(self._items)

    def _wrong_length(self, name: str, length: int, allowed: str) -> CodecError:
        return CodecError(Code.OUT_OF_BOUNDS, f"{self._what}: {name} has {length} bytes, not {allowed}")


M = TypeVar("M")

Reader: TypeAlias = tuple[str, int | tuple[int, int], Callable[[Fields], M]]
"""The parts of one message type: its name, its number of fields with the type, and the function that reads them. Two
numbers are the fields that always stand there, and those that may follow."""


def read_message(value: Value, readers: Mapping[int, Reader[M]], where: str) -> M:
    """The message of an array, if it is one of those allowed there.

    Raises:
        CodecError: it is not.
    """
    number = message_type(value)
    if number not in readers:
        raise CodecError(Code.UNKNOWN_MESSAGE, f"there is no message of type {number} {where}")
    name, count, read = readers[number]
    always, more = count if isinstance(count, tuple) else (count, 0)
    fields = Fields.of(value, name, always, more)
    fields.anything()  # the type
    return read(fields)


def message_type(value: Value) -> int:
    """The type number of a message.

    Raises:
        CodecError: the value is no array that begins with an int, so no message at all.
    """
    if type(value) is not tuple or not value:
        raise CodecError(Code.WRONG_SHAPE, "a message is an array that begins with its type")
    if type(value[0]) is not int:
        _wrong_type("message: type", "an int", value[0])
    return value[0]


def _wrong_type(what: str, expected: str, value: Value) -> NoReturn:
    raise CodecError(Code.WRONG_TYPE, f"{what} is {_KINDS[type(value)]}, not {expected}")
