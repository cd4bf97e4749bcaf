"""The state of the table."""

from __future__ import annotations

from bisect import bisect
from dataclasses import dataclass
from itertools import pairwise
from typing import Literal, TypeVar

from .components import COIN_WORTH, PRICE

Phase = Literal["start", "draw", "choose", "auction", "pay", "buy", "bust", "final", "over"]
"""The phase: a first draw (or the draw of the first player), a card, a choice after a card, a bid, a thing to pay with,
a purchase after a reward, one after a bust, a last one; or nothing."""

Purpose = Literal["auction", "buy", "bust", "final"]
"""The purpose of a price, which decides the next phase."""

T = TypeVar("T")

COINS_AT_START = 5
COIN_LIMIT = 10
BUST_ABOVE = 10
BUST_WORTH = 3
"""Coins that a bust token stands for."""

JEN = 1
"""JEN's place in a solo game: second among the players. She has no seat at the table."""


@dataclass(frozen=True)
class Player:
    """One player's property. `cards` are number and wild cards, sorted."""

    coins: int = COINS_AT_START
    bust: int = 0
    cards: bytes = b""

    def gaining(self, coins: int) -> Player:
        """The player with that many more coins. Coins above the limit are lost at once (4.3)."""
        return Player(min(self.coins + coins, COIN_LIMIT), self.bust, self.cards)

    @property
    def money(self) -> int:
        """Coins and bust tokens, in coins."""
        return self.coins + BUST_WORTH * self.bust


@dataclass(frozen=True, slots=True)
class Payment:
    """A price being paid, one thing at a time. `last` is the thing paid last (see `moves`); None before the first."""

    seat: int
    left: int
    last: int | None
    purpose: Purpose


@dataclass(frozen=True)
class Sale:
    """A card that changes hands: a wild being auctioned, or a number card being bought (then without bids).

    `bids` are made in turn from the active player's left, the active one last; 0 is a pass.
    """

    card: int
    bids: tuple[int, ...] = ()
    payment: Payment | None = None


@dataclass(frozen=True)
class State:
    """A table of TEN. Cards are numbers (see `components`); all of it is canonical."""

    players: tuple[Player, ...]
    """One for each seat; in a solo game the second is JEN."""
    unseen: bytes
    """The number of each card in the deck, in the order of `components.DRAW_NAMES`."""
    phase: Phase = "start"
    active: int | None = None
    """The player whose turn it is; None until the first is drawn."""
    turn: int | None = None
    """The player who acts within that turn: another one while it bids, pays or buys last."""
    row: bytes = b""
    """The cards drawn in this turn that wait to be taken, in order."""
    market: bytes = b""
    """Sorted."""
    discarded: bytes = b""
    """Sorted."""
    sale: Sale | None = None
    bust_buy: bool = False
    grade: int | None = None
    """JEN's grade: a solo game has one."""
    dropped: tuple[int, ...] = ()

    @property
    def seats(self) -> int:
        """The number of seats at the start."""
        return len(self.players) if self.grade is None else 1

    @property
    def deck_is_empty(self) -> bool:
        """Whether the last card has been drawn."""
        return not any(self.unseen)

    @property
    def present(self) -> tuple[int, ...]:
        """The seats that have not left."""
        return tuple(seat for seat in range(self.seats) if seat not in self.dropped)

    @property
    def jen_is_active(self) -> bool:
        """Whether it is JEN's turn in a solo game."""
        return self.grade is not None and self.active == JEN

    def bidder(self, place: int) -> int:
        """The player who bids in that place, 0 being the first: left of the active one (7.1)."""
        return ((self.active or 0) + 1 + place) % len(self.players)

    def can_be_asked(self, player: int) -> bool:
        """Whether a player is a seat that is still there; JEN has no seat."""
        return player < self.seats and player not in self.dropped


def with_card(cards: bytes, card: int) -> bytes:
    """Sorted cards, with one card added."""
    place = bisect(cards, card)
    return cards[:place] + bytes((card,)) + cards[place:]


def without_card(cards: bytes, card: int) -> bytes:
    """Sorted cards, with one of these removed."""
    place = cards.index(card)
    return cards[:place] + cards[place + 1 :]


def merged(cards: bytes, more: bytes) -> bytes:
    """Both, sorted."""
    return bytes(sorted(cards + more)) if more else cards


def spares(cards: bytes) -> bytes:
    """The copies beyond the first of each card, sorted."""
    return bytes(card for before, card in pairwise(cards) if card == before)


def numbers(row: bytes) -> bytes:
    """The number cards of a row."""
    return bytes(card for card in row if PRICE[card])


def currency(row: bytes) -> bytes:
    """The currency cards of a row."""
    return bytes(card for card in row if COIN_WORTH[card])


def coin_total(row: bytes) -> int:
    """The value of a row's currency cards."""
    return sum(COIN_WORTH[card] for card in row)


def net(row: bytes) -> int:
    """The numbers of a row less its coins (5.1)."""
    return sum(PRICE[card] - COIN_WORTH[card] for card in row)


def replaced(values: tuple[T, ...], index: int, value: T) -> tuple[T, ...]:
    """The values with the value at that place replaced."""
    return (*values[:index], value, *values[index + 1 :])
