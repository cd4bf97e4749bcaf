"""Building a move in Te-Trix: first the dice arranged as a shape, then the shape laid on the sheet, possibly over its
edge."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from p2pgame.engine.games.te_trix import rules
from p2pgame.engine.games.te_trix.components import DICE, SHAPES, SIDE
from p2pgame.engine.games.te_trix.moves import Arrange, Place, format_move, parse_arrange, parse_move
from p2pgame.engine.games.te_trix.picture import SIGNS, shape_sketch
from p2pgame.engine.games.te_trix.placements import EVERYWHERE, first_alike
from p2pgame.engine.games.te_trix.shapes import TURNED, first_spelling
from p2pgame.engine.games.te_trix.state import State
from p2pgame.engine.picture import Mark, Sketch
from p2pgame.engine.squares import Square

from ..move_builder import MoveBuilder
from ..pieces import DOWN, LEFT, RIGHT, TURN, TURN_BACK, UP

_BESIDE = DICE - 1
_SHAPES = tuple(SHAPES)


@dataclass(frozen=True, slots=True)
class ArrangeMove(MoveBuilder):
    """The four dice as one of the seven shapes; a cursor on one die."""

    arrange: Arrange
    cursor: int = 0

    @property
    def text(self) -> str:
        return format_move(first_spelling(self.arrange))

    @property
    def keys(self) -> Mapping[str, str]:
        return {"← →": "shape", "tab": "next die", "↑ ↓": "swap", "enter": "confirm shape"}

    def press(self, key: str) -> MoveBuilder | None:
        if key in LEFT or key in RIGHT:
            place = _SHAPES.index(self.arrange.shape) + (1 if key in RIGHT else -1)
            return replace(self, arrange=Arrange(_SHAPES[place % len(_SHAPES)], self.arrange.symbols))
        if key in ("tab", "n"):
            return replace(self, cursor=(self.cursor + 1) % DICE)
        if key in UP or key in DOWN:
            return self._swapped(1 if key in DOWN else -1)
        return None

    def taking(self, text: str) -> MoveBuilder | None:
        arrange = parse_arrange(text)
        return None if arrange is None else replace(self, arrange=arrange)

    def sketch(self) -> Sketch | None:
        return shape_sketch(f"shape {self.arrange.shape}", self.arrange, 0, self.cursor)

    def _swapped(self, by: int) -> MoveBuilder:
        """Swap the die under the cursor with the nearest other one in that direction that has another symbol."""
        symbols = list(self.arrange.symbols)
        for step in range(1, DICE):
            other = (self.cursor + by * step) % DICE
            if symbols[other] != symbols[self.cursor]:
                symbols[other], symbols[self.cursor] = symbols[self.cursor], symbols[other]
                break
        return replace(self, arrange=Arrange(self.arrange.shape, "".join(symbols)))


@dataclass(frozen=True, slots=True)
class EnterMove(MoveBuilder):
    """The shape over one's own sheet; its corner may be off the sheet."""

    seat: int
    arrange: Arrange
    place: Place

    @property
    def text(self) -> str:
        placement = EVERYWHERE[self.arrange.shape].get(self.place)
        return format_move(self.place if placement is None else first_alike(self.arrange, placement).place)

    @property
    def board(self) -> int | None:
        return self.seat

    @property
    def keys(self) -> Mapping[str, str]:
        return {"arrows": "move", "r z": "turn", "enter": "enter it"}

    def press(self, key: str) -> MoveBuilder | None:
        turns, column, row = self.place.turns, self.place.column, self.place.row
        if key in LEFT or key in RIGHT:
            return self._at(turns, column + (1 if key in RIGHT else -1), row)
        if key in UP or key in DOWN:
            return self._at(turns, column, row + (1 if key in UP else -1))
        if key in TURN or key in TURN_BACK:
            return self._at((turns + (1 if key in TURN else -1)) % 4, column, row)
        return None

    def taking(self, text: str) -> MoveBuilder | None:
        move = parse_move(text)
        return replace(self, place=move) if isinstance(move, Place) else None

    def point(self, square: Square) -> MoveBuilder | None:
        return self._at(self.place.turns, *square)

    def marks(self) -> Mapping[Square, Mark]:
        cells = TURNED[self.arrange.shape][self.place.turns]
        at = [(self.place.column + right, self.place.row - down) for right, down in cells]
        return {
            square: Mark(SIGNS[symbol], "wrong", "!") for square, symbol in zip(at, self.arrange.symbols, strict=True)
        }

    @property
    def columns(self) -> tuple[int, ...]:
        return tuple(sorted({column for column, _ in self.marks()}))

    def sketch(self) -> Sketch | None:
        return shape_sketch("your shape", self.arrange, self.place.turns)

    def _at(self, turns: int, column: int, row: int) -> MoveBuilder:
        place = Place(turns, max(-_BESIDE, min(column, SIDE - 1)), max(0, min(row, SIDE + _BESIDE - 1)))
        return replace(self, place=place)


def begin_move(state: State, seat: int) -> MoveBuilder | None:
    """The dice, or the shape made of them."""
    if state.phase == "shape" and state.dice:
        return ArrangeMove(Arrange(_SHAPES[0], state.dice))
    if state.phase == "place" and state.shape is not None:
        return EnterMove(seat, state.shape, _first_place(state, seat))
    return None


def _first_place(state: State, seat: int) -> Place:
    """A legal place near the middle of the sheet."""
    middle = SIDE // 2
    places = [move for move in rules.legal(state, seat) if isinstance(move, Place)]
    return min(places, key=lambda place: abs(place.column - middle + 1) + abs(place.row - middle - 1))
