"""Nim with a die as a `Game`."""

from __future__ import annotations

from collections.abc import Iterator

from p2pgame.engine.events import Drawn, Event, Played
from p2pgame.engine.game import Game, Position
from p2pgame.engine.options import Option, Options
from p2pgame.engine.pending import Pending
from p2pgame.engine.picture import Picture

from . import moves, picture, position, rules
from .moves import Take
from .rules import LARGE, SMALL
from .state import State


class NimDie(Game[State, Take]):
    """Take sticks from a heap, at most as many as the die shows."""

    id = "nim-die"
    title = "Nim with a die"
    rules = 1
    seats = range(2, 6)
    options = (Option("heap", (SMALL, LARGE), SMALL, "sticks in the heap"),)
    move_help = moves.MOVE_HELP

    def start(self, seats: int, options: Options) -> State:
        """A full heap; the first seat is still to be drawn."""
        return State(heap=int(options["heap"]), seats=seats, large=options["heap"] == LARGE)

    def pending(self, state: State) -> Pending:
        """The draw of the first seat, the die, a turn, or the end."""
        return rules.pending(state)

    def legal(self, state: State, seat: int) -> Iterator[Take]:
        """The legal moves of the seat whose turn it is."""
        return rules.legal(state) if self.owes(state, seat) else iter(())

    def check(self, state: State, seat: int, move: Take) -> None:
        """Return if the seat may move so."""
        rules.check(state, seat, move)

    def apply(self, state: State, event: Event[Take]) -> State:
        """A seat or the die drawn, or sticks taken."""
        match event:
            case Drawn(value):
                return rules.drawn(state, value)
            case Played(_, move):
                return rules.take(state, move)
            case _:
                raise TypeError(f"Nim asks nobody for {type(event).__name__}")

    def drop(self, state: State, seat: int) -> State:
        """The seat is passed over."""
        return rules.drop(state, seat)

    def format(self, move: Take) -> str:
        """`take 3`."""
        return moves.format_move(move)

    def parse(self, text: str) -> Take:
        """The move spelled so."""
        return moves.parse_move(text)

    def picture(self, state: State) -> Picture:
        """The heap and the die."""
        return picture.draw(state)

    def position(self, state: State) -> Position:
        """The state as JSON-able data."""
        return position.write(self, state)

    def from_position(self, position_: object) -> State:
        """The state that a position describes."""
        return position.read(self, position_)

    def estimate(self, state: State, seat: int, move: Take) -> int:
        """The last stick is worth taking; nothing else is."""
        return int(move.sticks == state.heap)


GAME = NimDie()
