"""Tink as a `Game`."""

from __future__ import annotations

from collections.abc import Iterator

from ... import bag
from ...events import Drawn, Event, Played
from ...game import Game, Position
from ...options import Options
from ...pending import Pending
from ...picture import Picture
from ...records import replace
from . import estimate, moves, picture, position, rules
from .moves import Move
from .state import State, Stones


class Tink(Game[State, Move]):
    """Tink: four stones of one size in a row, on eight by eight squares."""

    id = "tink"
    title = "Tink"
    rules = 1
    seats = range(2, 5)
    options = ()
    move_help = moves.MOVE_HELP

    def start(self, seats: int, options: Options) -> State:
        """An empty board; the first player is still to be drawn."""
        return State(stones=(Stones(),) * seats, turn=None, passes=(0,) * seats, lost=(), placed=0, first=True)

    def pending(self, state: State) -> Pending:
        """The draw of the first player, a turn, or the end."""
        return rules.pending(state)

    def legal(self, state: State, seat: int) -> Iterator[Move]:
        """Every move of the seat whose turn it is."""
        return rules.legal(state, seat) if self.owes(state, seat) else iter(())

    def check(self, state: State, seat: int, move: Move) -> None:
        """Return if the seat may move so."""
        rules.check(state, seat, move)

    def apply(self, state: State, event: Event[Move]) -> State:
        """The state after the first player is drawn, or a move is made."""
        match event:
            case Drawn(value):
                return replace(state, turn=state.alive[bag.locate([1] * len(state.alive), value)])
            case Played(seat, move):
                return rules.place(state, seat, move)
            case _:
                raise TypeError(f"Tink asks nobody for {type(event).__name__}")

    def drop(self, state: State, seat: int) -> State:
        """The seat loses; its stones stay."""
        return rules.drop(state, seat)

    def default(self, state: State, seat: int) -> Move:
        """A free small beside none of its own stones; else its first move."""
        return rules.default(state, seat)

    def format(self, move: Move) -> str:
        """`s@d4`, `m@d4=c3+e5` or `pass`."""
        return moves.format_move(move)

    def parse(self, text: str) -> Move:
        """The move spelled so."""
        return moves.parse_move(text)

    def picture(self, state: State) -> Picture:
        """The board, and the stones that each seat has left."""
        return picture.draw(state)

    def position(self, state: State) -> Position:
        """The state as JSON-able data."""
        return position.write(self, state)

    def from_position(self, position_: object) -> State:
        """The state that a position describes."""
        return position.read(self, position_)

    def estimate(self, state: State, seat: int, move: Move) -> int:
        """The worth of lines extended and stopped."""
        return estimate.estimate(state, seat, move)


GAME = Tink()
