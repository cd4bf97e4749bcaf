"""The best way to pay a price: coins, bust tokens, and the cards that are missed least."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from .moves import BUST, COIN
from .outlook import Supply, gain
from .paying import payers
from .runs import FACE, holdings
from .state import BUST_WORTH, Player, Purpose, spares, with_card, without_card
from .view import View
from .weights import POINT

_WILD_LOSS = POINT
"""The assumed loss of a wild, when cards to pay with are put in order."""
_DEAR = 2 * POINT // 5
"""No card that costs more than this pays where a coin can."""


class Plan(NamedTuple):
    """The value of the payer's property after the payment, and that property."""

    worth: int
    owner: Player


class Payer:
    """A player who has to pay for a card, which it gets then."""

    def __init__(
        self, view: View, player: int, card: int, purpose: Purpose, supply: Supply, last: int | None = None
    ) -> None:
        """Things that come before `last`, which was paid last, cannot be used any more (6.6)."""
        self.view, self.player, self.card, self.supply = view, player, card, supply
        self.owner = view.state.players[player]
        self.coins = self.owner.coins if last in (None, COIN) else 0
        self.bust = self.owner.bust if last in (None, COIN, BUST) else 0
        self.order = [
            each for each in self._order(payers(view.state, player, purpose)) if last is None or each[1] >= last
        ]
        self._left = [with_card(self.owner.cards, card)]

    def plan(self, price: int) -> Plan:
        """The best way to pay the price, which must be possible."""
        plans = (self._paid(*things) for things in self._ways(price))
        return max(plans, key=lambda plan: plan.worth)

    def _ways(self, price: int) -> Iterator[tuple[int, int, int]]:
        """Numbers of coins, bust tokens and cards that pay the price, without dear cards where a coin is left."""
        for bust in range(self.bust + 1):
            rest = max(0, price - BUST_WORTH * bust)
            for cards in range(max(0, rest - self.coins), min(rest, len(self.order)) + 1):
                if cards > max(0, rest - self.coins) and self.order[cards - 1][0] > _DEAR:
                    break
                yield rest - cards, bust, cards
            if not rest:
                break

    def _paid(self, coins: int, bust: int, cards: int) -> Plan:
        """The result of paying these numbers of things."""
        while len(self._left) <= cards:
            self._left.append(without_card(self._left[-1], self.order[len(self._left) - 1][1]))
        owner = Player(self.owner.coins - coins, self.owner.bust - bust, self._left[cards])
        return Plan(self.view.worth(self.player, owner, self.supply), owner)

    def _order(self, cards: bytes) -> list[tuple[int, int]]:
        """The cards that may pay, each with its loss, the least first."""
        spare = self.view.weights(self.player).spare
        copies = [card for card in spares(with_card(self.owner.cards, self.card)) if card in cards]
        single = list(cards)
        for card in copies:
            single.remove(card)
        losses = [(spare, card) for card in copies]
        losses += [(self._loss(card) + (spare + 1 if card in copies else 0), card) for card in single]
        return sorted(losses)

    def _loss(self, card: int) -> int:
        """The loss of the only copy of a card, wilds of all colours left aside."""
        colour, number = FACE[card]
        if colour is None or number is None:
            return _WILD_LOSS
        held = holdings(self.owner.cards)
        weights = self.view.weights(self.player)
        without = held.owned[colour] & ~(1 << number)
        return gain(without, number, held.covers[colour], self.supply[colour], weights)
