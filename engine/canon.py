"""Canonical bytes of states: a strict subset of msgpack with one spelling for each value.

nil, bool, int (64 bits), str, bytes and array, always in the shortest form; no floats, maps or sets. A dataclass is the
array of its fields in order, so the declaration of a state also defines its bytes. The specification is
`spec/encoding.md`.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import fields, is_dataclass
from functools import cache
from hashlib import sha256
from operator import attrgetter
from types import NoneType, UnionType
from typing import Any, Literal, Union, get_args, get_origin, get_type_hints

import msgpack

_PLAIN = (NoneType, bool, int, str, bytes)
_NESTED = (tuple, list)


def encode(value: object) -> bytes:
    """The one canonical spelling of a value.

    The types of a dataclass's fields are checked by its declarations, once per class, because states are encoded at
    every step.

    Raises:
        TypeError: the value, or something in it, is no nil, bool, int, str, bytes, tuple, list or dataclass.
        OverflowError: an integer needs more than 64 bits.
    """
    _check(value)
    packed: bytes = msgpack.packb(value, default=_array_of)
    return packed


def digest(domain: str, *parts: object) -> bytes:
    """SHA-256 over the canonical array of a domain and the parts: 32 bytes that differ from those of every other
    domain."""
    return sha256(encode((domain, *parts))).digest()


def _array_of(value: object) -> tuple[Any, ...]:
    """The fields of a dataclass; msgpack asks about these, and about numbers that are too large."""
    if isinstance(value, int):
        raise OverflowError(f"{value} needs more than 64 bits")
    kind: Any = type(value)
    return _field_values(kind)(value)


@cache
def _field_values(kind: type) -> Callable[[object], tuple[Any, ...]]:
    names = [field.name for field in fields(kind)]
    if len(names) == 1:
        only = attrgetter(names[0])
        return lambda value: (only(value),)
    return attrgetter(*names) if names else lambda value: ()


def _check(value: object) -> None:
    """Return if the types in the value have a canonical spelling."""
    kind: Any = type(value)
    if kind in _PLAIN:
        return
    if isinstance(value, tuple) or kind is list:
        for item in value:  # type: ignore[attr-defined]  # a list, or any tuple
            if type(item) not in _PLAIN:
                _check(item)
    else:
        _check_declared(kind)


@cache
def _check_declared(kind: type) -> None:
    """Return if all fields of a class, and all fields in them, are declared with types that have a canonical
    spelling."""
    if not (is_dataclass(kind) or issubclass(kind, tuple)):
        raise TypeError(f"no canonical spelling for {kind.__name__}")
    for hint in get_type_hints(kind).values():
        _check_hint(hint)


def _check_hint(hint: Any) -> None:
    origin, of = get_origin(hint), get_args(hint)
    if origin is Literal:
        for value in of:
            _check(value)
    elif origin in (Union, UnionType, *_NESTED):
        for each in of:
            if each is not Ellipsis:
                _check_hint(each)
    elif not isinstance(hint, type) or hint in _NESTED:
        raise TypeError(f"no canonical spelling for what may be {hint}")
    elif hint not in _PLAIN:
        _check_declared(hint)
