"""Building a move in Tetris: minos first, if wanted, then the piece."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace

from p2pgame.engine.errors import IllegalMove
from p2pgame.engine.games.tetris.components import COLUMNS, SHAPES
from p2pgame.engine.games.tetris.game import GAME
from p2pgame.engine.games.tetris.state import State
from p2pgame.engine.picture import Mark, Sketch, sketch_of
from p2pgame.engine.polyomino import Cells, orientations, shape, size
from p2pgame.engine.squares import Square, column_name, column_number

from ..move_builder import MoveBuilder
from ..pieces import FLIP, LEFT, RIGHT, TURN, TURN_BACK, UP, kept_on, turn_by

_SPELLED = re.compile(r"((?:m[a-h] )*)([A-Z])([0-3])@([a-h])", re.ASCII)
_TURNS = {letter: orientations(shape(drawing), flips=False) for letter, drawing in SHAPES.items()}


@dataclass(frozen=True, slots=True)
class TetrisMove(MoveBuilder):
    """A tetrimino above a tower."""

    seat: int
    letter: str
    column: int = 3
    turn: int = 0
    minos: tuple[int, ...] = ()
    owned: int = 0
    """Minos that the seat has, including those that fall first."""

    @property
    def text(self) -> str:
        """`mb L1@c`."""
        first = "".join(f"m{column_name(column)} " for column in self.minos)
        return f"{first}{self.letter}{self.turn}@{column_name(self.column)}"

    @property
    def board(self) -> int | None:
        """One's own board."""
        return self.seat

    @property
    def keys(self) -> Mapping[str, str]:
        """Keys that move and turn the piece, and add minos."""
        more = {"m": "mino here"} if len(self.minos) < self.owned else {}
        less = {"backspace": "no mino"} if self.minos else {}
        return {"← →": "move", "r z": "turn", **more, **less, "enter": "drop"}

    @property
    def cells(self) -> Cells:
        """The cells of the piece as it is turned now."""
        return _TURNS[self.letter][self.turn]

    @property
    def columns(self) -> tuple[int, ...]:
        """The columns below the piece."""
        return tuple(range(self.column, self.column + size(self.cells)[0]))

    @property
    def all_keys(self) -> Mapping[str, str]:
        """The same keys in more words, with the use of minos."""
        return {
            "← →": "move",
            "r z": "turn",
            "m": "a mino falls first, in the leftmost column of the piece",
            "backspace": "without the last of these minos",
            "enter": "drop",
        }

    def press(self, key: str) -> MoveBuilder | None:
        """See `keys`."""
        if key in LEFT or key in RIGHT:
            return self._at(self.column + (1 if key in RIGHT else -1))
        if key in TURN or key in UP:
            return self._turned(1)
        if key in TURN_BACK:
            return self._turned(-1)
        if key == "m":
            more = len(self.minos) < self.owned
            return replace(self, minos=tuple(sorted((*self.minos, self.column)))) if more else self
        if key == "backspace":
            return replace(self, minos=self.minos[:-1])
        return self if key in FLIP else None

    def taking(self, text: str) -> MoveBuilder | None:
        """`mb L1@c`."""
        match = _SPELLED.fullmatch(text)
        if match is None or match[2] != self.letter:
            return None
        minos = tuple(column_number(word[1]) for word in match[1].split())
        return replace(self, minos=minos, turn=int(match[3]), column=column_number(match[4]))

    def point(self, square: Square) -> MoveBuilder | None:
        """The piece above that column."""
        return self._at(square[0] - (size(self.cells)[0] - 1) // 2)

    def sketch(self) -> Sketch | None:
        """The piece as it will fall."""
        return sketch_of("your piece", dict.fromkeys(self.cells, Mark(self.letter, self.letter, piece=0)))

    def _turned(self, by: int) -> MoveBuilder:
        turn = turn_by(tuple(_TURNS[self.letter]), self.turn, by)
        return replace(self, turn=turn)._at(self.column)

    def _at(self, column: int) -> TetrisMove:
        return replace(self, column=kept_on(column, self.cells, COLUMNS))


def begin_move(state: State, seat: int) -> MoveBuilder | None:
    """The piece of the round; None if none is placed.

    It begins as near to the middle, and as little turned, as possible; in the middle if it can stand nowhere.
    """
    if state.waiting != "place" or state.current is None:
        return None
    start = TetrisMove(seat, state.current, owned=state.towers[seat].minos)
    return next((each for each in _outward(start) if _is_legal(state, each)), start)


def _outward(start: TetrisMove) -> Iterator[TetrisMove]:
    """The piece in all places of each turn, the nearest first."""
    for turn in range(len(_TURNS[start.letter])):
        columns = range(COLUMNS + 1 - size(_TURNS[start.letter][turn])[0])
        for column in sorted(columns, key=lambda column: abs(column - start.column)):
            yield replace(start, turn=turn, column=column)


def _is_legal(state: State, placed: TetrisMove) -> bool:
    try:
        GAME.check(state, placed.seat, GAME.parse(placed.text))
    except IllegalMove:
        return False
    return True
