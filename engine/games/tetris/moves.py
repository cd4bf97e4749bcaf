"""The moves of a seat, and their one spelling: `up`, `down`, `mb mb L1@c`, `hold`."""

from __future__ import annotations

import re
from dataclasses import dataclass

from ...errors import NotAMove, quoted
from ...squares import column_name, column_number
from .components import COLUMNS, MINOS_IN_THE_BOX, Way
from .pieces import PIECE_NAMED, PIECES

MOVE_HELP = (
    "a move is a piece, its quarter turns and its leftmost column, such as L1@c; the columns of minos come first, such "
    "as mb mf L1@c; or hold; before the first round, up or down"
)

_DROP = re.compile(rf"((?:m[a-h] ){{0,{MINOS_IN_THE_BOX}}})([IOTSZJL])([0-3])@([a-h])", re.ASCII)


@dataclass(frozen=True, slots=True)
class Stand:
    """Stand the tower upright or turned by 180 degrees, for the whole game."""

    way: Way


@dataclass(frozen=True, slots=True)
class Drop:
    """Let minos fall into these columns (rising), then the piece of that number in `PIECES`."""

    piece: int
    minos: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Hold:
    """Put this round's tetrimino aside, once a game."""


Move = Stand | Drop | Hold

UP = Stand("up")
DOWN = Stand("down")
HOLD = Hold()
_WORDS: dict[str, Move] = {"up": UP, "down": DOWN, "hold": HOLD}


def format_move(move: Move) -> str:
    """The spelling of a move."""
    match move:
        case Stand(way):
            return way
        case Hold():
            return "hold"
        case Drop(number, minos):
            piece = PIECES[number]
            first = "".join(f"m{column_name(column)} " for column in minos)
            return f"{first}{piece.letter}{piece.orientation}@{column_name(piece.column)}"


def parse_move(text: str) -> Move:
    """The move spelled so.

    Raises:
        NotAMove: nothing is.
    """
    if text in _WORDS:
        return _WORDS[text]
    match = _DROP.fullmatch(text)
    if match is None:
        raise NotAMove(f"{quoted(text)} is not a move of Tetris: {MOVE_HELP}")
    letter, orientation, column = match[2], int(match[3]), column_number(match[4])
    piece = PIECE_NAMED.get((letter, orientation, column))
    if piece is None:
        raise NotAMove(f"{text[-4:]!r}: {_no_such_piece(letter, orientation)}")
    minos = tuple(column_number(word[1]) for word in match[1].split())
    if list(minos) != sorted(minos):
        raise NotAMove(f"{quoted(text)}: name the columns of the minos from left to right")
    return Drop(piece.number, minos)


def _no_such_piece(letter: str, orientation: int) -> str:
    columns = [column for column in range(COLUMNS) if (letter, orientation, column) in PIECE_NAMED]
    if not columns:
        return f"{letter} has no orientation {orientation} of its own"
    return f"{letter}{orientation} fits between the walls only from a to {column_name(columns[-1])}"
