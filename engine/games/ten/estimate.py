"""Preferences of the normal bot: cards that lengthen its runs, coins while there is something to buy, no busts.

All in twelfths of a point. To choose between drawing and taking, every card that may come is evaluated. A bid is
lowered; the fewer players are still to bid, the more.
"""

from __future__ import annotations

from functools import lru_cache

from .components import COIN_WORTH, COLOURS, DRAW_ORDER, NAMES, PRICE, is_wild
from .moves import BUST, COIN, Bid, Buy, Draw, Move, Pay, Take, Token
from .paying import purse, underway
from .rules import for_sale
from .runs import holdings
from .scoring import score
from .state import (
    BUST_ABOVE,
    BUST_WORTH,
    COIN_LIMIT,
    JEN,
    State,
    coin_total,
    net,
    numbers,
    spares,
    with_card,
    without_card,
)

_POINT = 12
_NEW_NUMBER = 6
"""A number that lengthens no run yet."""
_SPARE = 1
_WILD_TO_COME = 6
"""The gain from a wild that comes up in one's turn."""
_ANY_WILD = 24
"""The least worth of a wild, which always fits somewhere."""
_SOON_OVER = 12
"""Cards in the deck below which coins hardly matter any more."""


def _worth(owned: int) -> int:
    """The worth of owning these numbers of one colour (bits)."""
    longest = max(map(len, f"{owned:b}".split("0")))
    return _POINT * longest + _NEW_NUMBER * owned.bit_count()


_WORTH = tuple(map(_worth, range(1 << 9)))


def estimate(state: State, seat: int, move: Move) -> int:
    """How good the move looks to the seat."""
    match move:
        case Take() | Draw():
            return _row(state, seat).estimate(move)
        case Bid(amount):
            return _bid(state, seat, amount)
        case Buy(card):
            return _purchase(state, seat, card)
        case Pay(thing):
            return _payment(state, seat, thing)
        case Token():
            return BUST_WORTH * _coin(state)
        case _:
            return 0


class _Row:
    """The value of the row to the seat, now and after one more card."""

    def __init__(self, state: State, seat: int) -> None:
        self.state = state
        self.room = COIN_LIMIT - state.players[seat].coins
        self.owned = list(holdings(state.players[seat].cards).owned)
        self.coin = _coin(state)
        self.harm = self.coin - 1 if len(state.players) == 2 else 1  # the cost of another player's coin to the seat
        before = sum(_WORTH[owned] for owned in self.owned)
        row = numbers(state.row)
        for card in row:
            self.owned[_COLOUR[card]] |= _BIT[card]
        self.numbers = sum(_WORTH[owned] for owned in self.owned) - before + _SPARE * len(row)
        self.numbers += max((_purchase(state, seat, card) for card in for_sale(state, seat)), default=0)
        self.coins = coin_total(state.row)
        self.net = net(state.row)

    def estimate(self, move: Take | Draw) -> int:
        """The worth of the move, times the number of cards in the deck, so that the average of a draw is a whole
        number."""
        cards = sum(self.state.unseen) or 1
        match move:
            case Draw():
                return sum(
                    count * self._after(card)
                    for card, count in zip(DRAW_ORDER, self.state.unseen, strict=True)
                    if count
                )
            case Take("numbers"):
                return cards * self._numbers(0, 0)
            case Take():
                return cards * self._coins(0)

    def _numbers(self, more: int, coins: int) -> int:
        return self.numbers + more - self.harm * (self.coins + coins)

    def _coins(self, coins: int) -> int:
        return self.coin * min(self.coins + coins, self.room)

    def _after(self, card: int) -> int:
        """The worth of the better take after that card; of the bust token after a bust."""
        if is_wild(card):
            return max(self._numbers(0, 0), self._coins(0)) + _WILD_TO_COME
        coins, price = COIN_WORTH[card], PRICE[card]
        if coins and self.coins + coins > BUST_ABOVE:
            return self.coin
        if price and self.net + price > BUST_ABOVE:
            return self.coin - self.harm * self.coins
        return max(self._numbers(self._more(card), coins), self._coins(coins))

    def _more(self, card: int) -> int:
        if not PRICE[card]:
            return 0
        owned = self.owned[_COLOUR[card]]
        return _WORTH[owned | _BIT[card]] - _WORTH[owned] + _SPARE


@lru_cache(maxsize=1)
def _row(state: State, seat: int) -> _Row:
    """The row as the seat sees it; cached while the seat compares its moves."""
    return _Row(state, seat)


def _bid(state: State, seat: int, amount: int) -> int:
    """The gain of winning at that price, times its chance: a higher bid wins more often if others are still to bid."""
    sale = state.sale
    if sale is None:
        return 0
    cards = state.players[seat].cards
    gain = max(_ANY_WILD, _POINT * (score(with_card(cards, sale.card)) - score(cards)))
    gain -= _cost(state, seat, amount)
    if state.jen_is_active and amount < purse(state, JEN, "auction"):
        return 1 + amount  # JEN outbids it, and pays more
    others = len(state.players) - len(sale.bids) - 1
    return gain * (1, amount, amount * amount)[min(others, 2)]


def _purchase(state: State, seat: int, card: int) -> int:
    """The gain of a card of the market less its price."""
    cards = state.players[seat].cards
    gain = _POINT * (score(with_card(cards, card)) - score(cards))
    return gain + (0 if state.deck_is_empty else _NEW_NUMBER) - _cost(state, seat, PRICE[card])


def _cost(state: State, seat: int, price: int) -> int:
    """The cost of a price to the seat: spare copies first, then money, then cards that it would rather keep."""
    player = state.players[seat]
    copies = min(price, len(spares(player.cards)))
    money = min(price - copies, player.money)
    return _SPARE * copies + _coin(state) * money + _POINT * (price - copies - money)


def _payment(state: State, seat: int, thing: int) -> int:
    """The payment by the thing less its value to the seat."""
    _, payment = underway(state)
    coin = _coin(state)
    if thing == COIN:
        return 0
    if thing == BUST:
        return coin * (min(BUST_WORTH, payment.left) - BUST_WORTH)
    cards = state.players[seat].cards
    rest = without_card(cards, thing)
    lost = _SPARE if thing in rest else _NEW_NUMBER + _POINT * (score(cards) - score(rest))
    return coin - lost


def _coin(state: State) -> int:
    return 3 if sum(state.unseen) >= _SOON_OVER else 1


_COLOUR = {card: COLOURS.index(NAMES[card][:-1]) for card in range(len(NAMES)) if PRICE[card]}
_BIT = {card: 1 << PRICE[card] - 1 for card in _COLOUR}
