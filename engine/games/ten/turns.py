"""The course of a turn: rewards, busts, and the next player (`spec/games/ten.md`, sections 3 to 5 and 8).

Each function takes a state and returns the next one in which a player or chance must answer.
"""

from __future__ import annotations

from ...records import replace
from .components import COIN_WORTH
from .state import (
    BUST_ABOVE,
    JEN,
    Player,
    State,
    coin_total,
    currency,
    merged,
    net,
    numbers,
    replaced,
)


def begin_turn(state: State, player: int) -> State:
    """The player's turn begins. JEN draws unasked (11.3)."""
    return replace(state, phase="start" if player < state.seats else "draw", active=player, turn=player)


def end_turn(state: State) -> State:
    """The next player's turn, or the last purchases once the deck is empty (8.2)."""
    if state.deck_is_empty:
        return next_purchase(state, _active(state))
    player = _active(state)
    while True:
        player = (player + 1) % len(state.players)
        if player not in state.dropped:
            return begin_turn(state, player)


def next_purchase(state: State, last: int) -> State:
    """The state after the last purchase of `last` (at first the active player): the next seat's purchase, or the end
    (8.2)."""
    active, player = _active(state), last
    while True:
        player = (player + 1) % len(state.players)
        if state.can_be_asked(player):
            return replace(state, phase="final", turn=player)
        if player == active:
            return replace(state, phase="over", turn=active)


def after_purchase(state: State, player: int) -> State:
    """The state after a last purchase is made or declined. The active player's is the last of all."""
    if player == state.active:
        return replace(state, phase="over")
    return next_purchase(state, player)


def resume(state: State) -> State:
    """The turn continues: after a card that did not bust, or after an auction (7.6)."""
    active = _active(state)
    if active in state.dropped:
        return end_turn(state)
    if state.jen_is_active:
        return _jen_goes_on(state)
    return replace(state, phase="choose", turn=active)


def _jen_goes_on(state: State) -> State:
    """JEN draws until the row has reached her grade, or the deck is empty; then takes the numbers (11.3)."""
    if net(state.row) >= (state.grade or 0) or state.deck_is_empty:
        return take_numbers(state)
    return replace(state, phase="draw", turn=JEN)


def take_numbers(state: State) -> State:
    """The active player takes the number cards, the others get coins (4.1); a purchase may follow."""
    active = _active(state)
    owner = state.players[active]
    taken = replace(owner, cards=merged(owner.cards, numbers(state.row)))
    state = _pay_others(replace(state, players=replaced(state.players, active, taken)))
    state = _discard_row(state)
    return end_turn(state) if state.jen_is_active else replace(state, phase="buy")


def take_coins(state: State) -> State:
    """The active player gets coins, the number cards go to the market, and the turn ends (4.2)."""
    active = _active(state)
    richer = state.players[active].gaining(coin_total(state.row))
    return end_turn(clear_row(replace(state, players=replaced(state.players, active, richer))))


def clear_row(state: State) -> State:
    """Number cards to the market, currency cards to the discard pile."""
    return _discard_row(replace(state, market=merged(state.market, numbers(state.row))))


def is_bust(state: State, card: int) -> bool:
    """Whether the card just put into the row busts the active player (5.2). Numbers never bust JEN (11.4)."""
    if COIN_WORTH[card]:
        return coin_total(state.row) > BUST_ABOVE
    return net(state.row) > BUST_ABOVE and not state.jen_is_active


def bust(state: State) -> State:
    """The first two steps of a bust, and the others unless the seat has a choice (5.3, 10.1, 11.4)."""
    if state.jen_is_active:
        jen = state.players[JEN]
        kept = replace(jen, cards=merged(jen.cards, numbers(state.row)))
        return take_token(replace(state, players=replaced(state.players, JEN, kept), row=currency(state.row)))
    state = replace(state, market=merged(state.market, numbers(state.row)), row=currency(state.row))
    return replace(state, phase="bust") if state.bust_buy else take_token(state)


def take_token(state: State) -> State:
    """The active player gets a bust token; then the rest of the bust."""
    active = _active(state)
    player = state.players[active]
    consoled = Player(player.coins, player.bust + 1, player.cards)
    return settle_bust(replace(state, players=replaced(state.players, active, consoled)))


def settle_bust(state: State) -> State:
    """The last three steps of a bust (5.3); the row has only currency cards, more than ten if they were the cause."""
    if coin_total(state.row) <= BUST_ABOVE:
        state = _pay_others(state)
    return end_turn(_discard_row(state))


def _pay_others(state: State) -> State:
    coins = coin_total(state.row)
    if not coins:
        return state
    active = state.active
    return replace(
        state,
        players=tuple(
            player if index == active else player.gaining(coins) for index, player in enumerate(state.players)
        ),
    )


def _discard_row(state: State) -> State:
    """The currency cards are discarded; the number cards are elsewhere already."""
    return replace(state, row=b"", discarded=merged(state.discarded, currency(state.row)))


def _active(state: State) -> int:
    if state.active is None:
        raise ValueError("nobody's turn before the first player is drawn")
    return state.active
