"""TEN in numbers."""

from __future__ import annotations

from typing import get_args

from ...coding import CodedGame, Coding, Listed, Product, from_seat, one_hot, seen
from .components import NAMES, is_currency, is_number
from .moves import BUST, BUYS, COIN, DRAW, END, PASS, PAYS, TAKE_COINS, TAKE_NUMBERS, TOKEN, Bid
from .state import Phase, Player, State

BIDS = range(1, 100)
"""Bids that are offered; nobody can pay more."""

_CARDS = range(len(NAMES))
_THINGS = [COIN, BUST, *(card for card in _CARDS if not is_currency(card))]

actions = Coding(
    Listed([DRAW, TAKE_NUMBERS, TAKE_COINS, END, TOKEN, PASS]),
    Listed(PAYS[thing] for thing in _THINGS),
    Listed(BUYS[card] for card in _CARDS if is_number(card)),
    Product(Bid, BIDS),
)


def features(state: State, seat: int) -> list[int]:
    """Each player's property; row, market, discards and undrawn cards, by card; the phase, the turn, the acting seat;
    the card on sale, the bids so far, and the amount still to pay."""
    players = len(state.players)
    sale = state.sale
    bids = () if sale is None else sale.bids
    payment = None if sale is None else sale.payment
    return [
        *(number for player in from_seat(state.players, seat) for number in _player(player)),
        *_counts(state.row),
        *_counts(state.market),
        *_counts(state.discarded),
        *state.unseen,
        *one_hot(state.phase, get_args(Phase)),
        *seen(state.active, seat, players),
        *seen(state.turn, seat, players),
        *one_hot(None if sale is None else sale.card, _CARDS),
        *bids,
        *(0 for _ in range(players - len(bids))),
        0 if payment is None else payment.left,
        COIN - 1 if payment is None or payment.last is None else payment.last,
        int(state.bust_buy),
        state.grade or 0,
    ]


def _player(player: Player) -> list[int]:
    return [player.coins, player.bust, *_counts(player.cards)]


def _counts(cards: bytes) -> list[int]:
    return [cards.count(card) for card in _CARDS]


CODING = CodedGame(actions, features)
