"""The outlook of a player: the points that its cards will probably score, and the value of its money.

A number that the player lacks may still come, out of the deck or out of the market. The chances are learnt
(`weights`). The expected length of a run follows from them, as if they were independent: `low` and `high` numbers are
combined in a small matrix. A wild goes where it brings most.
"""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from .components import COLOURS, DRAW_ORDER, VALUES
from .runs import ANY, FACE, FIELD, FULL_SET, holdings
from .state import Player, spares
from .weights import CERTAIN, POINT, Weights

Ints = NDArray[np.int64]

Supply = tuple[int, ...]
"""For each colour the copies of its numbers in the deck and in the market: a field of eight bits for each number, the
lower half for the deck."""

JOKERS = 5
"""Wilds that stand for any number in one colour, 0 to 4: more are of no use."""

_WIDTH = 8
_IN_MARKET = 1 << 4
_LOW = 5
"""The numbers 1 to 5 are the low ones."""
_HIGH = len(VALUES) - _LOW
_FRACTION = 6 * len(VALUES) - 10
"""Bits by which products of chances are finer than points."""


def supply_of(unseen: bytes, market: bytes) -> Supply:
    """The number cards of the deck and the market."""
    fields = [0] * len(COLOURS)
    for card, count in zip(DRAW_ORDER, unseen, strict=True):
        colour, number = FACE.get(card, (None, None))
        if colour is not None and number is not None:
            fields[colour] += count << number * _WIDTH
    supply = tuple(fields)
    for card in market:
        supply = supplied(supply, card, market=1)
    return supply


def supplied(supply: Supply, card: int, deck: int = 0, market: int = 0) -> Supply:
    """The supply with more copies of a number card in the deck and in the market."""
    colour, number = FACE[card]
    assert colour is not None
    assert number is not None
    changed = supply[colour] + (deck + market * _IN_MARKET << number * _WIDTH)
    return (*supply[:colour], changed, *supply[colour + 1 :])


def copies(supply: int, number: int) -> tuple[int, int]:
    """The copies of a number of one colour in the deck, and in the market."""
    field = supply >> number * _WIDTH & (1 << _WIDTH) - 1
    return field % _IN_MARKET, field // _IN_MARKET


class Points(NamedTuple):
    """Expected points of cards, and the gain of one more wild that stands for any card; in fractions of `POINT`."""

    points: int
    joker: int


@lru_cache(maxsize=1 << 16)
def points(cards: bytes, supply: Supply, weights: Weights) -> Points:
    """The expected points of a player's cards."""
    owned, covers, ledger, _ = holdings(cards)
    colours = [_Colour(*each, weights) for each in zip(owned, covers, supply, strict=True)]
    for number in range(len(VALUES)):
        for _ in range(ledger >> number * FIELD & 7):
            max(colours, key=lambda colour: colour.gain_of(number)).add(number)
    total = sum(colour.points for colour in colours)
    for _ in range(ledger >> ANY):
        best = max(colours, key=lambda colour: colour.gain_of_joker)
        total += best.gain_of_joker
        best.jokers += 1
    return Points(total, max(colour.gain_of_joker for colour in colours))


class _Colour:
    """The numbers owned in one colour and the wilds used there."""

    def __init__(self, owned: int, jokers: int, supply: int, weights: Weights) -> None:
        self.owned, self.jokers, self.supply, self.weights = owned, jokers, supply, weights
        self.expected = expected(owned, supply, weights)

    @property
    def points(self) -> int:
        return self.expected[min(self.jokers, JOKERS - 1)]

    @property
    def gain_of_joker(self) -> int:
        """The gain of one more wild that stands for any number."""
        return self.expected[min(self.jokers + 1, JOKERS - 1)] - self.points

    def gain_of(self, number: int) -> int:
        """The gain of a wild with that number."""
        return gain(self.owned, number, self.jokers, self.supply, self.weights)

    def add(self, number: int) -> None:
        """Use a wild with that number."""
        self.owned |= 1 << number
        self.expected = expected(self.owned, self.supply, self.weights)


def gain(owned: int, number: int, jokers: int, supply: int, weights: Weights) -> int:
    """The gain of owning a number of one colour, too."""
    place = min(jokers, JOKERS - 1)
    return expected(owned | 1 << number, supply, weights)[place] - expected(owned, supply, weights)[place]


@lru_cache(maxsize=1 << 17)
def expected(owned: int, supply: int, weights: Weights) -> tuple[int, ...]:
    """The expected points of one colour with 0 to 4 jokers, in fractions of `POINT`."""
    middle = 1 << _LOW
    low = _chances(owned % middle, supply % (1 << _LOW * _WIDTH), 0, _LOW, weights)
    high = _chances(owned // middle, supply >> _LOW * _WIDTH, _LOW, _HIGH, weights)
    found: list[int] = (low @ (high @ _POINTS).reshape(middle, JOKERS) >> _FRACTION).tolist()
    return tuple(found)


@lru_cache(maxsize=1 << 15)
def _chances(owned: int, supply: int, first: int, count: int, weights: Weights) -> Ints:
    """The chance of each set of `count` numbers from `first` on, shape (2**count,)."""
    chances = [1]
    for place in range(count):
        own = CERTAIN if owned >> place & 1 else _chance(first + place, *copies(supply, place), weights)
        chances = [*(each * (CERTAIN - own) for each in chances), *(each * own for each in chances)]
    return np.array(chances, np.int64)


def _chance(number: int, in_deck: int, in_market: int, weights: Weights) -> int:
    """The chance that the player gets a number that it lacks, by its copies in the deck and in the market."""
    without = CERTAIN
    for chance, count in ((weights.deck[number], in_deck), (weights.market[number], in_market)):
        for _ in range(count):
            without = without * (CERTAIN - chance) // CERTAIN
    return CERTAIN - without


def _run(numbers: int, jokers: int) -> int:
    """The points of the longest run of these numbers (bits) and some jokers."""
    spans = ((2 << high) - (1 << low) for high in range(len(VALUES)) for low in range(high + 1))
    longest = max((span.bit_count() for span in spans if (span & ~numbers).bit_count() <= jokers), default=0)
    return FULL_SET if longest == len(VALUES) else longest


_POINTS = np.array(
    [[_run(numbers, jokers) for jokers in range(JOKERS)] for numbers in range(1 << len(VALUES))]
).reshape(1 << _HIGH, JOKERS << _LOW)
"""Points by the high numbers (rows), the low ones and the jokers (columns)."""


@lru_cache(maxsize=1 << 16)
def worth_of_cards(cards: bytes, supply: Supply, weights: Weights) -> int:
    """The value of a player's cards during the game."""
    found = points(cards, supply, weights)
    by_points = (weights.points * found.points + weights.joker * found.joker) // POINT
    return by_points + weights.spare * len(spares(cards))


def worth_of_money(player: Player, weights: Weights) -> int:
    """The value of a player's coins and bust tokens during the game."""
    many = max(0, player.coins - MANY)
    return weights.coin * player.coins + weights.rich * many + weights.bust * player.bust


MANY = 5
"""Coins above this number have another value."""
