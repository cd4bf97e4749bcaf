"""The runs that a set of cards allows in each colour, and the wilds that each run uses up.

Wilds of a colour (`blue#`) serve that colour only. Those that all colours share (`*1` .. `*9`, `*#`) are counted in a
ledger: an integer of four bits for each kind, the highest of which stays 0, so that one subtraction compares all.
"""

from __future__ import annotations

from functools import lru_cache
from itertools import combinations
from typing import NamedTuple

from .components import COLOURS, NAMES, VALUES, is_currency

FULL_SET = 10
"""Points for 1 to 9 in one colour: one more than its cards (9.3)."""

FIELD = 4
ANY = 9 * FIELD
_GUARD = sum(1 << field * FIELD + 3 for field in range(10))


class Run(NamedTuple):
    """A longest run that a colour could have, and the shared wilds it uses: as a ledger, and how many."""

    points: int
    used: int
    wilds: int


class Holdings(NamedTuple):
    """Sorted cards: the numbers owned in each colour (bits, 1 the lowest), the wilds of each colour (counts),
    the shared wilds as a ledger, and how many they are."""

    owned: tuple[int, ...]
    covers: tuple[int, ...]
    ledger: int
    wilds: int


@lru_cache(maxsize=1 << 14)
def holdings(cards: bytes) -> Holdings:
    """Number and wild cards as `Holdings`."""
    owned, covers, ledger, wilds = [0] * len(COLOURS), [0] * len(COLOURS), 0, 0
    for card in cards:
        colour, number = FACE[card]
        if colour is None:
            ledger += 1 << (ANY if number is None else number * FIELD)
            wilds += 1
        elif number is None:
            covers[colour] += 1
        else:
            owned[colour] |= 1 << number
    return Holdings(tuple(owned), tuple(covers), ledger, wilds)


def holds(ledger: int, used: int) -> bool:
    """Whether the ledger has all the wilds of `used`."""
    return ((ledger | _GUARD) - used) & _GUARD == _GUARD


@lru_cache(maxsize=1 << 12)
def runs(owned: int, covers: int, ledger: int) -> tuple[Run, ...]:
    """The runs that one colour could have, longest first; for each use of shared wilds the longest.

    `covers` wilds of the colour stand for any number, as does each `*#` that is used.
    """
    offered = sum(1 << number for number in range(9) if ledger >> number * FIELD & 7)
    points_by_use = {0: 0}
    for missing, points in _spans(owned):
        wanted = [1 << number * FIELD for number in range(9) if missing & offered & 1 << number]
        for any_wilds in range((ledger >> ANY) + 1):
            spare = covers + any_wilds - (missing & ~offered).bit_count()
            if spare >= 0:
                for filled in combinations(wanted, max(0, len(wanted) - spare)):
                    used = sum(filled) + (any_wilds << ANY)
                    points_by_use[used] = max(points_by_use.get(used, 0), points)
    found = [
        Run(points, used, (used & ~(7 << ANY)).bit_count() + (used >> ANY)) for used, points in points_by_use.items()
    ]
    return tuple(sorted(found, key=lambda run: (-run.points, run.wilds)))


@lru_cache(maxsize=1 << 9)
def _spans(owned: int) -> tuple[tuple[int, int], ...]:
    """Every run of consecutive numbers as (numbers not owned, points), except those that an owned neighbour would
    lengthen at no cost."""
    spans = []
    for low in range(9):
        for high in range(low, 9):
            span = (2 << high) - (1 << low)
            if not (span << 1 | span >> 1) & ~span & owned:
                length = high - low + 1
                spans.append((span & ~owned, FULL_SET if length == len(VALUES) else length))
    return tuple(spans)


def _face(name: str) -> tuple[int | None, int | None]:
    """Colour and number of an owned card, both from 0; None for a colour or number that the card leaves open."""
    colour, mark = name[:-1], name[-1]
    return None if colour == "*" else COLOURS.index(colour), None if mark == "#" else int(mark) - 1


FACE = {card: _face(name) for card, name in enumerate(NAMES) if not is_currency(card)}
"""Number and wild cards to colour and number, both from 0; None for what a wild leaves open."""
