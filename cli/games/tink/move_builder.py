"""Building a move in Tink: a square, a size, and for a paid stone the two stones to spend."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from p2pgame.engine.games.tink import geometry, rules
from p2pgame.engine.games.tink.moves import Place, Size, format_move, parse_move
from p2pgame.engine.games.tink.state import State
from p2pgame.engine.picture import Mark
from p2pgame.engine.squares import Square

from ..move_builder import MoveBuilder
from ..pieces import DOWN, LEFT, RIGHT, UP

_SIZES: tuple[Size, ...] = ("s", "m", "l")
_NEXT_SIZE = frozenset({"tab", "r"})


@dataclass(frozen=True, slots=True)
class TinkMove(MoveBuilder):
    """A stone over a square. `ways` are all legal placements, among which the ways to pay for this one are found."""

    seat: int
    ways: tuple[Place, ...]
    square: Square
    size: Size = "s"
    choice: int = 0
    hope: Place | None = None
    """The only move that a lesson asks for."""

    @property
    def text(self) -> str:
        """`m@d4=c3+e5`."""
        return format_move(self._move())

    @property
    def keys(self) -> Mapping[str, str]:
        """Keys that move the stone, and change its size and the stones to spend."""
        paying = {"p": f"spend others ({self.choice + 1} of {len(self._here())})"} if len(self._here()) > 1 else {}
        return {"arrows": "move", "1 2 3": "size", **paying, "enter": "place"}

    @property
    def all_keys(self) -> Mapping[str, str]:
        """The same keys in more words, with the price."""
        return {
            **self.keys,
            "1 2 3": "size: small, medium, large; tab or r for the next",
            "p": "spend two other stones, where there are several ways to pay",
            "enter": "place",
        }

    def press(self, key: str) -> MoveBuilder | None:
        """See `keys`."""
        column, row = self.square
        if key in LEFT or key in RIGHT:
            return self.point((column + (1 if key in RIGHT else -1), row))
        if key in UP or key in DOWN:
            return self.point((column, row + (1 if key in UP else -1)))
        if key in _NEXT_SIZE:
            return self._of(_SIZES[(_SIZES.index(self.size) + 1) % len(_SIZES)])
        if key in ("1", "2", "3"):
            return self._of(_SIZES[int(key) - 1])
        if key == "p":
            return replace(self, choice=(self.choice + 1) % max(1, len(self._here())))
        return None

    def taking(self, text: str) -> MoveBuilder | None:
        """`m@d4=c3+e5`."""
        move = parse_move(text)
        if move not in self.ways or not isinstance(move, Place):
            return None
        there = replace(self, square=_square(move.square), size=move.size)
        return replace(there, choice=there._here().index(move))

    def asked_for(self, text: str) -> MoveBuilder:
        """Only the square of that move is marked."""
        move = parse_move(text)
        return replace(self, hope=move) if isinstance(move, Place) else self

    def point(self, square: Square) -> MoveBuilder | None:
        """The stone on that square."""
        column, row = square
        last = geometry.SIDE - 1
        return replace(self, square=(max(0, min(column, last)), max(0, min(row, last))), choice=0)

    def marks(self) -> Mapping[Square, Mark]:
        """Squares where a stone of this size could go, and the stone."""
        own = Mark(f"!{self.size}", "cursor")  # a ghost is drawn instead if the move is legal
        ways = self.ways if self.hope is None else (self.hope,)
        open_ = {_square(way.square): Mark("∘", "open") for way in ways if way.size == self.size}
        return {**open_, self.square: own}

    @property
    def columns(self) -> tuple[int, ...]:
        """The column of the square."""
        return (self.square[0],)

    def _of(self, size: Size) -> MoveBuilder:
        return replace(self, size=size, choice=0)

    def _here(self) -> tuple[Place, ...]:
        number = geometry.number(*self.square)
        return tuple(way for way in self.ways if way.square == number and way.size == self.size)

    def _move(self) -> Place:
        here = self._here()
        return here[self.choice] if here else Place(self.size, geometry.number(*self.square))


def _square(number: int) -> Square:
    column, row = divmod(number, geometry.SIDE)
    return column, row


def begin_move(state: State, seat: int) -> MoveBuilder | None:
    """A small stone near the middle of the free squares; another size if no small one can be placed."""
    ways = tuple(move for move in rules.legal(state, seat) if isinstance(move, Place))
    if not ways:
        return None
    middle = geometry.SIDE // 2
    first = min(ways, key=lambda way: (_SIZES.index(way.size), _distance(_square(way.square), (middle, middle - 1))))
    return TinkMove(seat, ways, _square(first.square), first.size)


def _distance(one: Square, other: Square) -> int:
    return abs(one[0] - other[0]) + abs(one[1] - other[1])
