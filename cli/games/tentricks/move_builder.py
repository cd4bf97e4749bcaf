"""Building a move in Tentricks: a piece turned and flipped over a board, dropped, and finally slid by a column."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from p2pgame.engine.games.tentricks.components import DRAWINGS, TYPES, WIDTH
from p2pgame.engine.games.tentricks.moves import Place
from p2pgame.engine.games.tentricks.notation import format_move, parse_move
from p2pgame.engine.games.tentricks.picture import piece_mark
from p2pgame.engine.games.tentricks.placing import as_written
from p2pgame.engine.games.tentricks.state import Board, State
from p2pgame.engine.picture import Sketch, sketch_of
from p2pgame.engine.polyomino import Cells, orientations, shape, size
from p2pgame.engine.squares import Square, column_name, column_number

from ..move_builder import MoveBuilder
from ..pieces import FLIP, LEFT, RIGHT, TURN, TURN_BACK, UP, flip, kept_on, turn_by

_SPELLED = re.compile(r"([A-Z][0-9])\.([0-7])@([a-j])([<>]?)", re.ASCII)
_TURNS = {name: orientations(shape(drawing), flips=True) for name, drawing in DRAWINGS.items()}
_PUSHES = {"<": "<", ",": "<", ">": ">", ".": ">"}


@dataclass(frozen=True, slots=True)
class TentricksMove(MoveBuilder):
    """A piece above a board, or one of two that may be placed in either order."""

    seat: int
    """The seat of the board."""
    names: tuple[str, ...]
    under: Board
    """That board; two moves may lead to the same place on it."""
    which: int = 0
    column: int = 4
    turn: int = 0
    push: str = ""

    @property
    def text(self) -> str:
        """`L4.5@c<`, or an equal spelling."""
        spelled = f"{self.name}.{self.turn}@{column_name(self.column)}{self.push}"
        move = parse_move(spelled) if self.push else None
        return format_move(as_written(self.under, move)) if isinstance(move, Place) else spelled

    @property
    def name(self) -> str:
        """The type of the piece."""
        return self.names[self.which]

    @property
    def board(self) -> int | None:
        return self.seat

    @property
    def keys(self) -> Mapping[str, str]:
        other = {"tab": "other piece"} if len(self.names) > 1 else {}
        return {"← →": "move", "r z": "turn", "f": "flip", ", .": "slide", **other, "enter": "drop"}

    @property
    def cells(self) -> Cells:
        """The cells of the turned piece."""
        return _TURNS[self.name][self.turn]

    @property
    def columns(self) -> tuple[int, ...]:
        return tuple(range(self.column, self.column + size(self.cells)[0]))

    @property
    def all_keys(self) -> Mapping[str, str]:
        """These keys, and the one for the other piece."""
        return {
            "← →": "move",
            "r z": "turn",
            "f": "flip",
            ", .": "slide by a column at the end, to the left or the right",
            "tab": "the other piece, where there are two to place",
            "enter": "drop",
        }

    def press(self, key: str) -> MoveBuilder | None:
        ways = tuple(_TURNS[self.name])
        if key in LEFT or key in RIGHT:
            return self._at(self.turn, self.column + (1 if key in RIGHT else -1))
        if key in TURN or key in UP:
            return self._at(turn_by(ways, self.turn, 1), self.column)
        if key in TURN_BACK:
            return self._at(turn_by(ways, self.turn, -1), self.column)
        if key in FLIP:
            return self._at(flip(ways, self.turn), self.column)
        if key in _PUSHES:
            push = _PUSHES[key]
            return replace(self, push="" if self.push else push)
        if key == "tab" and len(self.names) > 1:
            return replace(self, which=1 - self.which, turn=0, push="")._at(0, self.column)
        return None

    def taking(self, text: str) -> MoveBuilder | None:
        match = _SPELLED.fullmatch(text)
        if match is None or match[1] not in self.names:
            return None
        which, column = self.names.index(match[1]), column_number(match[3])
        return replace(self, which=which, turn=int(match[2]), column=column, push=match[4])

    def point(self, square: Square) -> MoveBuilder | None:
        return self._at(self.turn, square[0] - (size(self.cells)[0] - 1) // 2)

    def sketch(self) -> Sketch | None:
        return sketch_of("your piece", dict.fromkeys(self.cells, piece_mark(self.name)))

    def _at(self, turn: int, column: int) -> TentricksMove:
        column = kept_on(column, _TURNS[self.name][turn], WIDTH)
        return replace(self, turn=turn, column=column, push="")


def begin_move(state: State, seat: int) -> MoveBuilder | None:
    """The piece that a token makes the seat place, or the piece in hand."""
    if state.puts:
        put = state.puts[0]
        if put.by != seat:
            return None
        return TentricksMove(put.on, tuple(TYPES[kind] for kind in put.types), state.boards[put.on])
    if state.phase != "place" or state.hand is None or state.stack or state.gains or state.bonus:
        return None
    if seat != (state.active if state.steer is None else state.steer) or state.active is None:
        return None
    return TentricksMove(state.active, (TYPES[state.hand],), state.boards[state.active])


def board_picked(words: Sequence[str]) -> int | None:
    """A swap names a piece of another seat last."""
    match words:
        case ["use", "4", _, whose]:
            return int(whose.removeprefix("s"))
        case _:
            return None
