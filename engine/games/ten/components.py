"""The cards of the box and the deck of a table (`spec/games/ten.md`, section 1).

A card is its number in `NAMES`, which stand in ASCII order; so sorted `bytes` of cards are in the order in which
positions list them and in which they may be paid.
"""

from __future__ import annotations

from functools import cache

COLOURS = ("blue", "green", "orange", "pink")
VALUES = range(1, 10)

_COLOUR_WILDS = tuple(f"{colour}#" for colour in COLOURS)
_NUMBER_WILDS = tuple(f"*{value}" for value in VALUES)


def _numbers(*values: int) -> tuple[str, ...]:
    return tuple(f"{colour}{value}" for colour in COLOURS for value in values)


def _currency(*worths: int) -> tuple[str, ...]:
    return tuple(f"c{worth}" for worth in worths)


DECK: tuple[tuple[tuple[str, ...], int, int, int], ...] = (
    # each of these cards    1-2 seats, added at 3, added at 4-5
    (_numbers(1, 3, 5), 2, 1, 0),
    (_numbers(2, 4, 6), 2, 0, 1),
    (_numbers(7, 8, 9), 1, 0, 0),
    (_COLOUR_WILDS, 1, 0, 1),
    (_NUMBER_WILDS, 1, 0, 0),
    (("*#",), 1, 0, 0),
    (_currency(1, 2, 3), 4, 1, 1),
    (_currency(4), 3, 1, 1),
    (_currency(5), 2, 1, 1),
)
"""The number of each card. Totals 91, +17 and +21 are the rulebook's; the split is **[set]** (1.5): correct
it here from the symbols on the cards of a box, and raise `Ten.rules`."""

NAMES = tuple(sorted(name for names, *_ in DECK for name in names))
CARDS = {name: card for card, name in enumerate(NAMES)}

DRAW_NAMES = (
    *(f"{colour}{mark}" for colour in COLOURS for mark in (*VALUES, "#")),
    *_NUMBER_WILDS,
    "*#",
    *_currency(1, 2, 3, 4, 5),
)
"""The order in which a draw's integers map to cards, and in which the deck is counted."""

DRAW_ORDER = tuple(CARDS[name] for name in DRAW_NAMES)


COIN_WORTH = bytes(int(name[1]) if name in _currency(1, 2, 3, 4, 5) else 0 for name in NAMES)
"""Card to the coins that it is worth; 0 for all but currency cards."""

PRICE = bytes(int(name[-1]) if name in _numbers(*VALUES) else 0 for name in NAMES)
"""Card to its number, which is its price too; 0 for all but number cards."""


def is_currency(card: int) -> bool:
    """Whether a card is a currency card, `c1` to `c5`."""
    return COIN_WORTH[card] > 0


def is_number(card: int) -> bool:
    """Whether a card is a number card, such as `blue7`."""
    return PRICE[card] > 0


def is_wild(card: int) -> bool:
    """Whether a card is a wild: `*7`, `blue#` or `*#`."""
    return not PRICE[card] and not COIN_WORTH[card]


@cache
def deck(seats: int) -> bytes:
    """The number of each card in the deck of a table of that many seats, in the order of `DRAW_NAMES`."""
    counts = {name: sum(parts[: _parts(seats)]) for names, *parts in DECK for name in names}
    return bytes(counts[name] for name in DRAW_NAMES)


def _parts(seats: int) -> int:
    return 1 if seats <= 2 else min(seats, 4) - 1
