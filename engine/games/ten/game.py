"""TEN as a `Game`."""

from __future__ import annotations

from collections.abc import Iterator

from ...events import Drawn, Event, Played
from ...game import Game, Position
from ...options import Options, flag
from ...pending import Pending
from ...picture import Picture
from . import estimate, jen, leaving, moves, picture, position, rules
from .components import deck
from .moves import Move
from .state import Player, State


class Ten(Game[State, Move]):
    """TEN: draw cards up to ten, bid for wilds, and collect the longest runs in four colours."""

    id = "ten"
    title = "TEN"
    rules = 1
    seats = range(1, 6)
    options = (flag("bust_buy", "after a bust a seat may buy a card instead of taking the bust token"), jen.OPTION)
    move_help = moves.MOVE_HELP

    def start(self, seats: int, options: Options) -> State:
        """The whole deck is unseen. The first player is still to be drawn; in a solo game the seat begins, with JEN as
        the second player."""
        grade = jen.grade_of(seats, options)
        first = None if grade is None else 0
        return State(
            players=(Player(),) * max(2, seats),
            unseen=deck(seats),
            active=first,
            turn=first,
            bust_buy=options["bust_buy"] is True,
            grade=grade,
        )

    def pending(self, state: State) -> Pending:
        """A draw, the turn of a seat, or the end."""
        return rules.pending(state)

    def legal(self, state: State, seat: int) -> Iterator[Move]:
        """Every move of the seat that is asked."""
        return rules.legal(state, seat) if self.owes(state, seat) else iter(())

    def check(self, state: State, seat: int, move: Move) -> None:
        """Return if the seat may move so."""
        rules.check(state, seat, move)

    def apply(self, state: State, event: Event[Move]) -> State:
        """The state after the first player or a card is drawn, or a move is made."""
        match event:
            case Drawn(value):
                return rules.drawn(state, value)
            case Played(seat, move):
                return rules.played(state, seat, move)
            case _:
                raise TypeError(f"TEN asks nobody for {type(event).__name__}")

    def drop(self, state: State, seat: int) -> State:
        """The seat's turns and bids are passes; its cards stay its own."""
        return leaving.drop(state, seat)

    def default(self, state: State, seat: int) -> Move:
        """Take the numbers, pass, buy nothing, take the token; draw or pay only if there is no other move."""
        return rules.default(state, seat)

    def format(self, move: Move) -> str:
        """`draw`, `take numbers`, `bid 3`, `pay coin`, `buy blue7` ..."""
        return moves.format_move(move)

    def parse(self, text: str) -> Move:
        """The move spelled so."""
        return moves.parse_move(text)

    def picture(self, state: State) -> Picture:
        """Each player's property, the row, the market and the sale."""
        return picture.draw(state)

    def position(self, state: State) -> Position:
        """The state as JSON-able data."""
        return position.write(self, state)

    def from_position(self, position_: object) -> State:
        """The state that a position describes."""
        return position.read(self, position_)

    def estimate(self, state: State, seat: int, move: Move) -> int:
        """Expected points, less risks."""
        return estimate.estimate(state, seat, move)


GAME = Ten()
