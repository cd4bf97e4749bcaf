"""The interface of a game: an object of pure functions over immutable states.

`tests/engine/test_laws.py` runs the laws of a game over all games.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator
from typing import Any, Generic, Protocol, TypeVar

from . import canon
from .errors import BadOption
from .events import Event
from .options import Option, Options, complete
from .pending import Pending, asked
from .picture import Picture
from .plain_text import plain_text

S = TypeVar("S")
M = TypeVar("M")

Position = dict[str, Any]
"""JSON-able: the result of `position`, and the argument of `from_position`."""


class Rng(Protocol):
    """A source of chance for bots, such as `random.Random`."""

    def randrange(self, stop: int, /) -> int:
        """A uniform integer, at least 0 and below `stop`."""


class Game(ABC, Generic[S, M]):
    """One game. `S` is its state (a frozen dataclass of plain immutable values), `M` its move (hashable).

    Implementations hold no state of their own. Every function is deterministic and mutates nothing.
    """

    id: str
    """The name on command lines, in logs and in the wire's contract, such as `te-trix`."""
    title: str
    """The name on screens."""
    rules: int
    """Raised by any change of behaviour; agreed in the handshake and written in each log."""
    seats: range
    """Possible numbers of seats."""
    options: tuple[Option, ...]
    move_help: str
    """One sentence: the form of a move, with examples."""

    @abstractmethod
    def start(self, seats: int, options: Options) -> S:
        """The first state. Use `begin` unless seats and options have been checked."""

    @abstractmethod
    def pending(self, state: S) -> Pending:
        """The pending step of the state."""

    @abstractmethod
    def legal(self, state: S, seat: int) -> Iterator[M]:
        """Every legal move of the seat, once each, in a fixed order; lazily, because lists may be long.

        Empty for a seat that is not asked.
        """

    @abstractmethod
    def check(self, state: S, seat: int, move: M) -> None:
        """Return if the seat, being asked, may make the move.

        Raises:
            IllegalMove: it may not; with the reason in words and the clause of `spec/games/`.
        """

    @abstractmethod
    def apply(self, state: S, event: Event[M]) -> S:
        """The state after a checked event. Only `play.step` calls this."""

    @abstractmethod
    def drop(self, state: S, seat: int) -> S:
        """The state after the seat has left for good. Does nothing to a seat that already has, or after the end."""

    @abstractmethod
    def format(self, move: M) -> str:
        """The one ASCII spelling of a move: notation, wire form and log form."""

    @abstractmethod
    def parse(self, text: str) -> M:
        """The move spelled by the text, at any position; strict, so that `format(parse(t)) == t`.

        Raises:
            NotAMove: no move is spelled like that.
        """

    @abstractmethod
    def picture(self, state: S) -> Picture:
        """The table as data, for every renderer."""

    @abstractmethod
    def position(self, state: S) -> Position:
        """The state as JSON-able data that a person can read and edit. It holds everything that the future depends
        on."""

    @abstractmethod
    def from_position(self, position: object) -> S:
        """The state of a position: `from_position(position(s)) == s`.

        Raises:
            BadPosition: it is impossible; says where and why.
        """

    def begin(self, seats: int, options: Options | None = None) -> S:
        """`start`, after checking the number of seats and the options and filling in defaults.

        Raises:
            BadOption: the game has no such number of seats, no such option or no such value.
        """
        if seats not in self.seats:
            few, many = self.seats[0], self.seats[-1]
            raise BadOption(f"{self.title} is for {few} to {many} seats, not {seats}")
        return self.start(seats, complete(self.options, options or {}))

    def text(self, state: S) -> str:
        """The table drawn for a terminal without colour: ASCII, at most 80 columns wide, no newline at the end."""
        return plain_text(self.picture(state), [f"seat {seat}" for seat in range(self.seats[-1])])

    def default(self, state: S, seat: int) -> M:
        """The legal move of an asked seat that runs out of time; `spec/games/` defines it."""
        return next(self.legal(state, seat))

    def sample(self, state: S, seat: int, rng: Rng) -> M:
        """A legal move at random; every legal move can come up. Games with long lists build it from parts."""
        moves = list(self.legal(state, seat))
        return moves[rng.randrange(len(moves))]

    def candidates(self, state: S, seat: int) -> Iterator[M]:
        """The legal moves that a bot considers: some or all, in a fixed order, at least one."""
        return self.legal(state, seat)

    def estimate(self, state: S, seat: int, move: M) -> int:
        """The quality of a candidate without looking ahead: higher is better, within one state only.

        May use only facts that the seat may know.
        """
        return 0

    def hash(self, state: S) -> bytes:
        """SHA-256 of the state, bound to game and rules (`spec/encoding.md`): 32 bytes."""
        return canon.digest("p2pgame state", 1, self.id, self.rules, state)

    def owes(self, state: S, seat: int) -> bool:
        """Whether the seat is asked for an answer."""
        return seat in asked(self.pending(state))


AnyGame = Game[Any, Any]
