"""TEN in words."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import ClassVar

from p2pgame.engine.games.ten import jen
from p2pgame.engine.games.ten.auction import lowest_bid
from p2pgame.engine.games.ten.components import CARDS, NAMES, PRICE
from p2pgame.engine.games.ten.moves import BUST, COIN, Bid, Buy, Pay, parse_move
from p2pgame.engine.games.ten.paying import price_waste, purse, underway, waste
from p2pgame.engine.games.ten.state import JEN, Sale, State
from p2pgame.engine.pending import Result

from ...words.addressing import does, whom
from ...words.grammar import and_list, count, or_list
from ..phrases import NAMED_MOVES, Names, Phrases, first_player

_WITH_CARD = re.compile(r"(buy|pay|bid|take)(.+)", re.ASCII)
_ORDER = (
    "Coins come first, then bust tokens, then cards. You get no change, and once you skip a kind you cannot go back."
)
_EITHER = (
    "Take the numbers: the others get the coins, and you may buy a card. Take the coins: the numbers go to the market."
)
_NEXT = {
    "bid": "How much do you bid?",
    "buy": "Which card do you buy?",
    "take": _EITHER,
}
_BEFORE_BUYING = {
    "buy": "",
    "bust": "You are bust. ",
    "final": "The deck is empty: this is your last chance to buy. ",
}
_WITHOUT_BUYING = {
    "buy": ("end", "ends your turn"),
    "bust": ("token", "takes a bust token instead"),
    "final": ("end", "buys nothing"),
}
_BUYING = {
    "buy": "You may buy one card from the market, or end your turn.",
    "bust": "You are bust. You may buy one card from the market instead of taking a bust token.",
    "final": "The deck is empty: this is your last chance to buy a card from the market.",
}


class TenPhrases(Phrases[State]):
    """The phrases of TEN."""

    forced = frozenset({"pass", "pay", "end"})
    reasons: ClassVar[Mapping[str, str]] = {
        "points": "the most points win",
        "money": "equal points: the most coins win",
        "cards": "equal points and coins: the fewest cards win",
        "shared": "equal points, coins and cards",
        "jen": "JEN has at least as many points",
        "default": "everyone else has left",
    }
    unwon: ClassVar[Mapping[str, str]] = {"jen": "You did not beat JEN. A tie is not enough."}

    def ask(self, state: State, seat: int, moves: Sequence[str], names: Names) -> str:
        match state.phase:
            case "start":
                return "Your turn begins: `draw` a card."
            case "choose":
                again = "Draw again (`draw`), or stop." if "draw" in moves else "The deck is empty."
                numbers = "With `take numbers` the others get the coins, and you may buy a card."
                return f"{again} {numbers} With `take coins` the numbers go to the market."
            case "auction":
                return _auction(state, seat, moves, names, typed=True)
            case "pay":
                things = or_list(moves) if len(moves) <= NAMED_MOVES else f"such as `{moves[0]}`"
                return f"{_left_to_pay(state)}: {things}. {_ORDER}"
            case "buy" | "bust" | "final":
                return _one_card(state.phase, moves)
            case _:
                return super().ask(state, seat, moves, names)

    def ask_picking(
        self, state: State, seat: int, moves: Sequence[str], picked: Sequence[str], names: Names
    ) -> str | None:
        """The same without the facts that the choices show; or the question for the second word."""
        if state.phase == "pay":
            return f"{_left_to_pay(state)}. {_ORDER}"
        if picked:
            return _NEXT.get(picked[0])
        if state.phase == "choose":
            again = "Draw again, or stop." if "draw" in moves else "The deck is empty."
            return f"{again} {_EITHER}"
        if state.phase == "auction":
            return _auction(state, seat, moves, names, typed=False)
        return _BUYING.get(state.phase) if len(moves) > 1 else None

    def drawn(self, state: State, label: str, names: Names) -> str:
        if state.active is None:
            return first_player(label, names)
        return f"{does(_called(state, names)[state.active], 'draw')} {card_in_words(label)}."

    def describe(self, state: State, seat: int, move: str, names: Names) -> str:
        """For example `draw a card`, `buy blue 7`, `pay a coin`."""
        match parse_move(move):
            case Bid(amount):
                return f"bid {amount}"
            case Buy(card):
                return f"buy {card_in_words(NAMES[card])} for {PRICE[card]}"
            case Pay(thing):
                return f"pay {_PAID.get(thing) or card_in_words(NAMES[int(thing)])}"
            case _:
                return f"{_SAID[move]}{_why_pass(state, seat)}" if move == "pass" else _SAID[move]

    def caution(self, state: State, seat: int, move: str) -> str | None:
        match parse_move(move):
            case Pay(thing):
                lost = waste(state, thing)
            case Buy(card):
                lost = price_waste(state, seat, PRICE[card], "buy")
            case Bid(amount):
                lost = price_waste(state, seat, amount, "auction")
            case _:
                return None
        return f"you overpay by at least {count(lost, 'coin')}, without change" if lost else None

    def thing(self, text: str) -> str:
        """A card in words."""
        return card_in_words(text) if text in CARDS else text

    def follows(self, before: State, after: State, names: Names) -> str | None:
        """A bust, coins from another's cards, the outcome of an auction, and the actions of JEN, who is never asked."""
        called = _called(before, names)
        changes = [
            *_bids_of_jen(before, after),
            _busts(before, after, called),
            *_coins_of_others(before, after, called),
            _auctioned(before, after, called),
            _jen(before, after),
        ]
        return " ".join(filter(None, changes)) or None

    def tie(self, result: Result) -> None: ...

    def remark(self, name: str, number: int) -> str | None:
        """JEN's points, and the beaten grade."""
        if name == "jen":
            return f"JEN has {number} points."
        return f"You beat JEN at grade {number}: {jen.GRADES[number]}." if name == "grade" else None

    def respell(self, text: str) -> str:
        """Small letters, one space after the verb, none in the name of a card."""
        typed = text.lower().replace(" ", "")
        match = _WITH_CARD.fullmatch(typed)
        return f"{match[1]} {match[2]}" if match else typed


