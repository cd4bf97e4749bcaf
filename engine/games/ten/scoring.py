"""The best that a set of cards can score (`spec/games/ten.md`, section 9).

The place of each wild is searched exactly: colour after colour a run for each, such that no wild is used twice. A
branch is left when even the best use of the remaining wilds would not beat the best result so far.
"""

from __future__ import annotations

from functools import lru_cache

from .components import COLOURS
from .runs import Run, holdings, holds, runs

Points = tuple[int, int, int, int]
"""Points in blue, green, orange and pink."""

_SHIFTS = tuple(range(4 * len(COLOURS) - 4, -1, -4))
_WEIGHTS = tuple((1 << 16) + (1 << shift) for shift in _SHIFTS)
"""The value of a point in each colour: one in the total, which is in the high bits, and one in its own four bits below,
blue highest. So comparing two sums settles ties as 9.4 does."""


def score(cards: bytes) -> int:
    """The best total that the cards can score."""
    return sum(colour_points(cards))


@lru_cache(maxsize=1 << 14)
def colour_points(cards: bytes) -> Points:
    """The points in each colour under the best assignment of all wilds; of equally good ones the one that is greatest
    in blue, then green, orange and pink (9.4)."""
    owned, covers, ledger, wilds = holdings(cards)
    best = _Search([runs(*own, ledger) for own in zip(owned, covers, strict=True)], wilds).best_from(0, ledger, wilds)
    blue, green, orange, pink = (best >> shift & 15 for shift in _SHIFTS)
    return blue, green, orange, pink


class _Search:
    """One search: the runs of each colour to choose from, and the highest sum found."""

    def __init__(self, choices: list[tuple[Run, ...]], wilds: int) -> None:
        self.choices = choices
        self.bounds = _bounds(choices, wilds)
        self.best = -1
        self.tried: dict[tuple[int, int], int] = {}

    def best_from(self, colour: int, ledger: int, wilds: int, worth: int = 0) -> int:
        """The highest sum, after trying all runs of this colour and the next ones on top of `worth`.

        `wilds` is the number of wilds in the ledger.
        """
        if colour == len(self.choices):
            self.best = max(self.best, worth)
            return self.best
        if self.tried.get((colour, ledger), -1) >= worth:
            return self.best
        self.tried[colour, ledger] = worth
        bounds, weight = self.bounds[colour + 1], _WEIGHTS[colour]
        for points, used, count in self.choices[colour]:
            total = worth + points * weight
            if total + bounds[wilds] <= self.best:
                break  # the other runs are not longer
            if count <= wilds and total + bounds[wilds - count] > self.best and holds(ledger, used):
                self.best_from(colour + 1, ledger - used, wilds - count, total)
        return self.best


def _bounds(choices: list[tuple[Run, ...]], wilds: int) -> list[list[int]]:
    """For each colour, and one past the last: by the number of shared wilds left, the most that this colour and those
    after it could be worth if each wild fitted everywhere."""
    bounds = [[0] * (wilds + 1)]
    for choice, weight in zip(reversed(choices), reversed(_WEIGHTS), strict=True):
        alone = [weight * max(run.points for run in choice if run.wilds <= count) for count in range(wilds + 1)]
        after = bounds[-1]
        bounds.append(
            [max(alone[used] + after[count - used] for used in range(count + 1)) for count in range(wilds + 1)]
        )
    return bounds[::-1]
