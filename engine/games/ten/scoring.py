"""The best that a set of cards can score (`spec/games/ten.md`, section 9).

The number cards and wilds of a colour make its longest run. Which wild serves where is searched exactly: for each
colour, the runs that it could have and the shared wilds that each would use up; then over the colours, the best total
for each rest of the shared wilds.
"""

from __future__ import annotations

from functools import lru_cache
from itertools import combinations

from .components import COLOURS, NAMES, VALUES, is_currency

Points = tuple[int, int, int, int]
"""Points in blue, green, orange and pink."""

_FULL_SET = 10
"""Points for 1 to 9 in one colour: one more than its cards (9.3)."""

# Shared wilds (`*1` .. `*9`, `*#`) are counted in a ledger: an integer of four bits for each kind, the highest of
# which stays 0, so that one subtraction compares all counts.
_FIELD = 4
_ANY = 9 * _FIELD
_GUARD = sum(1 << field * _FIELD + 3 for field in range(10))

_ALL = (1 << 9) - 1
"""The numbers 1 to 9 as a set of bits, 1 being the lowest."""


def score(cards: bytes) -> int:
    """The best total that the cards can score."""
    return sum(colour_points(cards))


@lru_cache(maxsize=1 << 14)
def colour_points(cards: bytes) -> Points:
    """The points in each colour under the best assignment of all wilds; of equally good ones the one that is greatest
    in blue, then green, orange and pink (9.4)."""
    owned, covers, ledger = _sorted_out(cards)
    best = {ledger: 0}
    for colour in range(len(COLOURS)):
        runs = _runs(owned[colour], covers[colour], ledger)
        best = _extended(best, runs, (1 << 16) + (1 << _shift(colour)))
    top = max(best.values())
    blue, green, orange, pink = (top >> _shift(colour) & 15 for colour in range(len(COLOURS)))
    return blue, green, orange, pink


def _shift(colour: int) -> int:
    """Where the points of a colour stand below the total, so that comparing integers settles ties as 9.4 does."""
    return 12 - 4 * colour


def _sorted_out(cards: bytes) -> tuple[list[int], list[int], int]:
    """The numbers owned in each colour (bits), the wilds of each colour (counts), and the ledger of shared wilds."""
    owned, covers, ledger = [0] * len(COLOURS), [0] * len(COLOURS), 0
    for card in cards:
        colour, number = _FACE[card]
        if colour is None:
            ledger += 1 << (_ANY if number is None else number * _FIELD)
        elif number is None:
            covers[colour] += 1
        else:
            owned[colour] |= 1 << number
    return owned, covers, ledger


def _extended(best: dict[int, int], runs: tuple[tuple[int, int], ...], weight: int) -> dict[int, int]:
    """For each rest of the ledger the highest value, after one more colour has chosen its run."""
    extended: dict[int, int] = {}
    for ledger, value in best.items():
        guarded = ledger | _GUARD
        for used, points in runs:
            if (guarded - used) & _GUARD == _GUARD:
                rest, total = ledger - used, value + points * weight
                if total > extended.get(rest, -1):
                    extended[rest] = total
    return extended


@lru_cache(maxsize=1 << 12)
def _runs(owned: int, covers: int, ledger: int) -> tuple[tuple[int, int], ...]:
    """The runs that one colour could have: (shared wilds used, points), the most points for each use.

    `covers` are wilds of the colour, which stand for any number; so does each `*#` taken from the ledger.
    """
    offered = sum(1 << number for number in range(9) if ledger >> number * _FIELD & 7)
    best = {0: 0}
    for missing, points in _spans(owned):
        for any_wilds in range((ledger >> _ANY) + 1):
            spare = covers + any_wilds - (missing & ~offered).bit_count()
            if spare < 0:
                continue
            wanted = [1 << number * _FIELD for number in range(9) if missing & offered & 1 << number]
            for filled in combinations(wanted, max(0, len(wanted) - spare)):
                used = sum(filled) + (any_wilds << _ANY)
                best[used] = max(best.get(used, 0), points)
    return tuple(best.items())


@lru_cache(maxsize=1 << 9)
def _spans(owned: int) -> tuple[tuple[int, int], ...]:
    """Every run of consecutive numbers as (numbers not owned, points), but for those that an owned neighbour would
    lengthen at no cost."""
    spans = []
    for low in range(9):
        for high in range(low, 9):
            span = (2 << high) - (1 << low)
            if not (span << 1 | span >> 1) & ~span & owned:
                length = high - low + 1
                spans.append((span & ~owned & _ALL, _FULL_SET if length == len(VALUES) else length))
    return tuple(spans)


def _face(name: str) -> tuple[int | None, int | None]:
    """Colour and number of an owned card, both from 0; None for what the card leaves open."""
    colour, mark = name[:-1], name[-1]
    return None if colour == "*" else COLOURS.index(colour), None if mark == "#" else int(mark) - 1


_FACE = {card: _face(name) for card, name in enumerate(NAMES) if not is_currency(card)}
