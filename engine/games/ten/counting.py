"""The cards of a player that count at the end: one run in each colour, with wilds in place of missing cards."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product

from .components import VALUES
from .runs import FULL_SET, holdings
from .scoring import colour_points

Span = tuple[int, int]
"""The first number of a run, from 0, and its length."""

_ANY = 9
"""The place of `*#` in the counts of wilds that all colours share."""


def counting(cards: bytes) -> tuple[Span, ...]:
    """For each colour the run that counts under the best assignment of all wilds; the first of equally good ones."""
    owned, covers, ledger, _ = holdings(cards)
    shared = tuple(ledger >> 4 * place & 7 for place in range(_ANY + 1))
    choices = [list(_spans(points)) for points in colour_points(cards)]
    for spans in product(*choices):
        lacking = [_lacking(numbers, span) for numbers, span in zip(owned, spans, strict=True)]
        if _filled(lacking, list(covers), list(shared)):
            return spans
    raise ValueError("no runs bring these points")


def _spans(points: int) -> Iterator[Span]:
    """The runs of as many points."""
    if not points:
        return iter(((0, 0),))
    length = len(VALUES) if points == FULL_SET else points
    return ((first, length) for first in range(len(VALUES) - length + 1))


def _lacking(numbers: int, span: Span) -> list[int]:
    first, length = span
    return [number for number in range(first, first + length) if not numbers >> number & 1]


def _filled(lacking: list[list[int]], covers: list[int], shared: list[int]) -> bool:
    """Whether the wilds can replace all missing numbers, one number each."""
    wanted = [(colour, number) for colour, numbers in enumerate(lacking) for number in numbers]
    holders = [
        *((colour, None) for colour, count in enumerate(covers) for _ in range(count)),
        *((None, place) for place, count in enumerate(shared) for _ in range(count)),
    ]
    given: dict[int, int] = {}
    """Number of a wild to the number of the place that it fills."""

    def give(place: int, tried: set[int]) -> bool:
        colour, number = wanted[place]
        for wild, (own_colour, own_number) in enumerate(holders):
            fits = own_colour == colour if own_colour is not None else own_number in (number, _ANY)
            if fits and wild not in tried:
                tried.add(wild)
                if wild not in given or give(given[wild], tried):
                    given[wild] = place
                    return True
        return False

    return all(give(place, set()) for place in range(len(wanted)))
