"""Tetris as a `Game`."""

from __future__ import annotations

from collections.abc import Iterator

from ...events import Answered, Drawn, Event
from ...game import Game, Position, Rng
from ...options import Options, flag
from ...pending import Pending
from ...picture import Picture
from . import estimate, moves, picture, position, rules, sample
from .moves import Move
from .state import State


class Tetris(Game[State, Move]):
    """Tetris, the board game: everybody drops the same piece into a tower of their own."""

    id = "tetris"
    title = "Tetris"
    rules = 1
    seats = range(2, 5)
    options = (flag("advanced", "two achievement cards of twelve, drawn, instead of the one for 6 rows"),)
    move_help = moves.MOVE_HELP

    def start(self, seats: int, options: Options) -> State:
        """Empty towers; achievements or the first card are still to be drawn."""
        return rules.start(seats, advanced=bool(options["advanced"]))

    def pending(self, state: State) -> Pending:
        """A draw, the secret choice of all seats that are not out, or the end."""
        return rules.pending(state)

    def legal(self, state: State, seat: int) -> Iterator[Move]:
        """Every move of an asked seat; the list is long for one with many minos."""
        return rules.legal(state, seat) if rules.is_asked(state, seat) else iter(())

    def check(self, state: State, seat: int, move: Move) -> None:
        """Return if the seat may move so."""
        rules.check(state, seat, move)

    def apply(self, state: State, event: Event[Move]) -> State:
        """The state after a card is drawn, the towers are stood up, or a round is played."""
        match event:
            case Drawn(value):
                draw = rules.draw_achievement if state.waiting == "achievement" else rules.draw_card
                return draw(state, value)
            case Answered(answers):
                return rules.stand(state, answers) if state.waiting == "way" else rules.place(state, answers)
            case _:
                raise TypeError(f"Tetris asks nobody for {type(event).__name__}")

    def drop(self, state: State, seat: int) -> State:
        """The seat is out; its tower stays and scores."""
        return rules.drop(state, seat)

    def default(self, state: State, seat: int) -> Move:
        """`up`; later the lowest drop, or `hold`."""
        return rules.default(state, seat)

    def format(self, move: Move) -> str:
        """`up`, `down`, `mb mb L1@c` or `hold`."""
        return moves.format_move(move)

    def parse(self, text: str) -> Move:
        """The move spelled so."""
        return moves.parse_move(text)

    def picture(self, state: State) -> Picture:
        """The towers, the cards of this round and the next, and the achievements."""
        return picture.draw(state)

    def position(self, state: State) -> Position:
        """The state as JSON-able data."""
        return position.write(self, state)

    def from_position(self, position_: object) -> State:
        """The state that a position describes."""
        return position.read(self, position_)

    def sample(self, state: State, seat: int, rng: Rng) -> Move:
        """A legal move at random, built from parts."""
        return sample.sample(state, seat, rng)

    def candidates(self, state: State, seat: int) -> Iterator[Move]:
        """All placements, `hold`, and placements after minos that level the tower."""
        return estimate.candidates(state, seat)

    def estimate(self, state: State, seat: int, move: Move) -> int:
        """The worth of rows, icons, achievements, and of a low and even surface with few holes."""
        return estimate.estimate(state, seat, move)


GAME = Tetris()