_SAID = {
    "draw": "draw a card",
    "take numbers": "take the numbers",
    "take coins": "take the coins",
    "end": "end the turn",
    "token": "take the bust token",
    "pass": "pass",
}
_PAID = {COIN: "a coin", BUST: "a bust token"}


def card_in_words(card: str) -> str:
    """A card in words: `blue 7`, `wild blue`, `wild 7`, `wild card`, `coin card 3`."""
    kind, mark = card[:-1], card[-1]
    if kind == "c":
        return f"coin card {mark}"
    if kind == "*":
        return "wild card" if mark == "#" else f"wild {mark}"
    return f"wild {kind}" if mark == "#" else f"{kind} {mark}"


def _why_pass(state: State, seat: int) -> str:
    """The reason for a pass that is no choice."""
    least, most = lowest_bid(state), purse(state, seat, "auction")
    if least <= most:
        return ""
    alone = " with coins, bust tokens and spare copies" if state.grade is not None else ""
    return f": a bid is at least {least}, and only {most} can be paid{alone}"


def _called(state: State, names: Names) -> Names:
    """The names of the players: in a solo game JEN is one."""
    return [*names, "JEN"][: len(state.players)]


def _auction(state: State, seat: int, moves: Sequence[str], names: Names, *, typed: bool) -> str:
    """The card for sale, the highest bid, and the bids that are possible."""
    sale = _sale(state)
    leader = max(range(len(sale.bids)), key=sale.bids.__getitem__, default=None)
    so_far = "Nobody has bid yet" if state.grade is None or not sale.bids else "JEN passes"
    if leader is not None and sale.bids[leader]:
        so_far = f"{does(_called(state, names)[state.bidder(leader)], 'bid')} {sale.bids[leader]}"
    least, most = lowest_bid(state), purse(state, seat, "auction")
    if least <= most:
        span = f"{least} to {most}" if least < most else str(least)
        way = f"Bid {span}" + (f" (`bid {least}`), or `pass`." if typed else ", or pass.")
    else:
        owned = "coins, bust tokens and spare copies are" if state.grade is not None else "coins, tokens and cards are"
        way = f"You must pass{' (`pass`)' if typed else ''}: a bid is at least {least}, and your {owned} worth {most}."
    return f"For sale: {_wild(NAMES[sale.card])}. {so_far}. {way}"


