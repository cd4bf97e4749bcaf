"""Te-Trix as a `Game`."""

from __future__ import annotations

from collections.abc import Iterator

from ...events import Answered, Drawn, Event, Played
from ...game import Game, Position, Rng
from ...options import Options
from ...pending import Pending
from ...picture import Picture
from . import estimate, moves, picture, position, rules
from .moves import Arrange, Move
from .state import State


class TeTrix(Game[State, Move]):
    """Four dice make a shape, and all enter it, each on a sheet of their own."""

    id = "te-trix"
    title = "Te-Trix"
    rules = 1
    seats = range(1, 5)
    options = ()
    move_help = moves.MOVE_HELP

    def start(self, seats: int, options: Options) -> State:
        """Fresh sheets; the first roller is still to be drawn, unless one plays alone."""
        return rules.start(seats)

    def pending(self, state: State) -> Pending:
        """The draw of the first roller, the dice, the roller's turn, the placements of all in secret, or the end."""
        return rules.pending(state)

    def legal(self, state: State, seat: int) -> Iterator[Move]:
        """Every shape, or every placement that differs in effect."""
        return rules.legal(state, seat)

    def check(self, state: State, seat: int, move: Move) -> None:
        """Return if the seat may move so."""
        rules.check(state, seat, move)

    def apply(self, state: State, event: Event[Move]) -> State:
        """The first roller or the dice drawn, a shape made, or the shape entered by all who can."""
        match event:
            case Drawn(value):
                return rules.draw(state, value)
            case Played(_, Arrange() as move):
                return rules.arrange(state, move)
            case Answered(answers):
                return rules.enter(state, answers)
            case _:
                raise TypeError(f"Te-Trix does not take {event}")

    def drop(self, state: State, seat: int) -> State:
        """The seat's sheet stays and scores, but it cannot win."""
        return rules.drop(state, seat)

    def format(self, move: Move) -> str:
        """`L:OSXO`, `r1@c5` or `stop`."""
        return moves.format_move(move)

    def parse(self, text: str) -> Move:
        """The move spelled so."""
        return moves.parse_move(text)

    def picture(self, state: State) -> Picture:
        """The sheets with what they are worth so far, and the dice."""
        return picture.draw(state)

    def position(self, state: State) -> Position:
        """The state as JSON-able data."""
        return position.write(self, state)

    def from_position(self, position_: object) -> State:
        """The state that a position describes."""
        return position.read(self, position_)

    def sample(self, state: State, seat: int, rng: Rng) -> Move:
        """A legal move at random, without listing all where that can be helped."""
        return rules.sample(state, seat, rng)

    def estimate(self, state: State, seat: int, move: Move) -> int:
        """Areas grown, and room kept for more."""
        return estimate.estimate(state, seat, move)


GAME = TeTrix()
