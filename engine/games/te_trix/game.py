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
    """Te-Trix: four dice make a shape, which each player enters on a sheet of their own."""

    id = "te-trix"
    title = "Te-Trix"
    rules = 1
    seats = range(1, 5)
    options = ()
    move_help = moves.MOVE_HELP

    def start(self, seats: int, options: Options) -> State:
        """Fresh sheets. The first roller is still to be drawn, except in a solo game."""
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
        """The state after the first roller or the dice are drawn, a shape is made, or all who can have entered it."""
        match event:
            case Drawn():
                return rules.draw(state, event.value)
            case Played() if isinstance(event.move, Arrange):
                return rules.arrange(state, event.move)
            case Answered():
                return rules.enter(state, event.moves)
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
        """The sheets with their scores so far, and the dice."""
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
        """The worth of the areas, and of room for more."""
        return estimate.estimate(state, seat, move)


GAME = TeTrix()
