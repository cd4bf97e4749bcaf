"""Purchases from the market, and payments."""

from __future__ import annotations

from collections.abc import Iterator

from ...records import replace
from . import rules
from .components import PRICE
from .moves import Buy, Move, Token
from .outlook import supplied
from .paying import underway
from .plans import Payer
from .state import Player, Purpose, State, replaced, without_card
from .view import View


def purchases(view: View) -> dict[Move, int]:
    """The lead of the seat after each purchase, or without one."""
    return {move: _after(view, move) for move in rules.legal(view.state, view.seat)}


def _after(view: View, move: Move) -> int:
    state, supply = view.state, view.supply
    if isinstance(move, Buy):
        owner = _bought(view, view.seat, move.card)
        supply = supplied(supply, move.card, market=-1)
        state = _with(state, view.seat, owner, move.card)
    elif isinstance(move, Token):
        owner = state.players[view.seat]
        state = _with(state, view.seat, Player(owner.coins, owner.bust + 1, owner.cards))
    if state.deck_is_empty:
        state = _last_purchases(view, state)
    return view.lead(view.worths(state.players, supply))


def _bought(view: View, player: int, card: int) -> Player:
    """The player after the purchase."""
    purpose: Purpose = "final" if view.state.phase == "final" else "buy"
    return Payer(view, player, card, purpose, supplied(view.supply, card, market=-1)).plan(PRICE[card]).owner


def _with(state: State, player: int, owner: Player, bought: int | None = None) -> State:
    market = state.market if bought is None else without_card(state.market, bought)
    return replace(state, players=replaced(state.players, player, owner), market=market)


def _last_purchases(view: View, state: State) -> State:
    """The state after the others' last purchases, each of which is best for its buyer (8.2)."""
    for player in _last_buyers(state, view.seat):
        now = View(state, player, regard=0)
        options = [(now.worth(player, state.players[player], now.supply), 0, state)]
        for card in rules.for_sale(state, player):
            after = _with(state, player, _bought(now, player, card), card)
            options.append((now.worth(player, after.players[player], now.supply), -card, after))
        state = max(options, key=lambda option: option[:2])[2]
    return state


def _last_buyers(state: State, seat: int) -> Iterator[int]:
    """Those who buy after the seat: to the left as far as the active one, or all if the turn is not over yet."""
    for place in range(len(state.players)):
        player = state.bidder(place)
        if state.can_be_asked(player) and (state.phase != "final" or _place(state, player) > _place(state, seat)):
            yield player


def _place(state: State, player: int) -> int:
    return (player - (state.active or 0) - 1) % len(state.players)


def payments(view: View) -> dict[Move, int]:
    """The value of the seat's property for each thing that it may pay next, if the rest is paid as well as possible."""
    return {move: _paying(view, move) for move in rules.legal(view.state, view.seat)}


def _paying(view: View, move: Move) -> int:
    state = rules.played(view.state, view.seat, move)
    if state.phase != "pay" or state.turn != view.seat:
        return view.worth(view.seat, state.players[view.seat], view.supply)
    sale, payment = underway(state)
    after = View(state, view.seat, regard=0)
    return Payer(after, view.seat, sale.card, payment.purpose, view.supply, payment.last).plan(payment.left).worth
