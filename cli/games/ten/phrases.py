"""TEN in words."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from p2pgame.engine.game import Position
from p2pgame.engine.games.ten import jen
from p2pgame.engine.games.ten.auction import LOWEST_BID
from p2pgame.engine.games.ten.components import PRICE
from p2pgame.engine.games.ten.moves import Bid, Buy, Pay, parse_move
from p2pgame.engine.games.ten.paying import price_waste, waste
from p2pgame.engine.pending import Result

from ...grammar import and_list, count, or_list
from ..phrases import NAMED_MOVES, Names, Phrases, ask_generally, first_or_drawn

_WITH_CARD = re.compile(r"(buy|pay|bid|take)(.+)", re.ASCII)
_JEN = 1
"""Her place in `players` and `active` when one seat plays alone."""


def ask(position: Position, seat: int, moves: Sequence[str]) -> str:
    """What the phase is about."""
    phase = _PHASES.get(position["phase"])
    return phase(position, moves) if phase else ask_generally(position, seat, moves)


def _start(position: Position, moves: Sequence[str]) -> str:
    return "Your turn begins: `draw` a card."


def _choose(position: Position, moves: Sequence[str]) -> str:
    again = "Draw again (`draw`), or stop" if "draw" in moves else "The deck is used up: stop"
    return f"{again}: {_REWARDS.format(' (`take numbers`)', ' (`take coins`)')}"


_REWARDS = (
    "take the numbers of the row{}, while the others get its coins and you may buy a card, or the coins{}, while the "
    "numbers go to the market."
)
_SHORTER = (
    "take the numbers (the others get the coins, you may buy a card) or the coins (the numbers go to the market)."
)
_NEXT = {
    "bid": "How much do you bid?",
    "buy": "Which card do you buy?",
    "take": f"{_SHORTER[0].upper()}{_SHORTER[1:]}",
}


def picked(position: Position, seat: int, moves: Sequence[str], typed: Sequence[str]) -> str | None:
    """The same without what the choices show; or what is picked after the first word."""
    if position["phase"] == "pay":
        return f"Pay {position['auction']['to_pay'][1]} more, one thing at a time, without change. {_ORDER}"
    if typed:
        return _NEXT.get(typed[0])
    match position["phase"]:
        case "choose":
            again = "Draw again, or stop" if "draw" in moves else "The deck is used up: stop"
            return f"{again}: {_SHORTER}"
        case "buy" if len(moves) > 1:
            return "You may buy one card of the market; else end your turn."
        case "bust" if len(moves) > 1:
            return "You have bust. You may buy one card of the market instead of taking a bust token."
        case "final" if len(moves) > 1:
            return "The deck is used up. This is your last chance to buy a card of the market."
        case _:
            return None


def _wild(card: str) -> str:
    """A card for sale, and what it is good for."""
    colour, number = card[:-1], card[-1]
    if colour != "*":
        return f"{card}, any number of {colour}"
    return f"{card}, " + ("any number of any colour" if number == "#" else f"a {number} of any colour")


def _auction(position: Position, moves: Sequence[str]) -> str:
    auction = position["auction"]
    bid = next((move for move in moves if move.startswith("bid")), None)
    highest = max((amount for _, amount in auction["bids"] if amount), default=0)
    so_far = f"the highest bid is {highest}" if highest else "nobody has bid"
    least = max(jen.LOWEST_BID if position["seats"] == 1 else LOWEST_BID, highest + 1)
    way = f"`{bid}` or more, or `pass`" if bid else f"a bid is at least {least}, more than all you own, so `pass`"
    return f"For sale is {_wild(auction['card'])}; {so_far}: {way}."


def _pay(position: Position, moves: Sequence[str]) -> str:
    _, left, *_ = position["auction"]["to_pay"]
    shown = or_list(moves) if len(moves) <= NAMED_MOVES else f"such as `{moves[0]}`"
    return f"Pay {left} more, one thing at a time, without change: {shown}. {_ORDER}"


_ORDER = "Coins come first, then bust tokens, then cards: what you pass over no longer pays for this card."


def _buy(position: Position, moves: Sequence[str]) -> str:
    return _one_card("", "end", "your turn is over", moves)


def _final(position: Position, moves: Sequence[str]) -> str:
    return _one_card("The deck is used up; this is your last chance. ", "end", "you are done", moves)


def _bust(position: Position, moves: Sequence[str]) -> str:
    return _one_card("You have bust. ", "token", "you get a bust token", moves)


def _one_card(first: str, without: str, then: str, moves: Sequence[str]) -> str:
    buy = next((move for move in moves if move.startswith("buy")), None)
    if buy is None:
        return f"{first}There is nothing you can buy: with `{without}` {then}."
    return f"{first}Buy one card of the market, such as `{buy}`; with `{without}` {then}."


_PHASES: Mapping[str, Callable[[Position, Sequence[str]], str]] = {
    "start": _start,
    "choose": _choose,
    "auction": _auction,
    "pay": _pay,
    "buy": _buy,
    "final": _final,
    "bust": _bust,
}


def drawn(position: Position, label: str, names: Names) -> str:
    """Who begins, or the card that was drawn."""
    active: Any = position["active"]
    if active is None:
        return first_or_drawn(position, "active", label, names)
    return f"{'JEN' if len(names) == 1 and active == _JEN else names[active]} draws {label}."


def caution(state: Any, move: str) -> str | None:
    """What a payment loses, as there is no change."""
    match parse_move(move):
        case Pay(thing):
            lost = waste(state, thing)
        case Buy(card):
            lost = price_waste(state, state.turn, PRICE[card], "buy")
        case Bid(amount):
            lost = price_waste(state, state.turn, amount, "auction")
        case _:
            return None
    return f"at least {count(lost, 'coin')} too much is paid: there is no change" if lost else None


def remark(name: str, number: int) -> str | None:
    """How JEN did, and at which grade of hers she was beaten."""
    if name == "jen":
        return f"JEN has {number} points."
    return f"You beat JEN at grade {number}: {jen.GRADES[number]}." if name == "grade" else None


def follows(before: Position, after: Position, names: Names) -> str | None:
    """Who has bust, who gets coins of another's cards, whose a wild is or that it is gone, and what JEN came to have or
    to lack, as she is never asked.
    """
    called = [*names, "JEN"][: len(before["players"])]
    changes = [
        _busts(before, after, called),
        *_coins_of_others(before, after, called),
        _auctioned(before, after, called),
        _jen(before, after),
    ]
    return " ".join(filter(None, changes)) or None


def _busts(before: Position, after: Position, called: Names) -> str | None:
    """That the card just drawn was too much. The row of a bust has lost its numbers."""
    active: Any = before["active"]
    if before["phase"] != "draw" or active is None:
        return None
    token = after["players"][active]["bust"] > before["players"][active]["bust"]
    if not token and after["phase"] != "bust":
        return None
    return f"That is a bust: {called[active]} {'gets a bust token' if token else 'may choose'}."


def _coins_of_others(before: Position, after: Position, called: Names) -> list[str]:
    gained = [
        (name, now["coins"] - was["coins"], now["coins"])
        for index, (name, was, now) in enumerate(zip(called, before["players"], after["players"], strict=True))
        if index != before["active"] and not (before["seats"] == 1 and index == _JEN)
    ]
    return [f"{name} gets {count(more, 'coin')} (now {now})." for name, more, now in gained if more > 0]


def _auctioned(before: Position, after: Position, called: Names) -> str | None:
    """What the last bid or pass has decided, but for JEN, of whom all is told."""
    if before["phase"] != "auction":
        return None
    card = before["auction"]["card"]
    if after["phase"] == "pay":
        winner, price, *_ = after["auction"]["to_pay"]
        return f"{card} goes to {called[winner]} for {price}."
    gone = after["discarded"].count(card) > before["discarded"].count(card)
    return f"Nobody bids: {card} is discarded." if gone else None


def _jen(before: Position, after: Position) -> str | None:
    if before["seats"] != 1:
        return None
    was, now = before["players"][_JEN], after["players"][_JEN]
    gained, lost = (Counter(now["cards"]) - Counter(was["cards"])), (Counter(was["cards"]) - Counter(now["cards"]))
    changes = [
        *([f"gets {and_list(sorted(gained.elements()))}"] if gained else []),
        *([f"gives {and_list(sorted(lost.elements()))} away"] if lost else []),
        *([f"now has {count(now['coins'], 'coin')} (had {was['coins']})"] if now["coins"] != was["coins"] else []),
        *([f"now has {count(now['bust'], 'bust token')} (had {was['bust']})"] if now["bust"] != was["bust"] else []),
    ]
    return f"JEN {and_list(changes)}." if changes else None


def respell(text: str) -> str:
    """Small letters, one space after the verb, none in the name of a card."""
    typed = text.lower().replace(" ", "")
    match = _WITH_CARD.fullmatch(typed)
    return f"{match[1]} {match[2]}" if match else typed


def tie(_result: Result) -> None:
    """The reason tells how equal points were told apart."""


PHRASES = Phrases(
    ask=ask,
    picked=picked,
    tie=tie,
    drawn=drawn,
    reasons={
        "points": "the most points win",
        "money": "of those with the most points, the most coins win",
        "cards": "of those with the most points and coins, the fewest cards win",
        "shared": "equal in points, coins and cards",
        "jen": "JEN has at least as many points",
        "default": "all the others have left",
    },
    unwon={"jen": "You have not beaten JEN."},
    tedious=frozenset({"pass", "pay", "end"}),
    remark=remark,
    follows=follows,
    caution=caution,
    respell=respell,
)
