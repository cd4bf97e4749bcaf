"""The state of the table. All of it is canonical: no field can be computed from the others."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal

from ...options import Value
from ...records import Changes, copied, updated
from .components import CARDS_A_TYPE, CARDS_BELOW_LEVEL, START_BAR, TOKENS_A_KIND, TYPES

Phase = Literal["first", "fewer", "start", "card", "react", "place", "after", "end", "over"]
"""The phase of a turn (3). `first` and `fewer` come before the first turn."""

Source = Literal["card", "standby"]
"""Where the piece in hand came from."""


@dataclass(frozen=True, slots=True)
class Setup:
    """The options of a table (8): rows, or whether a mode is on."""

    bar: int = 0
    level_drop: int = 1
    empty_drop: int = 1
    no_touch: bool = False
    fewer: bool = False
    must_place: bool = False
    random_tokens: bool = False

    @classmethod
    def of(cls, options: Mapping[str, Value]) -> Setup:
        """The setup that complete options ask for."""
        return cls(
            bar=int(options["bar"]),
            level_drop=int(options["level_drop"]),
            empty_drop=int(options["empty_drop"]),
            no_touch=bool(options["no_touch"]),
            fewer=bool(options["fewer"]),
            must_place=bool(options["must_place"]),
            random_tokens=bool(options["random_tokens"]),
        )


@dataclass(frozen=True)
class Board:
    """One seat's pieces and tokens."""

    bar: int
    """Free rows under the bar."""
    pieces: bytes = b""
    """See `pieces`."""
    tokens: bytes = b""
    """Numbers of the tokens that it may use, sorted."""
    lock: int | None = None
    """The token that was used against it in this round."""
    standby: int | None = None
    """Type of the piece on its standby, for its next turn."""
    out: bool = False
    spent_rows: int = 0
    """Rows that give nothing when filled again in this turn: a set of bits (4.12)."""
    spent_icons: int = 0
    """Icons likewise, by their places in `components.ICONS`."""


@dataclass(frozen=True)
class Put:
    """Pieces that a seat must place because of a token: on the board of `on`, where `by` decides."""

    by: int
    on: int
    types: tuple[int, ...]
    """One, or two that may be placed in either order; rising."""
    turn: bool = False
    """Whether this is the active seat's piece of the turn."""


@dataclass(frozen=True, slots=True)
class Use:
    """A token played and not yet settled; the move in notation."""

    seat: int
    move: str


@dataclass(frozen=True)
class State:
    """A table of Tentricks. Counts by type or by token are bytes: one number each."""

    setup: Setup
    start: int | None
    """The starting seat; None until it is drawn."""
    active: int | None
    round: int
    supply: bytes
    """Pieces left, by type."""
    unseen: bytes
    """Cards left in the deck, by type; the others are discarded."""
    bag: bytes
    """Tokens in the bag: number n at place n - 1."""
    boards: tuple[Board, ...]
    phase: Phase = "first"
    hand: int | None = None
    """Type of the piece that is about to be placed."""
    hand_from: Source | None = None
    steer: int | None = None
    """The seat that decides where the hand goes instead of the active one."""
    placed: int | None = None
    """Type of the piece that the active seat has placed as its piece of the turn."""
    rows: int = 0
    """Rows that the active seat has newly filled in this turn."""
    again: bool = False
    """Whether the active seat must take another turn."""
    fresh: bool = False
    """Whether the active seat's standby piece was won in this turn, so that it waits for the next."""
    bonus: bool = False
    """Whether the active seat is to choose a standby piece."""
    gains: tuple[int, ...] = ()
    """Seats that draw a token, one entry a token."""
    puts: tuple[Put, ...] = ()
    stack: tuple[Use, ...] = ()
    """Tokens being played, each but the first against the one before it."""
    default: bool = False
    """Whether the game is over because the others left."""
    dropped: tuple[int, ...] = ()

    @property
    def seats(self) -> int:
        """The number of seats at the start."""
        return len(self.boards)

    @property
    def left(self) -> tuple[int, ...]:
        """The seats that are not out, rising."""
        return tuple([seat for seat, board in enumerate(self.boards) if not board.out])

    @property
    def mover(self) -> int:
        """The active seat, once there is one."""
        if self.active is None:
            raise ValueError("the starting seat has not been drawn")
        return self.active

    @property
    def before_level(self) -> int:
        """The number of cards above the Next Level card."""
        return sum(self.unseen) - CARDS_BELOW_LEVEL[self.seats]

    @property
    def tokens_left(self) -> int:
        """The number of tokens that can still be drawn. Tokens that went back to the box unseen cannot (5, 8.7)."""
        unseen = 10 * (TOKENS_A_KIND - self.seats) if self.setup.random_tokens else 0
        return sum(self.bag) - unseen

    def in_turn_order(self) -> list[int]:
        """All seats, clockwise from the active one."""
        first = self.mover
        return [*range(first, self.seats), *range(first)]

    def on_board(self, seat: int, board: Board, **changes: Any) -> State:
        """This table with one board changed, and some other fields."""
        return updated(self, changes | {"boards": self.boards_with(seat, board)})

    def boards_with(self, seat: int, board: Board) -> tuple[Board, ...]:
        """The boards with one changed."""
        boards = list(self.boards)
        boards[seat] = board
        return tuple(boards)


HAND_EMPTY: Changes = {"hand": None, "hand_from": None, "steer": None}
"""The changes when no piece is in hand any more."""

FULL_DECK = bytes([CARDS_A_TYPE] * len(TYPES))


def set_up(seats: int, setup: Setup) -> State:
    """The table before the starting seat is drawn (8)."""
    return State(
        setup=setup,
        start=None,
        active=None,
        round=1,
        supply=full_supply(seats),
        unseen=FULL_DECK,
        bag=full_bag(seats, setup),
        boards=(copied(Board(bar=START_BAR - setup.bar)),) * seats,
    )


def full_supply(seats: int) -> bytes:
    """All pieces of the game: the same number of each type."""
    return bytes([3 * seats] * len(TYPES))


def full_bag(seats: int, setup: Setup) -> bytes:
    """All tokens that can be drawn in the game."""
    return bytes([TOKENS_A_KIND if setup.random_tokens else seats] * 10)


def changed(counts: bytes, place: int, by: int) -> bytes:
    """Counts with one of them raised or lowered."""
    new = bytearray(counts)
    new[place] += by
    return bytes(new)
