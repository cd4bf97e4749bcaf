"""A game in numbers, for programs that learn. Every move that an environment offers has one number, the same in each
state and at each table.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Sequence
from dataclasses import fields, is_dataclass
from itertools import accumulate
from math import prod
from typing import Any, NamedTuple, Protocol


class Block(Protocol):
    """Moves of one kind, numbered from 0."""

    size: int

    def number(self, move: Any) -> int | None:
        """The number of a move; None if it is not one of these."""

    def move(self, number: int) -> Any:
        """The move of that number."""


class Listed:
    """Moves in the order of a list."""

    def __init__(self, moves: Iterable[Hashable]) -> None:
        self._moves = tuple(moves)
        self._numbers = {move: number for number, move in enumerate(self._moves)}
        self.size = len(self._moves)

    def number(self, move: Any) -> int | None:
        return self._numbers.get(move)

    def move(self, number: int) -> Any:
        return self._moves[number]


class Product:
    """Moves of a class with each combination of values of its fields; the last field counts fastest."""

    def __init__(self, kind: type[Any], *domains: Sequence[Hashable]) -> None:
        """One domain for each field: its possible values, in order."""
        self._kind = kind
        self._names = [field.name for field in fields(kind)] if is_dataclass(kind) else list(kind._fields)
        self._domains = domains
        self._places = [{value: place for place, value in enumerate(domain)} for domain in domains]
        self.size = prod(map(len, domains))

    def number(self, move: Any) -> int | None:
        """The places of its values, read as digits."""
        if type(move) is not self._kind:
            return None
        number = 0
        for name, places in zip(self._names, self._places, strict=True):
            place = places.get(getattr(move, name))
            if place is None:
                return None
            number = number * len(places) + place
        return number

    def move(self, number: int) -> Any:
        """The values that the digits stand for."""
        values = []
        for domain in reversed(self._domains):
            number, place = divmod(number, len(domain))
            values.append(domain[place])
        return self._kind(*reversed(values))


class Coding:
    """Blocks one after another."""

    def __init__(self, *blocks: Block) -> None:
        self._blocks = blocks
        self._firsts = [0, *accumulate(block.size for block in blocks)]
        self.size = self._firsts.pop()

    def number(self, move: Any) -> int | None:
        """The id of a move; None for one that environments do not offer."""
        for first, block in zip(self._firsts, self._blocks, strict=True):
            number = block.number(move)
            if number is not None:
                return first + number
        return None

    def move(self, number: int) -> Any:
        """The move of that id, which is at least 0 and below `size`."""
        place = next(place for place in reversed(range(len(self._blocks))) if number >= self._firsts[place])
        return self._blocks[place].move(number - self._firsts[place])


class Features(Protocol):
    """A seat's view of a table, in numbers."""

    def __call__(self, state: Any, seat: int) -> list[int]:
        """The same number of values for each state of a table of that many seats; the observing seat comes first."""


class CodedGame(NamedTuple):
    """The coding of one game."""

    actions: Coding
    """The ids of its moves."""
    features: Features
    """The numbers of a state."""


def one_hot(value: object, values: Iterable[object]) -> list[int]:
    """A list with 1 at the place of the value and 0 everywhere else; all 0 if the value is not among them."""
    return [int(value == each) for each in values]


def bits(number: int, places: Iterable[int]) -> list[int]:
    """The bits of a number as a list, in the order of `places`."""
    return [number >> place & 1 for place in places]


def from_seat(values: Sequence[Any], seat: int) -> list[Any]:
    """One value a seat, from that seat on clockwise."""
    return [*values[seat:], *values[:seat]]


def seen(of: int | None, seat: int, seats: int) -> list[int]:
    """One-hot: how many places clockwise another seat sits; all 0 for no seat."""
    return one_hot(None if of is None else (of - seat) % seats, range(seats))
