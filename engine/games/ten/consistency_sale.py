"""The part `auction` of a position: bids, purses and the rest of a price must fit together."""

from __future__ import annotations

from ...errors import BadPosition
from ...records import replace
from . import jen
from .auction import LOWEST_BID
from .components import NAMES, PRICE, is_wild
from .moves import BUST, COIN, thing_name
from .paying import payable, purse
from .state import BUST_WORTH, COIN_LIMIT, JEN, Payment, Sale, State, replaced


def check_auction(state: State, sale: Sale) -> None:
    """Return if the seat to act can be asked for its bid.

    Raises:
        BadPosition: it cannot.
    """
    if state.phase != "auction":
        raise BadPosition("auction.to_pay: expected a price in phase pay")
    if not is_wild(sale.card):
        raise BadPosition("auction.card: only wilds are auctioned")
    if len(sale.bids) == len(state.players) or state.turn != state.bidder(len(sale.bids)):
        raise BadPosition("turn: expected the next player after the last bid")
    _check_bids(state, sale.bids)


def check_payment(state: State, sale: Sale, payment: Payment) -> None:
    """Return if the seat to act can be in the middle of that payment.

    Raises:
        BadPosition: it cannot.
    """
    if state.phase != "pay":
        raise BadPosition("auction.to_pay: expected null in this phase")
    if payment.seat != state.turn:
        raise BadPosition("turn: expected the player who pays")
    price = _price_bid(state, sale, payment) if payment.purpose == "auction" else _price(state, sale, payment)
    _check_paid(state, payment, price - payment.left)
    if next(payable(state, payment), None) is None:
        raise BadPosition(f"auction.to_pay: {payment.seat} cannot pay what is left")


def _price_bid(state: State, sale: Sale, payment: Payment) -> int:
    if not is_wild(sale.card):
        raise BadPosition("auction.card: only wilds are auctioned")
    highest = max(sale.bids, default=0)
    if len(sale.bids) != len(state.players) or not highest:
        raise BadPosition("auction.bids: expected a bid or pass of everybody, and at least one bid")
    if payment.seat != state.bidder(sale.bids.index(highest)):
        raise BadPosition("auction.to_pay: the highest bidder pays")
    payer = state.players[payment.seat]
    before = replace(payer, coins=payer.coins + highest - payment.left)
    _check_bids(replace(state, players=replaced(state.players, payment.seat, before)), sale.bids)
    return highest


def _price(state: State, sale: Sale, payment: Payment) -> int:
    if not PRICE[sale.card]:
        raise BadPosition("auction.card: only number cards are bought")
    if sale.bids:
        raise BadPosition("auction.bids: a purchase has no bids")
    if payment.purpose != "final" and payment.seat != state.active:
        raise BadPosition("auction.to_pay: only the active player buys")
    if sale.card in state.players[payment.seat].cards:
        raise BadPosition(f"auction.card: {payment.seat} owns a {NAMES[sale.card]} already")
    return PRICE[sale.card]


def _check_bids(state: State, bids: tuple[int, ...]) -> None:
    """Return if each bid outbids those before it, and its bidder is still there and can pay it. JEN's bid follows from
    the rules."""
    lowest = LOWEST_BID if state.grade is None else jen.LOWEST_BID
    for place, amount in enumerate(bids):
        where = f"auction.bids[{place}]"
        bidder = state.bidder(place)
        if state.grade is not None and bidder == JEN and amount != (due := jen.bid(state, bids[:place])):
            raise BadPosition(f"{where}: JEN bids {due or 'nothing'} here")
        if not amount:
            continue
        if bidder in state.dropped and state.phase == "auction":
            raise BadPosition(f"{where}: {bidder} has left and passes")
        if amount < max(lowest, 1 + max(bids[:place], default=0)):
            raise BadPosition(f"{where}: {amount} is not above the bids before it")
        if amount > purse(state, bidder, "auction"):
            raise BadPosition(f"{where}: more than {bidder} can pay")


def _check_paid(state: State, payment: Payment, paid: int) -> None:
    """Return if the payer can have owned all paid things."""
    where = "auction.to_pay"
    if paid < 0:
        raise BadPosition(f"{where}: more is left than the price")
    match payment.last:
        case None:
            fits = paid == 0
        case thing if thing == COIN:
            fits = 0 < paid <= COIN_LIMIT - state.players[payment.seat].coins
        case thing if thing == BUST:
            fits = paid >= BUST_WORTH
        case card:
            fits = paid > 0 and card in state.discarded
    if not fits:
        last = "nothing" if payment.last is None else thing_name(payment.last)
        raise BadPosition(f"{where}: nobody can have paid {paid}, ending with {last}")
