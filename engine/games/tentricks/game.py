"""Tentricks as a `Game`."""

from __future__ import annotations

from collections.abc import Iterator

from ...events import Event
from ...game import Game, Position
from ...options import Option, Options, flag
from ...pending import Pending
from ...picture import Picture
from . import estimate, leaving, notation, picture, position, reading, rules
from .moves import Move
from .state import Setup, State, set_up


class Tentricks(Game[State, Move]):
    """Tentricks: ten pieces, falling bars, ten effect tokens."""

    id = "tentricks"
    title = "Tentricks"
    rules = 1
    seats = range(2, 5)
    options = (
        Option("bar", (0, 1, 2), 0, "rows that all bars start lower"),
        Option("level_drop", (1, 2), 1, "rows that bars fall at the Next Level card"),
        Option("empty_drop", (1, 2), 1, "rows that bars fall when a revealed piece has run out"),
        flag("no_touch", "pieces of one type may not touch while they can lie elsewhere"),
        flag("fewer", "a card drawn at the start takes pieces of its type out of the game"),
        flag("must_place", "a turn continues until a piece is placed, even if bars fall several times"),
        flag("random_tokens", "which tokens are in the game is left to chance"),
    )
    move_help = notation.MOVE_HELP

    def start(self, seats: int, options: Options) -> State:
        """Empty boards; the starting seat is still to be drawn."""
        return set_up(seats, Setup.of(options))

    def pending(self, state: State) -> Pending:
        """A draw, a turn, a window, or the end."""
        _, pending = rules.question(state)
        return pending

    def legal(self, state: State, seat: int) -> Iterator[Move]:
        """Every move of a seat that is asked."""
        return rules.legal(state, seat)

    def check(self, state: State, seat: int, move: Move) -> None:
        """Return if the seat may move so."""
        rules.check(state, seat, move)

    def apply(self, state: State, event: Event[Move]) -> State:
        """The next state that waits for an answer."""
        return rules.apply(state, event)

    def drop(self, state: State, seat: int) -> State:
        """The seat is out."""
        return leaving.leave(state, seat)

    def default(self, state: State, seat: int) -> Move:
        """Pass, end or continue; place the first piece due in the first place under the bar."""
        return rules.default(state, seat)

    def format(self, move: Move) -> str:
        """Such as `L4.5@c<` or `use 4 c1 s2 standby`."""
        return notation.format_move(move)

    def parse(self, text: str) -> Move:
        """The move spelled so."""
        return notation.parse_move(text)

    def picture(self, state: State) -> Picture:
        """The boards with their tokens, the piece in hand, and the supply."""
        return picture.draw(state)

    def position(self, state: State) -> Position:
        """The state as JSON-able data."""
        return position.write(self, state)

    def from_position(self, position: object) -> State:
        """The state that a position describes."""
        return reading.read(self, position)

    def candidates(self, state: State, seat: int) -> Iterator[Move]:
        """All legal moves but exchanges and relocations of pieces that lie low."""
        return estimate.candidates(state, seat)

    def estimate(self, state: State, seat: int, move: Move) -> int:
        """The value of the seat's board, less those of the others."""
        return estimate.estimate(state, seat, move)


GAME = Tentricks()
