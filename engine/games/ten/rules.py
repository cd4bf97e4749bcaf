"""Legal moves and their effects. Clause numbers are those of `spec/games/ten.md`."""

from __future__ import annotations

from collections.abc import Iterator

from ...bag import locate
from ...errors import IllegalMove
from ...latest import for_latest
from ...pending import Chance, Over, Pending, Turn
from ...records import replace
from . import auction, turns
from .components import DRAW_NAMES, DRAW_ORDER, NAMES, PRICE, is_wild
from .moves import (
    BUST,
    BUYS,
    COIN,
    DRAW,
    END,
    PASS,
    PAYS,
    TAKE_COINS,
    TAKE_NUMBERS,
    TOKEN,
    Bid,
    Buy,
    Draw,
    End,
    Move,
    Pass,
    Pay,
    Take,
    Token,
    thing_name,
)
from .paying import ask_payment, pay, payable, payers, purse, underway
from .result import result
from .state import Payment, Phase, Purpose, State, without_card

_PURPOSES: dict[Phase, Purpose] = {"buy": "buy", "bust": "bust", "final": "final"}
"""The kind of a purchase, by its phase."""

_ASKED: dict[Phase, tuple[str, str]] = {
    "start": ("your turn begins with a draw", "ten 3.1"),
    "choose": ("draw, take the numbers, or take the coins", "ten 3.4"),
    "auction": ("bid for the wild, or pass", "ten 7.1"),
    "pay": ("first pay the price", "ten 6.6"),
    "buy": ("buy one card from the market, or end your turn", "ten 6.1"),
    "bust": ("take the bust token, or buy a card", "ten 10.1"),
    "final": ("buy one card from the market, or end", "ten 8.2"),
}
"""Phase to the question of that phase."""


@for_latest
def pending(state: State) -> Pending:
    """The pending step of a state."""
    if state.phase == "over":
        return Over(result(state))
    if state.active is None or state.turn is None:
        return Chance(tuple((str(seat), 1) for seat in state.present))
    if state.phase == "draw":
        return Chance.by_count(DRAW_NAMES, state.unseen)
    return Turn(state.turn)


def legal(state: State, seat: int) -> Iterator[Move]:
    """The moves of the seat that is asked: draw, takes; bids rising, pass; things to pay in order; purchases, end."""
    match state.phase:
        case "start":
            yield DRAW
        case "choose":
            if not state.deck_is_empty:
                yield DRAW
            yield TAKE_NUMBERS
            yield TAKE_COINS
        case "auction":
            yield from map(Bid, range(auction.lowest_bid(state), purse(state, seat, "auction") + 1))
            yield PASS
        case "pay":
            yield from (PAYS[thing] for thing in payable(state, underway(state)[1]))
        case "buy" | "bust" | "final":
            yield from (BUYS[card] for card in for_sale(state, seat))
            yield TOKEN if state.phase == "bust" else END
        case "draw" | "over":
            return


def default(state: State, seat: int) -> Move:
    """The default move of an asked seat (12.5)."""
    match state.phase:
        case "choose":
            return TAKE_NUMBERS
        case "auction":
            return PASS
        case "buy" | "final":
            return END
        case "bust":
            return TOKEN
        case _:
            return next(legal(state, seat))


def for_sale(state: State, seat: int) -> Iterator[int]:
    """The cards of the market that the seat may buy, once each, in order (6.2 to 6.4)."""
    purse_ = purse(state, seat, "buy")
    owned = state.players[seat].cards
    before = None
    for card in state.market:
        if card != before and PRICE[card] <= purse_ and card not in owned:
            yield card
        before = card


