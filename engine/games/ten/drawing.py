"""The choice after a card: draw another one, or take the numbers or the coins.

The exact mean over all cards of the deck, of the better take after each; a bust token and its costs after a bust.
"""

from __future__ import annotations

from functools import lru_cache

from .components import DRAW_ORDER, PRICE, VALUES, is_wild
from .moves import DRAW, TAKE_COINS, TAKE_NUMBERS, Move
from .outlook import Supply, copies, gain, supplied
from .runs import holdings
from .state import BUST_ABOVE, Player, coin_total, merged, net, numbers, spares, with_card
from .view import View
from .weights import POINT, Weights


class Drawing:
    """The choice of the view's seat."""

    def __init__(self, view: View) -> None:
        self.view, self.players = view, view.state.players
        self.me = self.players[view.seat]

    def values(self) -> dict[Move, int]:
        """The lead of the seat after each choice."""
        state, supply = self.view.state, self.view.supply
        values: dict[Move, int] = {
            TAKE_NUMBERS: self._numbers(state.row, supply),
            TAKE_COINS: self._coins(state.row, supply),
        }
        return values if state.deck_is_empty else {DRAW: self._draw(max(values.values())), **values}

    def _draw(self, best: int) -> int:
        """The mean over all cards; `best` is the value of the better take now."""
        unseen = self.view.state.unseen
        total = sum(count * self._drawn(card, best) for card, count in zip(DRAW_ORDER, unseen, strict=True) if count)
        return total // sum(unseen)

    def _drawn(self, card: int, best: int) -> int:
        if is_wild(card):
            return best + self._auction(card)
        row, supply = self.view.state.row + bytes((card,)), self.view.supply
        if PRICE[card]:
            supply = supplied(supply, card, deck=-1)
        if coin_total(row) > BUST_ABOVE:
            return self._bust(row, 0, supply)
        if net(row) > BUST_ABOVE:
            return self._bust(row, coin_total(row), supply)
        return max(self._numbers(row, supply), self._coins(row, supply))

    def _numbers(self, row: bytes, supply: Supply) -> int:
        """After taking the numbers, and a purchase."""
        owner = Player(self.me.coins, self.me.bust, merged(self.me.cards, numbers(row)))
        return self._lead(owner, coin_total(row), supply) + self._bargain(owner, supply)

    def _coins(self, row: bytes, supply: Supply) -> int:
        """After taking the coins."""
        return self._lead(self.me.gaining(coin_total(row)), 0, _marketed(supply, row))

    def _bust(self, row: bytes, coins: int, supply: Supply) -> int:
        """After a bust for which the others get coins."""
        owner = Player(self.me.coins, self.me.bust + 1, self.me.cards)
        return self._lead(owner, coins, _marketed(supply, row))

    def _lead(self, owner: Player, coins: int, supply: Supply) -> int:
        """The lead if the seat has this property, and all others get coins."""
        view = self.view
        return view.lead(
            [
                view.worth(player, owner if player == view.seat else other.gaining(coins), supply)
                for player, other in enumerate(self.players)
            ]
        )

    def _bargain(self, owner: Player, supply: Supply) -> int:
        """The gain of the best purchase, without its effect on others."""
        view = self.view
        weights = view.weights(view.seat)
        found = 0
        covers = holdings(owner.cards).covers
        for colour, owned in enumerate(holdings(owner.cards).owned):
            for number, brought in _offers(owned, covers[colour], supply[colour], weights):
                price = number + 1
                if price <= owner.money + len(spares(owner.cards)):
                    rest = Player(max(0, owner.coins - price), owner.bust, owner.cards)
                    cost = view.worth_of_money(view.seat, owner) - view.worth_of_money(view.seat, rest)
                    cost += weights.coin * max(0, price - owner.coins)
                    found = max(found, brought * weights.points // POINT - cost)
        return found

    @lru_cache(maxsize=32)  # noqa: B019 - the object lives for one decision
    def _auction(self, card: int) -> int:
        """The gain of a wild that comes up, which the seat and its rivals are equally likely to get."""
        view = View(self.view.state, self.view.seat)
        leads = []
        for winner in range(len(self.players)):
            after = [
                Player(owner.coins, owner.bust, with_card(owner.cards, card)) if player == winner else owner
                for player, owner in enumerate(self.players)
            ]
            leads.append(view.lead(view.worths(after, view.supply)))
        own = leads.pop(view.seat)
        return (own + sum(leads) // len(leads)) // 2 - view.lead(view.worths(self.players, view.supply))


def _marketed(supply: Supply, row: bytes) -> Supply:
    """The supply after the numbers of the row have gone to the market."""
    for card in numbers(row):
        supply = supplied(supply, card, market=1)
    return supply


@lru_cache(maxsize=1 << 15)
def _offers(owned: int, covers: int, supply: int, weights: Weights) -> tuple[tuple[int, int], ...]:
    """The numbers of one colour that the market offers and the player lacks, from 0, each with its gain."""
    return tuple(
        (number, gain(owned, number, covers, supply, weights))
        for number in range(len(VALUES))
        if copies(supply, number)[1] and not owned >> number & 1
    )
