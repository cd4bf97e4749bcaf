"""The moves of a seat, and their one spelling: `s@d4`, `m@d4=c3+e5`, `pass`."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Literal

from ...errors import NotAMove, quoted
from . import geometry

Size = Literal["s", "m", "l"]

MOVE_HELP = (
    "a move is a size (s, m or l) and a square, such as s@d4; the squares of two spent stones follow, such as "
    "m@d4=c3+e5; pass is the move if there is no other"
)

_PLACE = re.compile(r"([sml])@([a-h][1-8])(?:=([a-h][1-8])\+([a-h][1-8]))?", re.ASCII)


@dataclass(frozen=True, slots=True)
class Place:
    """Put a stone of that size on a square, paid for by taking two stones back from `spent` (rising), if any."""

    size: Size
    square: int
    spent: tuple[int, int] | None = None


@dataclass(frozen=True, slots=True)
class Pass:
    """Do nothing, because nothing can be done."""


Move = Place | Pass

PASS = Pass()


def format_move(move: Move) -> str:
    """The spelling of a move."""
    if isinstance(move, Pass):
        return "pass"
    placed = f"{move.size}@{geometry.name(move.square)}"
    return placed + (f"={'+'.join(map(geometry.name, move.spent))}" if move.spent else "")


def parse_move(text: str) -> Move:
    """The move spelled so.

    Raises:
        NotAMove: nothing is.
    """
    if text == "pass":
        return PASS
    match = _PLACE.fullmatch(text)
    if match is None:
        raise NotAMove(f"{quoted(text)} is not a move of Tink: {MOVE_HELP}")
    square, first, second = (geometry.parse(name) if name else None for name in match.group(2, 3, 4))
    spent = None if first is None or second is None else (first, second)
    if square is None or (spent and spent[0] >= spent[1]):
        raise NotAMove(f"{quoted(text)}: name two different spent squares in order, a1 before a2 before b1")
    return Place(_size(match[1]), square, spent)


def _size(letter: str) -> Size:
    match letter:
        case "s" | "m" | "l":
            return letter
        case _:
            raise NotAMove(f"{quoted(letter)} is not a size; sizes are s, m and l")
