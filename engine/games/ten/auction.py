"""Wilds are auctioned when they are drawn (`spec/games/ten.md`, section 7)."""

from __future__ import annotations

from ...records import replace
from . import jen
from .paying import ask_payment, pay, payable, underway
from .state import JEN, Payment, Sale, State, replaced, with_card
from .turns import resume

LOWEST_BID = 1


def open_auction(state: State, card: int) -> State:
    """The wild is offered to everybody in turn, the active player last (7.1)."""
    return _ask_next(state, card, ())


def lowest_bid(state: State) -> int:
    """The least that outbids all others (7.2, 11.6)."""
    bids = sale_of(state).bids
    return max(LOWEST_BID if state.grade is None else jen.LOWEST_BID, max(bids, default=0) + 1)


def bid(state: State, amount: int) -> State:
    """The asked seat bids that much; 0 is a pass."""
    sale = sale_of(state)
    return _ask_next(state, sale.card, (*sale.bids, amount))


def _ask_next(state: State, card: int, bids: tuple[int, ...]) -> State:
    """Ask the next seat for its bid; JEN bids unasked, seats that left pass. After the last the wild is sold."""
    while len(bids) < len(state.players):
        player = state.bidder(len(bids))
        if state.can_be_asked(player):
            return replace(state, phase="auction", turn=player, sale=Sale(card, bids))
        bids = (*bids, 0 if player in state.dropped else jen.bid(state, bids))
    return _sell(state, card, bids)


def withdraw(state: State, seat: int) -> State:
    """The bid of a seat that left becomes a pass (12.3), whether it was made, is asked for, or is still to come."""
    sale = sale_of(state)
    if state.turn == seat:
        return bid(state, 0)
    place = (seat - (state.active or 0) - 1) % len(state.players)
    if place >= len(sale.bids):
        return state
    return replace(state, sale=Sale(sale.card, replaced(sale.bids, place, 0)))


def sale_of(state: State) -> Sale:
    """The sale that is under way."""
    if state.sale is None:
        raise ValueError("nothing is being sold")
    return state.sale


def _sell(state: State, card: int, bids: tuple[int, ...]) -> State:
    highest = max(bids)
    if not highest:
        return resume(replace(state, sale=None, discarded=with_card(state.discarded, card)))
    winner = state.bidder(bids.index(highest))
    state = ask_payment(state, card, bids, Payment(winner, highest, None, "auction"))
    return state if winner < state.seats else _jen_pays(state)


def _jen_pays(state: State) -> State:
    """JEN pays at once: coins, then bust tokens, then spare copies (11.7)."""
    while state.phase == "pay" and state.turn == JEN:
        _, payment = underway(state)
        state = pay(state, next(payable(state, payment)))
    return state