def _wild(card: str) -> str:
    """A card for sale, with its meaning."""
    colour, number = card[:-1], card[-1]
    if colour != "*":
        return f"{card_in_words(card)}, any number of {colour}"
    return f"{card_in_words(card)}, " + ("any number of any colour" if number == "#" else f"a {number} of any colour")


def _left_to_pay(state: State) -> str:
    return f"You have {underway(state)[1].left} left to pay"


def _one_card(phase: str, moves: Sequence[str]) -> str:
    word, does = _WITHOUT_BUYING[phase]
    buy = next((move for move in moves if move.startswith("buy")), None)
    if buy is None:
        return f"{_BEFORE_BUYING[phase]}You cannot buy anything. `{word}` {does}."
    return f"{_BEFORE_BUYING[phase]}Buy one card from the market, such as `{buy}`. `{word}` {does}."


def _sale(state: State) -> Sale:
    if state.sale is None:
        raise ValueError("nothing is for sale")
    return state.sale


def _busts(before: State, after: State, called: Names) -> str | None:
    """The sentence about a bust. The row of a bust has lost its numbers."""
    active = before.active
    if before.phase != "draw" or active is None:
        return None
    token = after.players[active].bust > before.players[active].bust
    if not token and after.phase != "bust":
        return None
    if token:
        return f"Bust! {does(called[active], 'get')} a bust token."
    return f"Bust! {called[active]} may buy a card instead of taking a bust token."


def _coins_of_others(before: State, after: State, called: Names) -> Iterator[str]:
    for index, (was, now) in enumerate(zip(before.players, after.players, strict=True)):
        hers = before.grade is not None and index == JEN
        if now.coins > was.coins and index != before.active and not hers:
            yield f"{does(called[index], 'get')} {count(now.coins - was.coins, 'coin')} (now {now.coins})."


def _bids_of_jen(before: State, after: State) -> Iterator[str]:
    """JEN's bids for a wild, which nobody saw; the auction may be over already."""
    if before.grade is None:
        return
    if after.phase == "auction" and before.phase != "auction" and after.sale is not None and after.sale.bids:
        yield _bid_of_jen(after.sale.bids[-1])
    if before.phase == "auction" and after.sale is not None and len(after.sale.bids) > len(_sale(before).bids) + 1:
        yield _bid_of_jen(after.sale.bids[-1])


def _bid_of_jen(amount: int) -> str:
    return f"JEN bids {amount}." if amount else "JEN passes."


def _auctioned(before: State, after: State, called: Names) -> str | None:
    """The decision by the last bid or pass, except by JEN, whose actions are all listed."""
    if before.phase != "auction":
        return None
    card = _sale(before).card
    if after.phase == "pay":
        sale, payment = underway(after)
        return f"The {card_in_words(NAMES[card])} goes to {whom(called[payment.seat])} for {max(sale.bids)}."
    gone = after.discarded.count(card) > before.discarded.count(card)
    return f"Nobody bids: the {card_in_words(NAMES[card])} is discarded." if gone else None


def _jen(before: State, after: State) -> str | None:
    if before.grade is None:
        return None
    was, now = before.players[JEN], after.players[JEN]
    gained, lost = Counter(now.cards) - Counter(was.cards), Counter(was.cards) - Counter(now.cards)
    changes = [
        *([f"gets {and_list([card_in_words(NAMES[card]) for card in sorted(gained.elements())])}"] if gained else []),
        *([f"gives {and_list([card_in_words(NAMES[card]) for card in sorted(lost.elements())])} away"] if lost else []),
        *([f"now has {count(now.coins, 'coin')} (had {was.coins})"] if now.coins != was.coins else []),
        *([f"now has {count(now.bust, 'bust token')} (had {was.bust})"] if now.bust != was.bust else []),
    ]
    return f"JEN {and_list(changes)}." if changes else None


PHRASES = TenPhrases()
