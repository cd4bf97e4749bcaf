"""Prices paid one thing at a time (`spec/games/ten.md`, 6.3 to 6.7)."""

from __future__ import annotations

from collections.abc import Iterator

from ...records import replace
from .components import PRICE
from .moves import BUST, COIN
from .state import (
    BUST_WORTH,
    Payment,
    Player,
    Purpose,
    Sale,
    State,
    replaced,
    spares,
    with_card,
    without_card,
)
from .turns import after_purchase, end_turn, resume, settle_bust


def payers(state: State, player: int, purpose: Purpose) -> bytes:
    """The cards that may pay: all that the player owns, but only spare copies in a solo auction (11.6)."""
    cards = state.players[player].cards
    return spares(cards) if purpose == "auction" and state.grade is not None else cards


def purse(state: State, player: int, purpose: Purpose) -> int:
    """The most that the player can pay."""
    return state.players[player].money + len(payers(state, player, purpose))


def payable(state: State, payment: Payment) -> Iterator[int]:
    """The things that may be paid next, in order: not before the last one, and enough must follow (6.6)."""
    for thing, reach in _reaches(state.players[payment.seat], payers(state, payment.seat, payment.purpose)):
        if reach < payment.left:
            return
        if payment.last is None or thing >= payment.last:
            yield thing


def _reaches(player: Player, cards: bytes) -> Iterator[tuple[int, int]]:
    """Each kind of thing with the total worth of it and all kinds after it."""
    if player.coins:
        yield COIN, player.money + len(cards)
    if player.bust:
        yield BUST, BUST_WORTH * player.bust + len(cards)
    for card in sorted(set(cards)):
        yield card, len(cards) - cards.index(card)


def waste(state: State, thing: int) -> int:
    """The least loss if that thing is paid next. There is no change, so a payment can be too high (6.7)."""
    _, payment = underway(state)
    player, cards = state.players[payment.seat], payers(state, payment.seat, payment.purpose)
    left = payment.left - (BUST_WORTH if thing == BUST else 1)
    coins = player.coins - 1 if thing == COIN else 0
    bust = player.bust - (thing == BUST) if thing in (COIN, BUST) else 0
    return _least_lost(left, coins + sum(card >= thing for card in cards) - (thing >= 0), bust)


def price_waste(state: State, player: int, price: int, purpose: Purpose) -> int:
    """The least loss if the player pays a price without change (6.7). The player's purse must suffice."""
    owner = state.players[player]
    return _least_lost(price, owner.coins + len(payers(state, player, purpose)), owner.bust)


def _least_lost(price: int, ones: int, bust: int) -> int:
    """The least loss of a price, with that many things worth one and that many bust tokens to pay with."""
    return min(max(0, -rest) for rest in (price - BUST_WORTH * paid for paid in range(bust + 1)) if rest <= ones)


def ask_payment(state: State, card: int, bids: tuple[int, ...], payment: Payment) -> State:
    """The state in which the player owes a price for the card."""
    return replace(state, phase="pay", turn=payment.seat, sale=Sale(card, bids, payment))


def pay(state: State, thing: int) -> State:
    """One thing is given; when the price is covered the card is the player's and the game continues. No change is given
    (6.7)."""
    sale, payment = underway(state)
    player = _without(state.players[payment.seat], thing)
    discarded = with_card(state.discarded, thing) if thing >= 0 else state.discarded
    left = payment.left - (BUST_WORTH if thing == BUST else 1)
    if left > 0:
        sale = Sale(sale.card, sale.bids, Payment(payment.seat, left, thing, payment.purpose))
        return replace(state, players=replaced(state.players, payment.seat, player), discarded=discarded, sale=sale)
    player = Player(player.coins, player.bust, with_card(player.cards, sale.card))
    players = replaced(state.players, payment.seat, player)
    return _go_on(replace(state, players=players, discarded=discarded, sale=None), payment)


def _without(player: Player, thing: int) -> Player:
    if thing == COIN:
        return Player(player.coins - 1, player.bust, player.cards)
    if thing == BUST:
        return Player(player.coins, player.bust - 1, player.cards)
    return Player(player.coins, player.bust, without_card(player.cards, thing))


def forfeit(state: State, card: int) -> State:
    """The state after a cancelled sale: a wild is discarded, a card of the market goes back, and paid things are not
    returned (12.3)."""
    if PRICE[card]:
        return replace(state, sale=None, market=with_card(state.market, card))
    return replace(state, sale=None, discarded=with_card(state.discarded, card))


def _go_on(state: State, payment: Payment) -> State:
    match payment.purpose:
        case "auction":
            return resume(state)
        case "buy":
            return end_turn(state)
        case "bust":
            return settle_bust(state)
        case "final":
            return after_purchase(state, payment.seat)


def underway(state: State) -> tuple[Sale, Payment]:
    """The sale that is being paid for."""
    if state.sale is None or state.sale.payment is None:
        raise ValueError("nothing is being paid for")
    return state.sale, state.sale.payment
