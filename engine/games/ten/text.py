"""The table drawn for a terminal."""

from __future__ import annotations

from itertools import groupby
from textwrap import wrap

from .auction import lowest_bid
from .components import COLOURS, NAMES, VALUES, is_number
from .jen import GRADES
from .paying import purse
from .result import result
from .scoring import score
from .state import JEN, Player, Sale, State, coin_total, net, spares

_WIDTH = 80

_QUESTIONS = {
    "start": ": draw",
    "draw": " draws a card",
    "choose": ": draw, take numbers or take coins",
    "pay": ": pay with coins, then bust tokens, then cards",
    "buy": ": buy a card, or end the turn",
    "bust": " is bust: token, or buy a card",
    "final": ": a last purchase, or end",
}
"""Phase to what follows the name of the player that acts."""


def draw(state: State) -> str:
    """Deck, row, market and sale; what each player owns; and what is asked of whom."""
    lines = [
        f"deck    {sum(state.unseen)} cards",
        *_row(state),
        *_listed("market  ", _market(state.market)),
        *([] if state.sale is None else _sale(state, state.sale)),
        "",
    ]
    for index, player in enumerate(state.players):
        lines += _player(state, index, player)
    return "\n".join([*lines, "", _question(state)])


def _row(state: State) -> list[str]:
    sums = f"   = {net(state.row)}, coins {coin_total(state.row)}" if state.row else "-"
    return _listed("row     ", " ".join(NAMES[card] for card in state.row) + sums)


def _market(market: bytes) -> str:
    """By colour: `blue 1 1 5   pink 7`."""
    colours = groupby((NAMES[card] for card in market), lambda name: name[:-1])
    return "   ".join(f"{colour} {' '.join(name[-1] for name in names)}" for colour, names in colours) or "-"


def _sale(state: State, sale: Sale) -> list[str]:
    payment = sale.payment
    owed = "" if payment is None else f", {_name(state, payment.seat)} owes {payment.left}"
    bids = [f"{_name(state, state.bidder(place))} {amount or 'passed'}" for place, amount in enumerate(sale.bids)]
    return [f"sale    {NAMES[sale.card]}{owed}", *([f"bids    {', '.join(bids)}"] if bids else [])]


def _player(state: State, index: int, player: Player) -> list[str]:
    mark = ">" if index == state.turn and state.phase != "over" else " "
    notes = "  (its turn)" * (index == state.active) + "  (left)" * (index in state.dropped)
    owned = f"coins {player.coins}  bust {player.bust}  cards {len(player.cards)}  points {score(player.cards)}"
    return [
        f"{mark} {_name(state, index)}  {owned}{notes}",
        "    " + "  ".join(f"{colour} {_numbers(player.cards, colour)}" for colour in COLOURS),
        *_extras(player.cards),
    ]


def _numbers(cards: bytes, colour: str) -> str:
    """The numbers owned in their places, a dot for each other: `12..5....`."""
    owned = {NAMES[card] for card in cards}
    return "".join(str(value) if f"{colour}{value}" in owned else "." for value in VALUES)


def _extras(cards: bytes) -> list[str]:
    """Wilds, and copies beyond the first."""
    wilds = [NAMES[card] for card in cards if not is_number(card)]
    extra = [NAMES[card] for card in spares(cards) if is_number(card)]
    parts = [f"{title} {' '.join(names)}" for title, names in (("wild", wilds), ("spare", extra)) if names]
    return _listed("    ", "   ".join(parts)) if parts else []


def _question(state: State) -> str:
    """What is asked, or how it ended."""
    if state.phase == "over":
        return _end(state)
    if state.turn is None:
        return "the first player is drawn"
    name = _name(state, state.turn)
    if state.phase == "auction":
        lowest, most = lowest_bid(state), purse(state, state.turn, "auction")
        return f"{name}: bid {lowest} to {most}, or pass" if lowest <= most else f"{name}: pass"
    if state.phase == "choose" and state.deck_is_empty:
        return f"{name}: take numbers or take coins"
    return f"{name}{_QUESTIONS[state.phase]}"


def _end(state: State) -> str:
    ended = result(state)
    if state.grade is None:
        winners = " and ".join(_name(state, seat) for seat in ended.winners)
        return f"over: {winners} {'wins' if len(ended.winners) == 1 else 'share the win'}"
    if ended.winners:
        return f"over: JEN is beaten at grade {state.grade}: {GRADES[state.grade]}"
    return f"over: JEN is not beaten at grade {state.grade}"


def _name(state: State, player: int) -> str:
    return f"JEN ({state.grade})" if player == JEN and state.grade is not None else f"seat {player}"


def _listed(title: str, text: str) -> list[str]:
    return wrap(title + text, _WIDTH, subsequent_indent=" " * len(title), drop_whitespace=True)
