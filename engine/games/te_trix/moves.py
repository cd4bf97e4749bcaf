"""The moves of a seat, and their one spelling: `L:OSXO`, `r1@c5`, `stop`."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import NamedTuple

from ...errors import NotAMove, quoted
from .components import DICE, SHAPES, SYMBOLS

MOVE_HELP = (
    "a move is a shape with its symbols in reading order, such as L:OSXO; or quarter turns and the top left corner, "
    "such as r1@c5 (columns x y z stand left of a); in a solo game also stop"
)

_COLUMNS = "xyzabcdefg"
"""The columns in which a corner may lie: three beside the sheet, then its own."""

_BESIDE = 3
"""The distance, in columns or rows, of a corner outside of the sheet, at most."""

_ARRANGE = re.compile(rf"([{''.join(SHAPES)}]):([{''.join(SYMBOLS)}]{{{DICE}}})", re.ASCII)
_PLACE = re.compile(rf"r([0-3])@([{_COLUMNS}])([1-9]|10)", re.ASCII)


class Arrange(NamedTuple):
    """Turn the dice into a shape; symbols in reading order of the shape as drawn."""

    shape: str
    symbols: str


class Place(NamedTuple):
    """Enter the shape, turned clockwise by quarter turns, the top left corner of its bounding box at (column, row).

    Columns and rows count from 0 at a1; column -3 to 6, row 0 to 9, because the corner may lie beside the sheet.
    """

    turns: int
    column: int
    row: int


@dataclass(frozen=True, slots=True)
class Stop:
    """End a solo game."""


Move = Arrange | Place | Stop

STOP = Stop()


def format_move(move: Move) -> str:
    """The spelling of a move."""
    match move:
        case Arrange(shape, symbols):
            return f"{shape}:{symbols}"
        case Place(turns, column, row):
            return f"r{turns}@{_COLUMNS[column + _BESIDE]}{row + 1}"
        case Stop():
            return "stop"


def parse_arrange(text: str) -> Arrange | None:
    """The shape that the text spells; None if it spells none."""
    match = _ARRANGE.fullmatch(text)
    return None if match is None else Arrange(match[1], match[2])


def parse_move(text: str) -> Move:
    """The move spelled so.

    Raises:
        NotAMove: nothing is.
    """
    if text == "stop":
        return STOP
    arranged = parse_arrange(text)
    if arranged is not None:
        return arranged
    match = _PLACE.fullmatch(text)
    if match is None:
        raise NotAMove(f"{quoted(text)} is not a move of Te-Trix: {MOVE_HELP}")
    return Place(int(match[1]), _COLUMNS.index(match[2]) - _BESIDE, int(match[3]) - 1)
