"""The moves of a seat, and their one spelling: `draw`, `take numbers`, `bid 3`, `pay coin`, `buy blue7` ..."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Literal

from ...errors import NotAMove, quoted
from .components import NAMES, is_currency, is_number

MOVE_HELP = (
    "a move is draw, take numbers or take coins; a bid such as bid 3, or pass; a payment such as pay coin, pay bust "
    "or pay blue7; a purchase such as buy pink3, or end; token after a bust"
)

COIN = -2
BUST = -1
"""Things to pay with are numbered in the order of 6.6: a coin, a bust token, then cards by their numbers."""


@dataclass(frozen=True, slots=True)
class Draw:
    """Turn over the next card of the deck."""


@dataclass(frozen=True, slots=True)
class Take:
    """Claim all number cards or all currency cards of the row."""

    what: Literal["numbers", "coins"]


@dataclass(frozen=True, slots=True)
class Buy:
    """Take a card out of the market; paying for it follows."""

    card: int


@dataclass(frozen=True, slots=True)
class End:
    """Buy nothing."""


@dataclass(frozen=True, slots=True)
class Token:
    """After a bust, take the bust token."""


@dataclass(frozen=True, slots=True)
class Bid:
    """Offer that many coins for the wild."""

    amount: int


@dataclass(frozen=True, slots=True)
class Pass:
    """Offer nothing."""


@dataclass(frozen=True, slots=True)
class Pay:
    """Give one thing: `COIN`, `BUST` or a card of one's own."""

    thing: int


Move = Draw | Take | Buy | End | Token | Bid | Pass | Pay

DRAW = Draw()
TAKE_NUMBERS = Take("numbers")
TAKE_COINS = Take("coins")
END = End()
TOKEN = Token()
PASS = Pass()
BUYS = tuple(map(Buy, range(len(NAMES))))
PAYS = {thing: Pay(thing) for thing in range(COIN, len(NAMES))}

_MOVES: dict[str, Move] = {
    "draw": DRAW,
    "take numbers": TAKE_NUMBERS,
    "take coins": TAKE_COINS,
    "end": END,
    "token": TOKEN,
    "pass": PASS,
    "pay coin": PAYS[COIN],
    "pay bust": PAYS[BUST],
    **{f"pay {name}": PAYS[card] for card, name in enumerate(NAMES) if not is_currency(card)},
    **{f"buy {name}": BUYS[card] for card, name in enumerate(NAMES) if is_number(card)},
}
"""Every spelling but those of bids."""

_SPELLINGS = {move: text for text, move in _MOVES.items()}

_BID = re.compile(r"bid ([1-9][0-9]{0,2})", re.ASCII)


def format_move(move: Move) -> str:
    """The spelling of a move."""
    return f"bid {move.amount}" if isinstance(move, Bid) else _SPELLINGS[move]


def parse_move(text: str) -> Move:
    """The move spelled so.

    Raises:
        NotAMove: nothing is.
    """
    move = _MOVES.get(text)
    if move is not None:
        return move
    match = _BID.fullmatch(text)
    if match is None:
        raise NotAMove(f"{quoted(text)} is not a move of TEN: {MOVE_HELP}")
    return Bid(int(match[1]))


def thing_name(thing: int) -> str:
    """`coin`, `bust` or the name of a card."""
    return {COIN: "coin", BUST: "bust"}.get(thing) or NAMES[thing]
