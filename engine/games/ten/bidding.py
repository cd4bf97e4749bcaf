"""Bids for a wild, searched to the end of the auction: each player bids for its own lead."""

from __future__ import annotations

from . import rules
from .auction import sale_of
from .moves import Bid, Move
from .paying import purse, underway
from .plans import Payer
from .view import View
from .weights import POINT

_UNSURE = POINT
"""The last bidder bids for certain if that gains so much, never if it loses so much; in between its chance rises
evenly."""
_SCALE = 64
_RAISES = 16
"""Bids from the lowest on that are considered."""

Leads = list[int]
"""The lead of each player, as it sees it."""


class Bidding:
    """The rest of an auction among several seats."""

    def __init__(self, view: View) -> None:
        self.view, self.state = view, view.state
        self.sale = sale_of(self.state)
        self.bidders = [self.state.bidder(place) for place in range(len(self.state.players))]
        self._worths = view.worths(self.state.players, view.supply)
        self._payers: dict[int, Payer] = {}
        self._sold: dict[tuple[int, int], Leads] = {}
        self._after: dict[tuple[int, int, int | None], Leads] = {}

    def value(self, move: Move) -> int:
        """The lead of the view's seat after its bid or pass."""
        bids = self.sale.bids
        if isinstance(move, Bid):
            return self._bids(len(bids) + 1, move.amount, self.view.seat)[self.view.seat]
        highest = max(bids, default=0)
        leader = self.bidders[bids.index(highest)] if highest else None
        return self._bids(len(bids) + 1, highest, leader)[self.view.seat]

    def _bids(self, place: int, highest: int, leader: int | None) -> Leads:
        """The expected end of the auction when the bidder in that place is asked."""
        if place == len(self.bidders):
            return self._end(highest, leader)
        key = place, highest, leader
        if key not in self._after:
            self._after[key] = self._bid(place, highest, leader)
        return self._after[key]

    def _bid(self, place: int, highest: int, leader: int | None) -> Leads:
        bidder = self.bidders[place]
        passed = self._bids(place + 1, highest, leader)
        most = 0 if bidder in self.state.dropped else purse(self.state, bidder, "auction")
        raises = [
            self._bids(place + 1, amount, bidder) for amount in range(highest + 1, min(most, highest + _RAISES) + 1)
        ]
        if raises and place == len(self.bidders) - 1:
            return _unsure(raises[0], passed, bidder)
        return max([passed, *raises], key=lambda leads: leads[bidder])

    def _end(self, price: int, winner: int | None) -> Leads:
        """The leads when the wild is sold."""
        if winner is None:
            return self.view.leads(self._worths)
        if (price, winner) not in self._sold:
            worths = list(self._worths)
            worths[winner] = self._paid(winner, price)
            self._sold[price, winner] = self.view.leads(worths)
        return self._sold[price, winner]

    def _paid(self, winner: int, price: int) -> int:
        if winner not in self._payers:
            self._payers[winner] = Payer(self.view, winner, self.sale.card, "auction", self.view.supply)
        return self._payers[winner].plan(price).worth


def _unsure(raised: Leads, passed: Leads, bidder: int) -> Leads:
    """The mean of both, by the chance that the bidder raises."""
    half = _SCALE // 2
    chance = max(0, min(_SCALE, half + half * (raised[bidder] - passed[bidder]) // _UNSURE))
    return [(chance * one + (_SCALE - chance) * other) // _SCALE for one, other in zip(raised, passed, strict=True)]


def bids(view: View, also: tuple[Move, ...]) -> dict[Move, int]:
    """The lead of the seat after each bid that is worth considering, those of `also`, and the pass."""
    moves = list(rules.legal(view.state, view.seat))
    considered = [*moves[: min(_RAISES, len(moves) - 1)], moves[-1], *also]
    value = Bidding(view).value if view.state.grade is None else lambda move: _against_jen(view, move)
    return {move: value(move) for move in considered}


def _against_jen(view: View, move: Move) -> int:
    """The lead after a bid in a solo game: JEN's answer follows from the rules."""
    after = rules.played(view.state, view.seat, move)
    worths = view.worths(after.players, view.supply)
    if after.phase == "pay":
        sale, payment = underway(after)
        worths[view.seat] = Payer(view, view.seat, sale.card, "auction", view.supply).plan(payment.left).worth
    return view.lead(worths)
