"""Values with and without a canonical spelling: `spec/encoding.md`."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal, NamedTuple

import pytest
from p2pgame.engine.canon import encode

from .spelled import spelled


@dataclass(frozen=True)
class Inner:
    """One field."""

    cards: bytes


class Named(NamedTuple):
    """A row of a table."""

    inner: Inner | None
    number: int


@dataclass(frozen=True)
class Good:
    """Every value that a state may hold."""

    phase: Literal["roll", "over"]
    inner: tuple[Inner, ...]
    named: Named
    seat: int | None = None
    done: bool = False


@dataclass(frozen=True)
class Empty:
    """No field."""


@dataclass(frozen=True)
class Rounded:
    """A number that machines round."""

    share: float = 1


@dataclass(frozen=True)
class Mapped:
    """An order that is nobody's."""

    owners: Mapping[str, int]


@dataclass(frozen=True)
class Hidden:
    """Deep within."""

    rows: tuple[tuple[Rounded, ...], ...] = ()


@dataclass(frozen=True)
class Anything:
    """Any class."""

    what: Any = 1


@pytest.mark.parametrize(
    "value",
    [
        Good("roll", (Inner(b"12"), Inner(b"")), Named(Inner(b"1"), -200), 300),
        Named(None, 1),
        Inner(b""),
        Empty(),
        [1, (Inner(b"1"), None)],
        (2**64 - 1, -(2**63), "é" * 40, b"1" * 300),
    ],
)
def test_a_record_is_the_array_of_its_fields(value: object) -> None:
    """At any depth."""
    assert encode(value) == spelled(value)


@pytest.mark.parametrize(
    "value",
    [1.0, {}, {1}, bytearray(b"1"), (1, [2.0]), Rounded(), Mapped({}), Hidden(), Anything(), Good, 1j],
    ids=repr,
)
def test_values_without_a_spelling_are_refused(value: object) -> None:
    """By its type, or by the declared type of a field, with any value."""
    with pytest.raises(TypeError, match="no canonical spelling"):
        encode(value)


@pytest.mark.parametrize("value", [2**64, -(2**63) - 1])
def test_numbers_above_64_bits_are_refused(value: int) -> None:
    """They have no row."""
    with pytest.raises(OverflowError):
        encode(value)
