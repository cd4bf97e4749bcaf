"""The part `auction` of positions: a card that is auctioned or bought, with bids and the rest of the price."""

from __future__ import annotations

from typing import Any

from ... import positions
from ...errors import BadPosition, quoted
from .components import NAMES
from .moves import BUST, COIN, thing_name
from .position_cards import NO_CURRENCY, read_card
from .state import Payment, Purpose, Sale, State

_PURPOSES: dict[str, Purpose] = {"auction": "auction", "buy": "buy", "bust": "bust", "final": "final"}
_THINGS = {thing_name(thing): thing for thing in (COIN, BUST, *sorted(NO_CURRENCY))}

_HIGHEST = 999
"""No purse holds as much."""


def write_sale(state: State, sale: Sale) -> dict[str, Any]:
    """The sale as JSON-able data."""
    return {
        "card": NAMES[sale.card],
        "bids": [[state.bidder(place), amount or None] for place, amount in enumerate(sale.bids)],
        "to_pay": None if sale.payment is None else _write_payment(sale.payment),
    }


def _write_payment(payment: Payment) -> list[int | str | None]:
    last = None if payment.last is None else thing_name(payment.last)
    return [payment.seat, payment.left, last, payment.purpose]


def read_sale(value: object, active: int | None, players: int) -> Sale:
    """The sale described so."""
    sale = positions.record(value, "auction", ("card", "bids", "to_pay"))
    bids = positions.items(sale["bids"], "auction.bids")
    if active is None or len(bids) > players:
        raise BadPosition("auction: expected a turn, and at most one bid per player")
    return Sale(
        card=read_card(sale["card"], "auction.card", NO_CURRENCY),
        bids=tuple(_read_bid(bid, place, (active + 1 + place) % players) for place, bid in enumerate(bids)),
        payment=None if sale["to_pay"] is None else _read_payment(sale["to_pay"], players),
    )


def _read_bid(value: object, place: int, bidder: int) -> int:
    where = f"auction.bids[{place}]"
    seat, amount = positions.items(value, where, 2)
    if positions.integer(seat, where) != bidder:
        raise BadPosition(f"{where}: expected the bid of {bidder}")
    return 0 if amount is None else positions.integer(amount, where, 1, _HIGHEST)


def _read_payment(value: object, players: int) -> Payment:
    where = "auction.to_pay"
    seat, left, last, purpose = positions.items(value, where, 4)
    return Payment(
        seat=positions.integer(seat, where, 0, players - 1),
        left=positions.integer(left, where, 1, _HIGHEST),
        last=None if last is None else _read_thing(last, where),
        purpose=_PURPOSES[positions.choice(purpose, where, tuple(_PURPOSES))],
    )


def _read_thing(value: object, where: str) -> int:
    thing = _THINGS.get(value) if isinstance(value, str) else None
    if thing is None:
        raise BadPosition(f"{where}: expected coin, bust or a card that can pay, not {quoted(value)}")
    return thing