def check(state: State, seat: int, move: Move) -> None:
    """Return if the seat may move so.

    Raises:
        IllegalMove: it may not.
    """
    if pending(state) != Turn(seat):
        raise IllegalMove(f"seat {seat} cannot move now", "ten 2.4")
    match state.phase, move:
        case "auction", Bid(amount):
            _check_bid(state, seat, amount)
        case "pay", Pay(thing):
            _check_pay(state, seat, thing)
        case (("buy" | "bust" | "final"), Buy(card)):
            _check_buy(state, seat, card)
        case "choose", _ if move == DRAW and state.deck_is_empty:
            raise IllegalMove("the deck is empty: take the numbers or the coins", "ten 3.5")
        case _ if move not in legal(state, seat):
            raise IllegalMove(*_ASKED[state.phase])


def _check_bid(state: State, seat: int, amount: int) -> None:
    lowest, most = auction.lowest_bid(state), purse(state, seat, "auction")
    solo = state.grade is not None
    if amount < lowest:
        raise IllegalMove(f"bid at least {lowest}, or pass", "ten 11.6" if solo else "ten 7.2")
    if amount > most:
        raise IllegalMove(f"you can pay at most {most}", "ten 11.6" if solo else "ten 7.3")


def _check_buy(state: State, seat: int, card: int) -> None:
    name = NAMES[card]
    if card not in state.market:
        raise IllegalMove(f"there is no {name} in the market", "ten 6.1")
    if card in state.players[seat].cards:
        raise IllegalMove(f"you own a {name} already", "ten 6.4")
    if PRICE[card] > purse(state, seat, "buy"):
        raise IllegalMove(f"{name} costs {PRICE[card]}, and you can pay at most {purse(state, seat, 'buy')}", "ten 6.2")


def _check_pay(state: State, seat: int, thing: int) -> None:
    payment = underway(state)[1]
    if thing in payable(state, payment):
        return
    player = state.players[seat]
    name = _payment_name(thing)
    counts = {COIN: player.coins, BUST: player.bust}
    if not (player.cards.count(thing) if thing >= 0 else counts[thing]):
        raise IllegalMove(f"you have no {name} to pay with", "ten 6.3")
    if thing >= 0 and thing not in payers(state, seat, payment.purpose):
        raise IllegalMove(f"{name} is not a spare copy: alone, no other card pays", "ten 11.6")
    if payment.last is not None and thing < payment.last:
        raise IllegalMove(
            f"{name} comes before {_payment_name(payment.last)} in the order of paying, and you cannot go back",
            "ten 6.6",
        )
    raise IllegalMove(f"with {name} now, you could not pay all {payment.left}", "ten 6.6")


def _payment_name(thing: int) -> str:
    return "bust token" if thing == BUST else thing_name(thing)


def drawn(state: State, value: int) -> State:
    """The state after chance has decided the first player, or the next card."""
    if state.active is None:
        return turns.begin_turn(state, state.present[value])
    place = locate(state.unseen, value)
    card, unseen = DRAW_ORDER[place], bytearray(state.unseen)
    unseen[place] -= 1
    if is_wild(card):
        return auction.open_auction(replace(state, unseen=bytes(unseen)), card)
    state = replace(state, unseen=bytes(unseen), row=state.row + bytes((card,)))
    return turns.bust(state) if turns.is_bust(state, card) else turns.resume(state)


def played(state: State, seat: int, move: Move) -> State:
    """The state after a checked move."""
    match move:
        case Draw():
            return replace(state, phase="draw")
        case Take(what):
            return turns.take_numbers(state) if what == "numbers" else turns.take_coins(state)
        case Bid() | Pass():
            return auction.bid(state, move.amount if isinstance(move, Bid) else 0)
        case Pay(thing):
            return pay(state, thing)
        case Buy() | Token() | End():
            return _bought(state, seat, move)


def _bought(state: State, seat: int, move: Buy | Token | End) -> State:
    match move:
        case Buy(card):
            state = replace(state, market=without_card(state.market, card))
            return ask_payment(state, card, (), Payment(seat, PRICE[card], None, _PURPOSES[state.phase]))
        case Token():
            return turns.take_token(state)
        case End():
            return turns.after_purchase(state, seat) if state.phase == "final" else turns.end_turn(state)
